//! Under which condition control leaves a loop at the end of a block.

use forlane_cfg::expr::{IntegerExpr, LogicalBinary, LogicalExpr, Relation};
use forlane_cfg::graph::{BlockId, Terminator};

/// The condition under which control goes from a block to one of the targets for which `leaves` holds; none if it
/// always or never does.
pub(super) fn leaving_condition(terminator: &Terminator, leaves: &dyn Fn(BlockId) -> bool) -> Option<LogicalExpr> {
    match terminator {
        Terminator::Branch { condition, then, otherwise } => match (leaves(*then), leaves(*otherwise)) {
            (true, false) => Some(condition.clone()),
            (false, true) => Some(not(condition.clone())),
            _ => None,
        },
        Terminator::Switch { selector, cases, default } => {
            let is_default = leaves(*default);
            // With the default, it is all values but those of the cases that stay.
            let values = cases.iter().filter(|case| leaves(case.target) != is_default).flat_map(|case| &case.values);
            let (relation, operation) = match is_default {
                true => (Relation::NotEqual, LogicalBinary::And),
                false => (Relation::Equal, LogicalBinary::Or),
            };
            let equals = |value: &i64| {
                let value = Box::new(IntegerExpr::Constant(selector.kind(), *value));
                LogicalExpr::CompareInteger(relation, Box::new(selector.clone()), value)
            };
            let join = |left, right| LogicalExpr::Binary(operation, Box::new(left), Box::new(right));
            values.map(equals).reduce(join)
        }
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => None,
    }
}

/// The opposite. A comparison of reals stays inside of `.not.`, because with a NaN no relation but `/=` holds.
pub(super) fn not(condition: LogicalExpr) -> LogicalExpr {
    match condition {
        LogicalExpr::Constant(value) => LogicalExpr::Constant(!value),
        LogicalExpr::Not(operand) => *operand,
        LogicalExpr::CompareInteger(relation, left, right) => {
            LogicalExpr::CompareInteger(relation.opposite(), left, right)
        }
        LogicalExpr::CompareReal(relation @ (Relation::Equal | Relation::NotEqual), left, right) => {
            LogicalExpr::CompareReal(relation.opposite(), left, right)
        }
        other => LogicalExpr::Not(Box::new(other)),
    }
}
