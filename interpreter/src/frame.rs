//! The execution of a unit by a lane, and why it can't go on.

use super::memory::{Height, Reference};
use super::outcome::Failure;
use super::scalar::Scalar;
use forlane_cfg::unit::{ScopeId, Unit, VarId};
use forlane_semantics::numeric::DivideByZero;

/// Why an evaluation by one lane has no value.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// The lane fails.
    Fails(Failure),
    /// The program breaks a rule.
    Broken(String),
    /// The lane has no fuel left.
    OutOfFuel,
    /// A shared array would be written.
    SharedArrayAssigned { array: String },
}

impl Trouble {
    pub fn broken(rule: &str) -> Trouble {
        Trouble::Broken(rule.to_owned())
    }
}

impl From<DivideByZero> for Trouble {
    fn from(_: DivideByZero) -> Trouble {
        Trouble::Fails(Failure::DivideByZero)
    }
}

/// The execution of a unit by a lane.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// What each variable in memory denotes.
    pub places: Vec<Option<Reference>>,
    /// The values defined so far.
    pub values: Vec<Option<Scalar>>,
    /// The active scopes.
    pub scopes: Vec<ScopeId>,
    /// The height of the lane's memory before the call.
    pub base: Height,
}

impl Frame {
    /// What a variable denotes.
    pub fn place(&self, unit: &Unit, variable: VarId) -> Result<Reference, Trouble> {
        self.places.get(variable.index()).copied().flatten().ok_or_else(|| {
            let name = unit.vars.get(variable).map_or("?", |variable| &variable.name);
            Trouble::Broken(format!("`{name}` is not in memory at this stage"))
        })
    }
}
