//! The words that options take.

use super::Failure;
use crate::{CompileOptions, InstructionSet, Mathematics, Refill};
use clap::ValueEnum;

/// The size of a default kind.
pub(super) fn size_of_default_kind(word: &str) -> Result<u8, String> {
    match word {
        "4" => Ok(4),
        "8" => Ok(8),
        _ => Err("4 or 8 is required".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ErrorFormat {
    /// With the source under each
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FormArgument {
    /// Statements in columns 7 to 72
    Fixed,
    /// Statements anywhere
    Free,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SwitchArgument {
    /// A jump where lanes certainly agree, else the chain
    Native,
    /// The cases one by one, each for the lanes that take it
    Chain,
    /// Branches on ranges of the selector
    Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum UniformLoopsArgument {
    /// Those of several entries as graphs, others as loops
    Auto,
    /// As graphs, wherever they can
    Graph,
    /// As loops, if need be with a dispatch
    Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ArrayOrderArgument {
    /// Element (i, j) is that of NumPy, counted from 1
    Index,
    /// As the elements follow each other in the file: of a matrix with its rows one after the other, element (i, j) is
    /// NumPy's (j, i)
    Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum IsaArgument {
    /// Those that are best on this machine
    Auto,
    /// Registers of 512 bits
    Avx512,
    /// Registers of 256 bits
    Avx2,
    /// Registers of 128 bits
    Base,
}

impl From<IsaArgument> for InstructionSet {
    fn from(argument: IsaArgument) -> InstructionSet {
        match argument {
            IsaArgument::Auto => InstructionSet::Auto,
            IsaArgument::Avx512 => InstructionSet::Avx512,
            IsaArgument::Avx2 => InstructionSet::Avx2,
            IsaArgument::Base => InstructionSet::Base,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RefillArgument {
    /// Where a trial finds that faster; it is tried in long runs without --gang
    Trial,
    /// Where the kernel has such a loop
    Always,
    /// Never
    Never,
}

impl From<RefillArgument> for Refill {
    fn from(argument: RefillArgument) -> Refill {
        match argument {
            RefillArgument::Trial => Refill::Trial,
            RefillArgument::Always => Refill::Always,
            RefillArgument::Never => Refill::Never,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MathArgument {
    /// With the bits of gfortran -O0 -ffp-contract=off
    Exact,
    /// By the system's vector library, with products fused with sums; the bits depend on both
    Fast,
}

impl From<MathArgument> for Mathematics {
    fn from(argument: MathArgument) -> Mathematics {
        match argument {
            MathArgument::Exact => Mathematics::Exact,
            MathArgument::Fast => Mathematics::Fast,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    /// One line for each decision
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProfileFormat {
    /// The lines that take most time
    Text,
    /// The source, with what each line took beside it
    Source,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CountsFormat {
    /// A table
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StageArgument {
    /// The parse tree, as Fortran again
    Source,
    /// The control flow graph
    Cfg,
    /// Without critical arcs
    Split,
    /// How each loop of the source is entered and left, over the blocks of `split` with --no-inline
    Loops,
    /// In static single assignment form
    Ssa,
    /// As a region tree
    Structured,
    /// The region tree with masks
    Masked,
    /// Operations on whole gangs
    Gang,
    /// Cranelift's intermediate representation
    Clif,
    /// Machine code
    Asm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DumpFormat {
    /// The stage's own text form; of loops a line for each way round them and out of them
    Text,
    /// Of loops, all that is known
    Full,
    /// A picture as Graphviz text
    Dot,
    /// The same laid out by Graphviz, which has to be installed
    Svg,
    /// One JSON object
    Json,
}

/// Refuses a number of lanes that a gang can't have.
pub(super) fn check_gang(gang: Option<usize>) -> Result<(), Failure> {
    let Some(gang) = gang.filter(|gang| !CompileOptions::GANG_SIZES.contains(gang)) else { return Ok(()) };
    let gangs = CompileOptions::GANG_SIZES.map(|gang| gang.to_string()).join(", ");
    Err(Failure::Usage(format!("--gang: a gang can't have {gang} lanes, only {gangs}")))
}
