//! The places in a program at which a lane can end before its unit returns.

use forlane_cfg::StopCode;
use forlane_semantics::{NO_TARGET, STORE};
use indexmap::IndexSet;
use std::fmt;

/// A place at which a lane can fail or stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// The unit.
    pub unit: String,
    /// Its source file.
    pub file: String,
    /// The line, counted from 1; 0 where there is none.
    pub line: u32,
    /// What happens there.
    pub reason: SiteReason,
}

/// What happens at a [`Site`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SiteReason {
    /// An array element outside of its array.
    OutOfBounds {
        /// The array's name.
        array: String,
    },
    /// An integer division by zero.
    DivideByZero,
    /// The step of a DO, a FORALL or a section is zero.
    ZeroStep,
    /// An array or a text that there is not enough memory for.
    OutOfMemory,
    /// An array of dynamic length is freed or allocated anew while a call or a transfer holds it.
    FreedWhileHeld {
        /// The array's name.
        array: String,
    },
    /// STOP.
    Stop(StopOperand),
    /// A failure that the unit states, as words.
    Stated(String),
    /// What can't be done here at all: why.
    Unsupported(String),
    /// Units call themselves too often for the stack.
    RecursionTooDeep,
    /// The run was interrupted.
    Interrupted,
    /// An input or output statement failed; the run's [`Output`](super::Output) says why.
    InputOutput,
}

/// The operand of STOP, as [`StopCode`], but hashable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StopOperand {
    /// None.
    None,
    /// A number.
    Number(i32),
    /// A text.
    Text(String),
    /// ERROR STOP: what is shown, and the exit status.
    Error(String, i32),
}

impl From<&StopCode> for SiteReason {
    fn from(code: &StopCode) -> Self {
        match code {
            StopCode::None => SiteReason::Stop(StopOperand::None),
            StopCode::Number(number) => SiteReason::Stop(StopOperand::Number(*number)),
            StopCode::Text(text) => SiteReason::Stop(StopOperand::Text(text.clone())),
            StopCode::Error(text, status) => SiteReason::Stop(StopOperand::Error(text.clone(), *status)),
            StopCode::Failure(message) => SiteReason::Stated(message.clone()),
            StopCode::Unsupported(reason) => SiteReason::Unsupported(reason.clone()),
        }
    }
}

impl From<&StopOperand> for StopCode {
    fn from(operand: &StopOperand) -> Self {
        match operand {
            StopOperand::None => StopCode::None,
            StopOperand::Number(number) => StopCode::Number(*number),
            StopOperand::Text(text) => StopCode::Text(text.clone()),
            StopOperand::Error(text, status) => StopCode::Error(text.clone(), *status),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            SiteReason::OutOfBounds { array } if array.starts_with(STORE) => write!(f, "{NO_TARGET}")?,
            SiteReason::OutOfBounds { array } => write!(f, "index out of bounds of {array}")?,
            SiteReason::DivideByZero => write!(f, "integer division by zero")?,
            SiteReason::ZeroStep => write!(f, "step value is zero")?,
            SiteReason::OutOfMemory => write!(f, "out of memory")?,
            SiteReason::FreedWhileHeld { array } => {
                write!(f, "deallocation of {array} while it is an actual argument or an internal file")?;
            }
            SiteReason::Stop(StopOperand::None) => write!(f, "STOP")?,
            SiteReason::Stop(StopOperand::Number(number)) => write!(f, "STOP {number}")?,
            SiteReason::Stop(StopOperand::Text(text)) => write!(f, "STOP {text}")?,
            SiteReason::Stop(StopOperand::Error(text, _)) if text.is_empty() => write!(f, "ERROR STOP")?,
            SiteReason::Stop(StopOperand::Error(text, _)) => write!(f, "ERROR STOP {text}")?,
            SiteReason::Stated(message) | SiteReason::Unsupported(message) => write!(f, "{message}")?,
            SiteReason::RecursionTooDeep => write!(f, "the recursion is too deep")?,
            SiteReason::Interrupted => write!(f, "interrupted")?,
            SiteReason::InputOutput => write!(f, "input or output failed")?,
        }
        write!(f, " at {}:{} in {}", self.file, self.line, self.unit)
    }
}

/// All sites of a kernel. A lane's status is [`SiteTable::status`] of its site.
#[derive(Clone, Debug, Default)]
pub struct SiteTable {
    sites: IndexSet<Site>,
}

impl SiteTable {
    /// The status, never 0, that stands for that site; equal sites share one.
    pub fn status(&mut self, site: Site) -> u32 {
        let (index, _) = self.sites.insert_full(site);
        u32::try_from(index + 1).unwrap_or(u32::MAX)
    }

    /// The status of a site that there is.
    pub fn number(&self, site: &Site) -> Option<u32> {
        let index = self.sites.get_index_of(site)?;
        u32::try_from(index + 1).ok()
    }

    /// All, in the order of their status.
    pub fn iter(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter()
    }

    /// The site of a lane's status; none for 0, the status of a lane that returned.
    pub fn site(&self, status: u32) -> Option<&Site> {
        self.sites.get_index((status as usize).checked_sub(1)?)
    }
}
