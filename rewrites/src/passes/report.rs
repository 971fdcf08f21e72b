//! What the passes did, and why one of them did not succeed.

use super::table::pass_names;
use crate::bind_procedures::BindError;
use crate::masks::MaskError;
use crate::reduce_loops::ReduceError;
use crate::structurize::StructurizeError;
use forlane_cfg::Remark;
use std::time::Duration;

/// What the passes did.
#[derive(Clone, Debug, Default)]
pub struct PassReport {
    /// How long each pass took on each unit, in the order they ran.
    pub times: Vec<PassTime>,
    /// The dumps that were asked for.
    pub dumps: Vec<PassDump>,
    /// Notes for the user, on loops that never end.
    pub notes: Vec<String>,
    /// What was decided, if that is wanted.
    pub remarks: Vec<Remark>,
}

/// The time of one pass on one unit.
#[derive(Clone, Debug)]
pub struct PassTime {
    /// The pass.
    pub pass: &'static str,
    /// The unit.
    pub unit: String,
    /// How long it took, verifying apart.
    pub time: Duration,
}

/// A unit's text after a pass.
#[derive(Clone, Debug)]
pub struct PassDump {
    /// The pass.
    pub pass: &'static str,
    /// The unit.
    pub unit: String,
    /// Its text.
    pub text: String,
}

impl PassReport {
    /// The time of each pass over all units, in the order of the table.
    pub fn totals(&self) -> Vec<(&'static str, Duration)> {
        let sum = |name: &str| self.times.iter().filter(|one| one.pass == name).map(|one| one.time).sum();
        pass_names()
            .into_iter()
            .map(|name| (name, sum(name)))
            .filter(|(_, time): &(_, Duration)| !time.is_zero())
            .collect()
    }
}

/// Why a pass did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PassError {
    /// No unit of that name.
    #[error("unit `{0}` is not defined")]
    UnknownUnit(String),
    /// No pass of that name.
    #[error("unknown pass `{name}`; the passes are: {}", pass_names().join(", "))]
    UnknownPass {
        /// The name.
        name: String,
    },
    /// The number of shapes is not that of the dummy arguments.
    #[error("`{unit}` has {dummies} dummy arguments, but {shapes} shapes are given")]
    ShapeCount {
        /// The unit.
        unit: String,
        /// How many dummy arguments it has.
        dummies: usize,
        /// How many shapes there are.
        shapes: usize,
    },
    /// Reducing loops failed.
    #[error("`{unit}`: {error}")]
    Reduce {
        /// The unit.
        unit: String,
        /// Why.
        error: ReduceError,
    },
    /// Structurizing failed.
    #[error("`{unit}`: {error}")]
    Structurize {
        /// The unit.
        unit: String,
        /// Why.
        error: StructurizeError,
    },
    /// The verifier refuses a unit.
    #[error("`{unit}` is not valid after {pass}:\n{text}")]
    Invalid {
        /// The pass, or `reading` for what it began with.
        pass: &'static str,
        /// The unit.
        unit: String,
        /// Its text with the errors.
        text: String,
    },
    /// Dummy procedures could not be bound.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// Assigning masks failed.
    #[error("`{unit}`: {error}")]
    Mask {
        /// The unit.
        unit: String,
        /// Why.
        error: MaskError,
    },
}
