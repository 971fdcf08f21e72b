//! The loops over the ranges of an array assignment.

use forlane_cfg::analysis::Direction;
use forlane_cfg::builder::OpenLoop;
use forlane_cfg::{
    ActionKind, Expr, GraphBuilder, IndexRange, IntegerBinary, IntegerExpr, IntegerKind, Place, Type, VarId, names,
};

/// The loops over some ranges.
pub(super) struct OpenLoops {
    /// The outermost first.
    loops: Vec<OpenLoop>,
    /// The number of the iteration along each range, from zero on.
    pub(super) counters: Vec<IntegerExpr>,
}

impl OpenLoops {
    /// Opens a loop for each range, the last one outermost; they run forward where no direction is given.
    pub fn open(builder: &mut GraphBuilder, ranges: &[IndexRange], directions: &[Direction]) -> OpenLoops {
        let mut open = OpenLoops { loops: Vec::new(), counters: vec![constant(0); ranges.len()] };
        for (number, range) in ranges.iter().enumerate().rev() {
            let direction = directions.get(number).copied().unwrap_or(Direction::Forward);
            let has_counter = counts_itself(range);
            let counter =
                if has_counter { range.index } else { builder.temporary(names::COUNT, Type::Integer(IntegerKind::I4)) };
            open.counters[number] = read(counter);
            open.loops.push(builder.open_loop(counter, &range.count, direction));
            if !has_counter {
                let kind = range.first.kind();
                let moved = binary(IntegerBinary::Multiply, range.step.clone(), in_kind(kind, read(counter)));
                let value = Expr::Integer(binary(IntegerBinary::Add, range.first.clone(), moved));
                builder.action(ActionKind::Assign { target: range.index, value });
            }
        }
        open
    }

    /// Ends the bodies of the loops.
    pub fn close(self, builder: &mut GraphBuilder) {
        self.loops.into_iter().rev().for_each(|open| builder.close_loop(open));
    }
}

/// The ranges with bounds that stay what they are now.
pub(super) fn fixed_ranges(builder: &mut GraphBuilder, ranges: Vec<IndexRange>) -> Vec<IndexRange> {
    let fixed = |IndexRange { index, first, step, count }| {
        let (first, step) = (builder.keep_integer("first", first), builder.keep_integer("step", step));
        let count = builder.keep_integer("count", in_kind(IntegerKind::I4, count));
        IndexRange { index, first, step, count }
    };
    ranges.into_iter().map(fixed).collect()
}

/// Whether the index is the number of the iteration.
fn counts_itself(range: &IndexRange) -> bool {
    range.has_unit_step() && matches!(range.first, IntegerExpr::Constant(IntegerKind::I4, 0))
}

fn read(counter: VarId) -> IntegerExpr {
    IntegerExpr::Read(IntegerKind::I4, Place::Variable(counter))
}

pub(super) fn binary(operation: IntegerBinary, left: IntegerExpr, right: IntegerExpr) -> IntegerExpr {
    IntegerExpr::Binary(operation, Box::new(left), Box::new(right))
}

fn in_kind(kind: IntegerKind, expr: IntegerExpr) -> IntegerExpr {
    if expr.kind() == kind { expr } else { IntegerExpr::FromInteger(kind, Box::new(expr)) }
}

/// A constant of the kind of counters.
pub(super) fn constant(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(IntegerKind::I4, value)
}
