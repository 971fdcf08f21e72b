//! Changes the structure of units by chance. What comes out need not keep to any rule, but prints as text that can be
//! read.

mod actions;
mod control;
mod declarations;
mod operands;

use crate::random::Random;
use forlane_cfg::{Program, Unit, Var, VarId};

/// What a change may look at beside the unit that it changes.
struct Around {
    /// The names of all units.
    units: Vec<String>,
    /// The variables of all units.
    vars: Vec<Var>,
}

/// Changes one thing of one unit.
pub fn program(random: &mut Random, program: &mut Program) {
    if program.units.is_empty() {
        return;
    }
    let around = Around {
        units: program.units.iter().map(|unit| unit.name.clone()).collect(),
        vars: program.units.iter().flat_map(|unit| unit.vars.iter().map(|(_, var)| var.clone())).collect(),
    };
    let index = random.below(program.units.len());
    let unit = &mut program.units[index];
    match random.below(16) {
        0..=4 => declarations::variable(random, unit, &around),
        5 => declarations::interface(random, unit),
        6 => declarations::head(random, unit, &around),
        7 => declarations::value(random, unit),
        8..=12 => actions::one(random, unit, &around),
        _ => control::one(random, unit),
    }
}

/// One of the variables of a unit.
fn any_var(random: &mut Random, unit: &Unit) -> Option<VarId> {
    let ids: Vec<VarId> = unit.vars.iter().map(|(id, _)| id).collect();
    (!ids.is_empty()).then(|| *random.pick(&ids))
}
