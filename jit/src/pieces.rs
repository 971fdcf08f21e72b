//! Which variables are one piece of memory in each lane, since calls take them as elements of another size. Arrays of
//! dynamic length always are.
//!
//! ```text
//! (k)   real8 a[3]; call s(&a[])        s takes x as real8 elements: of one piece, since s passes it on
//! (s)   real8 x[*]; call t(&x[])        t takes it as elements of another size
//! (t)   integer4 i[*]
//! ```

use crate::call_order::calls;
use forlane_cfg::{Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// The variables that are one piece in each lane.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// By the unit's name in the source: copies of a unit share their static variables.
    vars: IndexSet<(String, VarId)>,
}

impl Pieces {
    /// Finds them in the units of a kernel, by going round until nothing changes.
    pub fn compute(units: &[&Unit]) -> Pieces {
        let by_name: IndexMap<&str, &Unit> = units.iter().map(|unit| (unit.name.as_str(), *unit)).collect();
        let mut pieces = Pieces::default();
        let mut known = None;
        while known != Some(pieces.vars.len()) {
            known = Some(pieces.vars.len());
            for unit in units {
                for call in calls(unit) {
                    let Some(callee) = call.callee.unit().and_then(|name| by_name.get(name)) else { continue };
                    for (argument, dummy) in call.arguments.iter().zip(&callee.dummies) {
                        let Some(var) = argument.referenced() else { continue };
                        let is_dynamic = unit.vars[var].is_dynamic();
                        let is_resized = unit.vars[var].ty.size() != callee.vars[*dummy].ty.size();
                        if !is_dynamic && (is_resized || pieces.contains(callee, *dummy)) {
                            pieces.vars.insert((unit.source_name().to_owned(), var));
                        }
                    }
                }
            }
        }
        pieces
    }

    /// Whether a variable is among them.
    pub fn contains(&self, unit: &Unit, var: VarId) -> bool {
        self.vars.contains(&(unit.source_name().to_owned(), var))
    }
}
