//! The loops over the ranges of an array assignment.

use super::{Emitter, constant};
use forlane_cfg::analysis::Direction;
use forlane_cfg::{
    ActionKind, BlockId, Expr, IndexRange, IntegerBinary, IntegerExpr, IntegerKind, LogicalExpr, Place, Relation,
    Terminator, Type, VarId,
};

/// A loop in whose body actions are added.
struct OpenLoop {
    counter: VarId,
    direction: Direction,
    head: BlockId,
    exit: BlockId,
}

/// The loops over some ranges.
pub(super) struct OpenLoops {
    /// The outermost first.
    loops: Vec<OpenLoop>,
    /// The number of the iteration along each range, from zero on.
    pub(super) counters: Vec<IntegerExpr>,
}

impl Emitter<'_> {
    /// The range with bounds that stay what they are now.
    pub(super) fn fixed_range(&mut self, range: IndexRange) -> IndexRange {
        let IndexRange { index, first, step, count } = range;
        let (first, step) = (self.kept_integer("first", first), self.kept_integer("step", step));
        let count = self.kept_integer("count", in_kind(IntegerKind::I4, count));
        IndexRange { index, first, step, count }
    }

    /// Opens a loop for each range, the last one outermost; they run forward where no direction is given.
    pub(super) fn open_loops(&mut self, ranges: &[IndexRange], directions: &[Direction]) -> OpenLoops {
        let mut open = OpenLoops { loops: Vec::new(), counters: vec![constant(0); ranges.len()] };
        for (number, range) in ranges.iter().enumerate().rev() {
            let direction = directions.get(number).copied().unwrap_or(Direction::Forward);
            let counter =
                if counts_itself(range) { range.index } else { self.variable("count", Type::Integer(IntegerKind::I4)) };
            open.counters[number] = read(counter);
            open.loops.push(self.open_loop(range, counter, direction));
        }
        open
    }

    fn open_loop(&mut self, range: &IndexRange, counter: VarId, direction: Direction) -> OpenLoop {
        let (begin, relation, limit) = match direction {
            Direction::Forward => (constant(0), Relation::Less, range.count.clone()),
            Direction::Backward => {
                (binary(IntegerBinary::Subtract, range.count.clone(), constant(1)), Relation::GreaterEqual, constant(0))
            }
        };
        self.action(ActionKind::Assign { target: counter, value: Expr::Integer(begin) });
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.fall_into(head);
        let condition = LogicalExpr::CompareInteger(relation, Box::new(read(counter)), Box::new(limit));
        self.end(Terminator::Branch { condition, then: body, otherwise: exit });
        self.current = body;
        if counter != range.index {
            let kind = range.first.kind();
            let moved = binary(IntegerBinary::Multiply, range.step.clone(), in_kind(kind, read(counter)));
            let value = Expr::Integer(binary(IntegerBinary::Add, range.first.clone(), moved));
            self.action(ActionKind::Assign { target: range.index, value });
        }
        OpenLoop { counter, direction, head, exit }
    }

    /// Ends the bodies of the loops.
    pub(super) fn close_loops(&mut self, open: OpenLoops) {
        for OpenLoop { counter, direction, head, exit } in open.loops.into_iter().rev() {
            let operation = match direction {
                Direction::Forward => IntegerBinary::Add,
                Direction::Backward => IntegerBinary::Subtract,
            };
            let next = binary(operation, read(counter), constant(1));
            self.action(ActionKind::Assign { target: counter, value: Expr::Integer(next) });
            self.end(Terminator::Goto(head));
            self.current = exit;
        }
    }
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
