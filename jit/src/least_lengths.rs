//! How many elements a dummy array has at least, whoever calls its unit: an index below that needs no check.
//!
//! ```text
//! (k)   real8 a[12]; call s(&a[]), call s(&a[4])       x has at least 8 elements
//! (s)   real8 x[*]; x[0] + x[7]                        neither is checked
//! ```
//!
//! What a kernel is entered with has a length that is known at run time only, and so has what recursive units get.

use crate::call_order::calls;
use crate::layout::element_count;
use crate::recursion::BoundRecursion;
use forlane_cfg::{Argument, IntegerExpr, Storage, Unit, VarId};
use indexmap::IndexMap;

/// The least lengths of the dummy arrays of the units of a kernel.
#[derive(Clone, Debug, Default)]
pub struct LeastLengths {
    /// Of units that are called: of each dummy argument, in order.
    dummies: IndexMap<String, Vec<u64>>,
}

impl LeastLengths {
    /// Of these units, callees first: each is looked at after all that call it.
    pub fn compute(units: &[&Unit], recursion: &BoundRecursion) -> LeastLengths {
        let by_name: IndexMap<&str, &Unit> = units.iter().map(|unit| (unit.name.as_str(), *unit)).collect();
        let mut lengths = LeastLengths::default();
        for unit in units.iter().rev() {
            for call in calls(unit) {
                let Some(callee) = call.callee.unit().and_then(|name| by_name.get(name)) else { continue };
                let passed = call.arguments.iter().zip(&callee.dummies);
                let passed: Vec<u64> =
                    passed.map(|(argument, dummy)| lengths.passed(unit, argument, callee, *dummy)).collect();
                if recursion.contains(&callee.name) {
                    continue;
                }
                match lengths.dummies.get_mut(&callee.name) {
                    Some(known) => known.iter_mut().zip(passed).for_each(|(known, passed)| *known = passed.min(*known)),
                    None => {
                        lengths.dummies.insert(callee.name.clone(), passed);
                    }
                }
            }
        }
        lengths
    }

    /// How many elements a variable has at least.
    pub fn of(&self, unit: &Unit, var: VarId) -> u64 {
        let data = &unit.vars[var];
        match data.storage {
            _ if data.is_dynamic() => 0,
            Storage::Dummy if data.array.is_some() => {
                let position = unit.dummies.iter().position(|dummy| *dummy == var);
                let known = position.and_then(|position| self.dummies.get(&unit.name)?.get(position));
                known.copied().unwrap_or(0)
            }
            _ => element_count(data),
        }
    }

    /// How many elements a dummy array has at least in one call.
    fn passed(&self, caller: &Unit, argument: &Argument, callee: &Unit, dummy: VarId) -> u64 {
        let Some(var) = argument.referenced() else { return 0 };
        if caller.vars[var].ty.size() != callee.vars[dummy].ty.size() {
            return 0;
        }
        let length = self.of(caller, var);
        match argument {
            Argument::Element(_, IntegerExpr::Constant(_, offset)) => {
                u64::try_from(*offset).map_or(0, |offset| length.saturating_sub(offset))
            }
            Argument::Element(..) => 0,
            _ => length,
        }
    }
}
