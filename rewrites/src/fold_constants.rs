//! Computes what depends on constants alone, through calls, and takes the branches that it decides.
//!
//! The operations of an expression whose operands are constants are done by the reference interpreter, so the results
//! are those of the generated code; what would fail there stays. An actual argument that is constant is passed by value
//! where the callee does not assign its dummy argument. A dummy argument to which all calls pass the same value is that
//! constant; the dummy argument stays. A local scalar is a constant where all ways leave that in it (`scalars`), and so
//! is what a function gives of constants, if it touches nothing else (`calls`).
//!
//! Requires: all units at stage `cfg`, and nothing but the root is called from outside. Ensures: stage `cfg`; no block
//! is unreachable. Keeps: results, which lanes fail. Invalidates: all analyses. Cost: O(size of the program) for each
//! round, of which there are at most [`MOST_ROUNDS`].
//!
//! ```text
//! b0:                                         b0:
//!     y = call series(x, &table[], &n)            y = call series(x, &table[], 3)
//!     if first goto b1 else b2                    goto b2
//! b1:                                becomes  b2:
//!     …                                           return
//! b2:
//!     return
//! ```

mod calls;
mod folder;
mod scalars;

pub(crate) use calls::{Calls, is_of_constants};
pub(crate) use folder::{Folder, Known};
use forlane_cfg::analysis::Effects;
use forlane_cfg::compact::compact_graph;
use forlane_cfg::{
    ActionKind, Argument, Body, Constant, Expr, IntegerExpr, IoAction, LogicalExpr, Program, RealExpr, Terminator, Unit,
};
use indexmap::IndexMap;
use scalars::{KnownScalars, pass_action};

/// The most rounds; what constants of callers make constant in callees takes no further one.
pub const MOST_ROUNDS: usize = 8;

/// What the callers of a unit pass to a dummy argument.
#[derive(Clone, Debug, PartialEq)]
enum PassedValue {
    /// All calls seen so far this value.
    One(Constant),
    /// Values that differ, or are not constant.
    Many,
}

/// For each unit by name, what is passed to its dummy arguments; a unit that nothing calls is not there.
type PassedValues = IndexMap<String, Vec<PassedValue>>;

/// Folds the units of a kernel, with the values of calls that are known so far.
pub(crate) fn fold_constants(program: &mut Program, root: &str, calls: &mut Calls) {
    let mut passed = PassedValues::new();
    for _ in 0..MOST_ROUNDS {
        let effects = Effects::compute(program);
        for index in 0..program.units.len() {
            fold_unit(program, index, &passed, &effects, calls);
        }
        let before = std::mem::replace(&mut passed, passed_values(program, root, &effects));
        if before == passed {
            return;
        }
    }
}

/// What the calls in blocks that are left pass to each unit but the root.
fn passed_values(program: &Program, root: &str, effects: &Effects) -> PassedValues {
    let mut passed = PassedValues::new();
    for action in program.units.iter().flat_map(Unit::actions) {
        let ActionKind::Call { callee, arguments, .. } = &action.kind else { continue };
        let Some(unit) = callee.unit().filter(|name| *name != root).and_then(|name| program.unit(name)) else {
            continue;
        };
        let known = passed.entry(unit.name.clone()).or_default();
        for (at, (argument, dummy)) in arguments.iter().zip(&unit.dummies).enumerate() {
            let dummy = &unit.vars[*dummy];
            let is_scalar = dummy.array.is_none() && !effects.unit_may_assign(&unit.name, at);
            let value = match argument {
                Argument::Value(value) => literal(value).filter(|value| is_scalar && value.ty() == dummy.ty),
                _ => None,
            };
            let value = value.map_or(PassedValue::Many, PassedValue::One);
            match known.get_mut(at) {
                Some(before) if is_same(before, &value) => {}
                Some(before) => *before = PassedValue::Many,
                None => known.push(value),
            }
        }
    }
    passed
}

fn is_same(one: &PassedValue, other: &PassedValue) -> bool {
    match (one, other) {
        (PassedValue::One(one), PassedValue::One(other)) => {
            one.ty() == other.ty() && one.to_bytes() == other.to_bytes()
        }
        _ => false,
    }
}

/// The value of an expression that is a constant.
pub(crate) fn literal(expr: &Expr) -> Option<Constant> {
    match expr {
        Expr::Integer(IntegerExpr::Constant(kind, value)) => Some(Constant::Integer(*kind, *value)),
        Expr::Real(RealExpr::Constant(kind, value)) => Some(Constant::Real(*kind, *value)),
        Expr::Logical(LogicalExpr::Constant(value)) => Some(Constant::Logical(*value)),
        _ => None,
    }
}

fn fold_unit(program: &mut Program, index: usize, passed: &PassedValues, effects: &Effects, calls: &mut Calls) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    let mut graph = graph.clone();
    let known: Known = match passed.get(&unit.name) {
        Some(passed) => (unit.dummies.iter().zip(passed))
            .filter_map(|(dummy, passed)| match passed {
                PassedValue::One(value) => Some((*dummy, value.clone())),
                PassedValue::Many => None,
            })
            .collect(),
        None => Known::default(),
    };
    let takes_value = |name: &str, at: usize| {
        let callee = program.unit(name)?;
        let dummy = &callee.vars[*callee.dummies.get(at)?];
        Some(dummy.array.is_none() && !effects.unit_may_assign(name, at))
    };
    let heads = KnownScalars::compute(program, (unit, &graph), &known, effects, calls);
    for (id, block) in graph.blocks.iter_mut() {
        // What no way leads to is dropped.
        let Some(known) = heads.at(id) else { continue };
        let mut folder = Folder::new(unit, known.clone());
        for action in &mut block.actions {
            if let ActionKind::Call { result: Some(target), .. } = action.kind
                && let Some(value) = calls.value(program, &folder, &action.kind, effects)
                && let Some(value) = Expr::constant(&value)
            {
                action.kind = ActionKind::Assign { target, value };
            }
            fold_action(&mut action.kind, &folder, &takes_value);
            pass_action(program, &mut folder, &action.kind, effects, calls);
        }
        fold_terminator(&mut block.terminator, &folder);
    }
    compact_graph(&mut graph);
    program.units[index].body = Body::Graph(graph);
}

pub(crate) fn fold_terminator(terminator: &mut Terminator, folder: &Folder<'_>) {
    match terminator {
        Terminator::Branch { condition, then, otherwise } => {
            folder.logical(condition);
            if let LogicalExpr::Constant(holds) = condition {
                *terminator = Terminator::Goto(if *holds { *then } else { *otherwise });
            }
        }
        Terminator::Switch { selector, cases, default } => {
            folder.integer(selector);
            if let IntegerExpr::Constant(_, value) = selector {
                let case = cases.iter().find(|case| case.values.contains(value));
                *terminator = Terminator::Goto(case.map_or(*default, |case| case.target));
            }
        }
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
    }
}

fn fold_action(action: &mut ActionKind, folder: &Folder<'_>, takes_value: &dyn Fn(&str, usize) -> Option<bool>) {
    match action {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Deallocate { .. } => {}
        ActionKind::Assign { value, .. } => folder.expr(value),
        ActionKind::Define { expr, .. } => folder.expr(expr),
        ActionKind::Store { offset, value, .. } => {
            folder.integer(offset);
            folder.expr(value);
        }
        ActionKind::StoreText { offset, length, value, .. } => {
            folder.integer(offset);
            folder.integer(length);
            folder.text(value);
        }
        ActionKind::Array(assignment) => folder.assignment(assignment),
        ActionKind::Allocate { length, .. } => folder.integer(length),
        ActionKind::Call { callee, arguments, .. } => {
            for (at, argument) in arguments.iter_mut().enumerate() {
                let takes_value = callee.unit().and_then(|name| takes_value(name, at)).unwrap_or(false);
                fold_argument(argument, folder, takes_value);
            }
        }
        ActionKind::Io(IoAction { operands, objects, .. }) => {
            operands.iter_mut().for_each(|operand| folder.expr(operand));
            objects.iter_mut().for_each(|object| fold_argument(object, folder, false));
        }
    }
}

fn fold_argument(argument: &mut Argument, folder: &Folder<'_>, takes_value: bool) {
    match argument {
        Argument::Value(value) => folder.expr(value),
        Argument::Element(_, offset) => folder.integer(offset),
        Argument::Variable(_) | Argument::InOut { .. } => {}
        Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
    }
    if let Some(value) = folder.passed(argument).filter(|_| takes_value) {
        *argument = Argument::Value(value);
    }
}
