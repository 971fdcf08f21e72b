//! What the passes did, and why one of them did not succeed.

use crate::bind_procedures::BindError;
use crate::masks::MaskError;
use crate::reduce_loops::ReduceError;
use crate::structurize::StructurizeError;
use forlane_cfg::Remark;
use std::time::{Duration, Instant};

/// What the passes did.
#[derive(Clone, Debug, Default)]
pub struct PassReport {
    /// How long each pass took on each unit, in the order they ran, and what is done before and after the passes.
    pub times: Vec<PassTime>,
    /// The requested dumps.
    pub dumps: Vec<PassDump>,
    /// Notes for the user, on loops that never end.
    pub notes: Vec<String>,
    /// What was decided, if that was requested.
    pub remarks: Vec<Remark>,
}

/// The time of one pass on one unit.
#[derive(Clone, Debug)]
pub struct PassTime {
    /// The pass, or the phase before or after the passes.
    pub pass: &'static str,
    /// The unit; empty where it is the whole program.
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
    /// Does something, and notes how long that takes.
    pub fn time<T>(&mut self, pass: &'static str, unit: &str, run: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = run();
        self.times.push(PassTime { pass, unit: unit.to_owned(), time: begin.elapsed() });
        result
    }

    /// Adds what was reported after this.
    pub fn append(&mut self, other: PassReport) {
        self.times.extend(other.times);
        self.dumps.extend(other.dumps);
        self.notes.extend(other.notes);
        self.remarks.extend(other.remarks);
    }

    /// The time of each pass over all units, in the order in which they first ran.
    pub fn totals(&self) -> Vec<(&'static str, Duration)> {
        let mut totals: Vec<(&'static str, Duration)> = Vec::new();
        for PassTime { pass, time, .. } in &self.times {
            match totals.iter_mut().find(|(name, _)| name == pass) {
                Some((_, total)) => *total += *time,
                None => totals.push((pass, *time)),
            }
        }
        totals
    }
}

/// Why a pass did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PassError {
    /// No unit of that name.
    #[error("unit `{0}` is not defined")]
    UnknownUnit(String),
    /// No pass of that name.
    #[error("unknown pass `{name}`; the passes are: {}", known.join(", "))]
    UnknownPass {
        /// The name.
        name: String,
        /// The names of the passes.
        known: Vec<&'static str>,
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
