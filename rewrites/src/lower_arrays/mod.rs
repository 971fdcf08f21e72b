//! Array assignments become loops, with a copy of the values only where it is needed.
//!
//! The dependence test of [`Overlap`] decides: where no element is read behind its assignment, in loops that may run
//! backward, each value is stored at once; otherwise all values go to a new array first, with them the mask and the
//! elements' offsets where the assignments could change these, and a second nest of loops stores them. The copy is freed
//! behind that if its length is not constant. The first range is the innermost loop.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`, no array assignments, no places by subscripts. Keeps: order of
//! evaluation but for that of the elements, results, source lines; a lane that fails may have stored more or fewer
//! elements. Invalidates: all analyses. Cost: linear in the size of the unit, times the number of stores of an
//! assignment.
//!
//! ```text
//! each index.1 = 0 for n: a[index.1 + 1] = a[index.1] @7      ; in place, backward: reads elements before it assigns them
//!
//! becomes
//!
//! b0:                                                 b2:
//!     index.1 = n - 1 @7                                  a[index.1 + 1] = a[index.1] @7
//!     goto b1 @7                                          index.1 = index.1 - 1 @7
//! b1:                                                     goto b1 @7
//!     if index.1 >= 0 goto b2 else b3 @7              b3:
//! ```

mod copy;
mod loops;

use forlane_cfg::analysis::{Direction, Overlap};
use forlane_cfg::{
    Action, ActionKind, ArrayAssignment, Block, BlockId, Body, Expr, Graph, IntegerExpr, IntegerKind, LogicalExpr,
    Place, ScopeId, Shape, SourceLine, StopCode, Storage, Terminator, Type, Unit, Var, VarId,
};
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

/// Lowers all array assignments of a unit.
pub fn lower_arrays(unit: &mut Unit) {
    let Body::Graph(graph) = &mut unit.body else { return };
    let is_array = |action: &Action| matches!(action.kind, ActionKind::Array(_));
    let blocks: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    let mut names = None;
    for id in blocks {
        if !graph.blocks[id].actions.iter().any(is_array) {
            continue;
        }
        let used = names.get_or_insert_with(|| unit.vars.iter().map(|(_, var)| var.name.clone()).collect());
        let (Some((scope, _)), at) = (unit.scopes.iter().next(), SourceLine::default()) else { return };
        Emitter { graph, vars: &mut unit.vars, names: used, scope, current: id, at }.lower_block();
    }
}

/// The names of variables, and how many of each stem were given.
#[derive(Default)]
struct Names {
    used: HashSet<String>,
    given: HashMap<&'static str, u32>,
}

impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Names {
        Names { used: names.into_iter().collect(), given: HashMap::new() }
    }
}

impl Names {
    /// A new name `stem.N`.
    fn give(&mut self, stem: &'static str) -> String {
        let number = self.given.entry(stem).or_insert(0);
        loop {
            *number += 1;
            let name = format!("{stem}.{number}");
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Appends to the current block.
struct Emitter<'a> {
    graph: &'a mut Graph,
    vars: &'a mut Arena<Var>,
    names: &'a mut Names,
    scope: ScopeId,
    current: BlockId,
    at: SourceLine,
}

impl Emitter<'_> {
    fn lower_block(mut self) {
        let block = &mut self.graph.blocks[self.current];
        let actions = std::mem::take(&mut block.actions);
        let terminator = std::mem::replace(&mut block.terminator, Terminator::Stop(StopCode::None));
        let end = block.at;
        for action in actions {
            match action.kind {
                ActionKind::Array(assignment) => {
                    self.at = action.at;
                    self.assignment(*assignment);
                }
                _ => self.graph.blocks[self.current].actions.push(action),
            }
        }
        let last = &mut self.graph.blocks[self.current];
        (last.terminator, last.at) = (terminator, end);
    }

    fn assignment(&mut self, assignment: ArrayAssignment) {
        if let Some(range) = assignment.ranges.first() {
            self.scope = self.vars[range.index].scope;
        }
        match Overlap::compute(self.vars, &assignment) {
            Overlap::None | Overlap::Apart => self.in_place(assignment, &[]),
            Overlap::Before(directions) => self.in_place(assignment, &directions),
            Overlap::Perhaps { .. } => self.by_copy(assignment),
        }
    }

    /// Stores each value at once, in loops that run forward where no direction is given.
    fn in_place(&mut self, mut assignment: ArrayAssignment, directions: &[Direction]) {
        assignment.for_each_place_mut(&mut to_element);
        let ranges = std::mem::take(&mut assignment.ranges);
        let ranges: Vec<_> = ranges.into_iter().map(|range| self.fixed_range(range)).collect();
        let open = self.open_loops(&ranges, directions);
        let behind = assignment.mask.take().map(|mask| self.guard(mask));
        self.parts(&mut assignment);
        let is_last = assignment.stores.len().saturating_sub(1);
        let mut stores = Vec::with_capacity(assignment.stores.len());
        for (number, store) in assignment.stores.into_iter().enumerate() {
            let offset = store.target.offset();
            let value = if number < is_last { self.kept("value", store.value) } else { store.value };
            stores.push(ActionKind::Store { array: store.target.array, offset, value });
        }
        stores.into_iter().for_each(|store| self.action(store));
        behind.into_iter().for_each(|behind| self.fall_into(behind));
        self.close_loops(open);
    }

    fn parts(&mut self, assignment: &mut ArrayAssignment) {
        for (target, value) in std::mem::take(&mut assignment.parts) {
            self.action(ActionKind::Assign { target, value });
        }
    }

    fn action(&mut self, kind: ActionKind) {
        let at = self.at;
        self.graph.blocks[self.current].actions.push(Action { kind, at });
    }

    fn new_block(&mut self) -> BlockId {
        let (merges, actions) = (Vec::new(), Vec::new());
        self.graph.blocks.alloc(Block { merges, actions, terminator: Terminator::Stop(StopCode::None), at: self.at })
    }

    fn end(&mut self, terminator: Terminator) {
        let block = &mut self.graph.blocks[self.current];
        (block.terminator, block.at) = (terminator, self.at);
    }

    fn fall_into(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
        self.current = block;
    }

    /// Goes on only where the condition holds; gives the block to which the others go.
    fn guard(&mut self, condition: LogicalExpr) -> BlockId {
        let (then, otherwise) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { condition, then, otherwise });
        self.current = then;
        otherwise
    }

    /// A new local variable `stem.N`.
    fn variable(&mut self, stem: &'static str, ty: Type) -> VarId {
        self.vars.alloc(Var {
            name: self.names.give(stem),
            ty,
            array: None,
            storage: Storage::Local,
            area: None,
            scope: self.scope,
            initial: Vec::new(),
            shape: Shape::Varying,
        })
    }

    /// The value from here on, in a variable `stem.N`.
    fn kept(&mut self, stem: &'static str, value: Expr) -> Expr {
        let ty = value.ty();
        let target = self.variable(stem, ty);
        // No array is of a type without such an expression.
        let Some(read) = Expr::read(ty, Place::Variable(target)) else { return value };
        self.action(ActionKind::Assign { target, value });
        read
    }

    /// The value from here on; constants and variables stay what they are.
    fn kept_integer(&mut self, stem: &'static str, value: IntegerExpr) -> IntegerExpr {
        if matches!(value, IntegerExpr::Constant(..) | IntegerExpr::Read(_, Place::Variable(_))) {
            return value;
        }
        let kind = value.kind();
        let target = self.variable(stem, Type::Integer(kind));
        self.action(ActionKind::Assign { target, value: Expr::Integer(value) });
        IntegerExpr::Read(kind, Place::Variable(target))
    }
}

/// What an element by its subscripts is outside of array assignments.
fn to_element(place: &mut Place) {
    if let Place::Section(section) = place {
        *place = section.element();
    }
}

/// A constant of the kind of counters.
fn constant(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(IntegerKind::I4, value)
}
