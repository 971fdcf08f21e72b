//! Whether lanes of a kernel that are done can take other rows while the others go on.

use super::ArgumentShape;
use crate::parameters::Parameter;
use crate::tables::CodeTables;
use forlane_cfg::analysis::RefillLoop;
use forlane_cfg::{Body, Unit};

/// Why they can't, as a clause, given the kernel's masked unit. Lanes that go on do again what comes before the loop,
/// with the arguments alone, so nothing may be kept for a lane in memory or outside.
pub(super) fn obstacle(
    unit: &Unit,
    (parameters, shapes): (&[Parameter], &[ArgumentShape]),
    tables: &CodeTables,
    has_transfers: bool,
) -> Option<String> {
    if found(unit).is_none() {
        return Some("the loop that costs most, if there is one, is not one that lanes leave one by one".to_owned());
    }
    if let Some((parameter, _)) =
        parameters.iter().zip(shapes).find(|(_, shape)| matches!(shape, ArgumentShape::RowArray))
    {
        return Some(format!("`{}` is an array for each row", parameter.name));
    }
    if has_transfers {
        return Some("it reads or writes".to_owned());
    }
    (tables.layout.bytes() > 0).then(|| "lanes have variables in memory".to_owned())
}

/// Whether they may gain by it.
pub(super) fn is_promising(unit: &Unit) -> bool {
    found(unit).is_some_and(|found| found.is_promising())
}

fn found(unit: &Unit) -> Option<RefillLoop> {
    let Body::Tree(tree) = &unit.body else { return None };
    RefillLoop::find(tree)
}
