//! Remarks: what was decided about the parts of a program when it was compiled, and why.
//!
//! A remark is made where the decision is, or of what it led to; nothing depends on it.

use crate::unit::{SourceLine, Unit};
use std::fmt;

/// What was decided about a part of a program, and why.
///
/// As text it is one line: `solve.f:12: loop: varying, because its iteration count differs between lanes`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Remark {
    /// The source file.
    pub file: String,
    /// The line, counted from 1; 0 where there is none.
    pub line: u32,
    /// The subprogram, by its name in the source.
    pub unit: String,
    /// What it is about.
    pub subject: Subject,
    /// What was decided.
    pub decision: Decision,
    /// Why: a clause that goes after "because".
    pub reason: String,
    /// Where a subprogram is compiled for several sets of arguments and it was not decided alike for all of them: for
    /// which, as `n is uniform`.
    pub case: Option<String>,
    /// Whether the code is slower in lanes for it.
    pub is_slow: bool,
}

/// What a remark is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The kernel of that name, as a whole.
    Kernel(String),
    /// The subprogram of that name, as a whole.
    Subprogram(String),
    /// The loop that begins there, also one that jumps make.
    Loop,
    /// The call of that subprogram.
    Call(String),
    /// The initialisation at the first call that the variable of that name guards.
    Initialisation(String),
    /// What the statement does there.
    Statement,
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// How many lanes run together.
    Width(usize),
    /// Long runs try other numbers of lanes as well.
    Tried,
    /// Results are not those of gfortran to the bit, as requested.
    FastMath,
    /// All lanes that enter a loop iterate and leave together.
    Uniform,
    /// Lanes leave a loop in different iterations; those that have left wait for the others.
    Varying,
    /// A loop is replaced by as many copies of its body as it iterates.
    Unrolled,
    /// It is done when the kernel is compiled.
    ComputedOnce,
    /// It looks like what is computed once, but each row does it.
    ComputedByRow,
    /// Variables are constants, which all lanes share.
    Constant,
    /// A call is replaced by the body of what it calls.
    Inlined,
    /// A call stays one.
    NotInlined,
    /// A call or a loop is left out: it does nothing that is seen.
    Dropped,
    /// Calls of one subprogram that exclude each other are one call.
    Melded,
    /// A call is of code that was compiled for arguments that are the same in all lanes.
    Specialised,
    /// It is done for one lane after the other.
    LaneByLane,
    /// Each lane reads an element of its own.
    Gather,
    /// Each lane writes an element of its own.
    Scatter,
    /// A row that gets there fails.
    Fails,
    /// It is not done in a kernel.
    LeftOut,
    /// The statements that make a kernel slower in lanes than it could be.
    Slower,
    /// How many instructions of the machine an innermost loop has.
    Instructions(usize),
}

impl Remark {
    /// A remark on a line of a unit, also on one of a subprogram that was spliced in.
    pub fn new(unit: &Unit, at: SourceLine, subject: Subject, decision: Decision, reason: impl Into<String>) -> Remark {
        Remark {
            file: unit.file_at(at).to_owned(),
            line: at.number,
            unit: unit.subprogram_at(at).to_owned(),
            subject,
            decision,
            reason: reason.into(),
            case: None,
            is_slow: matches!(decision, Decision::LaneByLane | Decision::Gather | Decision::Scatter),
        }
    }
}

impl Subject {
    /// Its kind, as one word.
    pub fn word(&self) -> &'static str {
        match self {
            Subject::Kernel(_) => "kernel",
            Subject::Subprogram(_) => "subprogram",
            Subject::Loop => "loop",
            Subject::Call(_) => "call",
            Subject::Initialisation(_) => "initialisation",
            Subject::Statement => "statement",
        }
    }

    /// The name that belongs to it.
    pub fn name(&self) -> Option<&str> {
        match self {
            Subject::Kernel(name) | Subject::Subprogram(name) | Subject::Call(name) | Subject::Initialisation(name) => {
                Some(name)
            }
            Subject::Loop | Subject::Statement => None,
        }
    }
}

impl Decision {
    /// Its word, which no other decision has.
    pub fn word(self) -> &'static str {
        match self {
            Decision::Width(_) => "width",
            Decision::Tried => "tried",
            Decision::FastMath => "fast-math",
            Decision::Uniform => "uniform",
            Decision::Varying => "varying",
            Decision::Unrolled => "unrolled",
            Decision::ComputedOnce => "computed-once",
            Decision::ComputedByRow => "computed-by-row",
            Decision::Constant => "constant",
            Decision::Inlined => "inlined",
            Decision::NotInlined => "not-inlined",
            Decision::Dropped => "dropped",
            Decision::Melded => "melded",
            Decision::Specialised => "specialised",
            Decision::LaneByLane => "lane-by-lane",
            Decision::Gather => "gather",
            Decision::Scatter => "scatter",
            Decision::Fails => "fails",
            Decision::LeftOut => "left-out",
            Decision::Slower => "slower",
            Decision::Instructions(_) => "instructions",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Call(name) => write!(f, "call of `{name}`"),
            Subject::Initialisation(name) => write!(f, "initialisation if `{name}`"),
            _ => match self.name() {
                Some(name) => write!(f, "{} `{name}`", self.word()),
                None => write!(f, "{}", self.word()),
            },
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Width(1) => "one row after the other",
            Decision::Width(lanes) => return write!(f, "{lanes} lanes in a gang"),
            Decision::Tried => "gangs of other sizes are tried in long runs",
            Decision::FastMath => "results have other bits than those of gfortran",
            Decision::Uniform => "uniform",
            Decision::Varying => "varying",
            Decision::Unrolled => "unrolled",
            Decision::ComputedOnce => "computed once",
            Decision::ComputedByRow => "computed by each row",
            Decision::Constant => "has constants",
            Decision::Inlined => "inlined",
            Decision::NotInlined => "not inlined",
            Decision::Dropped => "dropped",
            Decision::Melded => "melded",
            Decision::Specialised => "specialised",
            Decision::LaneByLane => "lane by lane",
            Decision::Gather => "a gather",
            Decision::Scatter => "a scatter",
            Decision::Fails => "fails if it is reached",
            Decision::LeftOut => "left out",
            Decision::Slower => "slower in lanes than it could be",
            Decision::Instructions(1) => "1 instruction of the machine",
            Decision::Instructions(count) => return write!(f, "{count} instructions of the machine"),
        })
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.file, self.line, self.subject, self.decision)?;
        if let Some(case) = &self.case {
            write!(f, " where {case}")?;
        }
        let joint = if matches!(self.decision, Decision::Instructions(_)) { "of which" } else { "because" };
        write!(f, ", {joint} {}", self.reason)
    }
}

/// Remarks that are made only if they are wanted.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    is_wanted: bool,
    made: Vec<Remark>,
}

impl Remarks {
    /// None yet.
    pub fn new(is_wanted: bool) -> Remarks {
        Remarks { is_wanted, made: Vec::new() }
    }

    /// Adds what `make` gives.
    pub fn add(&mut self, make: impl FnOnce() -> Remark) {
        if self.is_wanted {
            self.made.push(make());
        }
    }

    /// Those that were made, in order.
    pub fn into_vec(self) -> Vec<Remark> {
        self.made
    }
}
