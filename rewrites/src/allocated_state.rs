//! Gives the rows of a kernel the arrays of dynamic length that initialising calls have left allocated.
//!
//! Where nothing in the kernel's program allocates or frees such an array, it has a fixed length from then on, and what
//! is in it are its initial values: a constant, if no row changes it. Another one is allocated and filled at the start
//! of each row, by a subroutine that the kernel calls first, as what it frees, and allocates anew, is its own.
//!
//! Branches that flags decide come first, as `IF (.NOT. ALLOCATED(T)) ALLOCATE (T(N))` of what is allocated already.
//!
//! Requires: the program of the kernel `root` at stage `cfg`, in which the arrays lie in areas. Ensures: stage `cfg`.
//! Keeps: results of rows that start with these arrays. Invalidates: all analyses. Cost: O(size of the program).
//!
//! ```text
//! var table: real8[:] area "m.table" + 0 …   becomes   var table: real8[3] area "m.table" + 0 … = 0 for 3: 1e0
//! ```

use crate::compute_once::settle_flags;
use crate::kernel_program::reached_units;
use forlane_cfg::analysis::Direction;
use forlane_cfg::{
    ActionKind, AreaPlace, Argument, ArrayLength, Body, Callee, Constant, Expr, GraphBuilder, IntegerExpr, IntegerKind,
    LogicalExpr, Place, Program, Shape, SourceLine, Stage, Storage, Terminator, Type, Unit, UnitKind, Var, VarId,
};
use std::collections::HashSet;

/// The subroutine that allocates what rows may free; no name of a source has a `.` at its place.
pub const ALLOCATED_STATE: &str = "setup.allocated";

/// Says in a program whose kernel calls itself whether that has been done.
const DONE: &str = "setup.allocated.done";

/// An array that is allocated when rows start.
#[derive(Clone, Debug)]
pub struct AllocatedArray {
    /// The area in which it lies.
    pub area: String,
    /// The type of its elements.
    pub ty: Type,
    /// Their number, which is not zero.
    pub length: u64,
    /// Runs of equal elements: first, number, value; others are zero.
    pub initial: Vec<(u64, u64, Constant)>,
}

/// Gives the program of the kernel `root` these arrays.
pub fn take_over(program: &mut Program, root: &str, arrays: &[AllocatedArray]) {
    if arrays.is_empty() {
        return;
    }
    if settle_flags(program, root) {
        *program = reached_units(program, root);
    }
    let changed = changed_areas(program);
    let (own, fixed): (Vec<&AllocatedArray>, Vec<&AllocatedArray>) =
        arrays.iter().partition(|array| changed.contains(&array.area));
    fixed.into_iter().for_each(|array| fix(program, array));
    allocate_at_start(program, root, &own);
}

/// Has the unit `root` begin by allocating and filling these arrays, whatever is done to them.
pub fn allocate_first(program: &mut Program, root: &str, arrays: &[AllocatedArray]) {
    allocate_at_start(program, root, &arrays.iter().collect::<Vec<_>>());
}

fn allocate_at_start(program: &mut Program, root: &str, arrays: &[&AllocatedArray]) {
    if !arrays.is_empty() {
        program.units.push(allocate(arrays));
        call_first(program, root);
    }
}

/// The areas of arrays that something allocates, frees, or may do so with as a dummy argument.
fn changed_areas(program: &Program) -> HashSet<String> {
    let mut changed = HashSet::new();
    let takes_dynamic = |callee: &Callee, at: usize| {
        let unit = callee.unit().and_then(|name| program.unit(name));
        unit.and_then(|unit| Some(unit.vars[*unit.dummies.get(at)?].is_dynamic())).unwrap_or(true)
    };
    for unit in &program.units {
        let mut note = |var: &VarId| changed.extend(area_of(&unit.vars[*var]).map(str::to_owned));
        // The arrays of what is not a graph are left as they are.
        if unit.stage != Stage::Cfg {
            unit.vars.iter().for_each(|(var, _)| note(&var));
        }
        for action in unit.actions() {
            match &action.kind {
                ActionKind::Allocate { array, .. } | ActionKind::Deallocate { array } => note(array),
                ActionKind::Call { callee, arguments, .. } => {
                    for (at, argument) in arguments.iter().enumerate() {
                        if let Argument::Array(var) = argument
                            && takes_dynamic(callee, at)
                        {
                            note(var);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    changed
}

/// The area of an array of dynamic length.
fn area_of(var: &Var) -> Option<&str> {
    var.area.as_ref().filter(|_| var.is_dynamic()).map(|place| place.area.as_str())
}

/// Gives an array its length and values wherever it is named.
fn fix(program: &mut Program, array: &AllocatedArray) {
    let mut initial = Some(array.initial.clone());
    for unit in &mut program.units {
        for (_, var) in unit.vars.iter_mut().filter(|(_, var)| area_of(var) == Some(&array.area)) {
            var.array = Some(ArrayLength::Constant(array.length));
            var.initial = initial.take().unwrap_or_default();
        }
    }
}

/// The subroutine that allocates and fills arrays.
fn allocate(arrays: &[&AllocatedArray]) -> Unit {
    let mut code = GraphBuilder::new(SourceLine::default());
    let (scope, kind) = (code.scope, IntegerKind::I4);
    code.action(ActionKind::ScopeEntry(scope));
    let in_area = |area: &str, var: Var| {
        let area = Some(AreaPlace { area: area.to_owned(), offset: 0 });
        Var { storage: Storage::Area, area, ..var }
    };
    let done = in_area(DONE, Var::local(code.numbered("done"), Type::Logical, scope));
    let done = code.vars.alloc(done);
    let is_first = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(done))));
    let otherwise = code.open_if(is_first);
    code.action(ActionKind::Assign { target: done, value: Expr::Logical(LogicalExpr::Constant(true)) });
    for array in arrays {
        let local = |name: String| Var { shape: Shape::Varying, ..Var::local(name, array.ty, scope) };
        let target = in_area(&array.area, local(code.numbered("array")));
        let target = code.vars.alloc(Var { array: Some(ArrayLength::Dynamic), ..target });
        let values = local(code.numbered("values"));
        let values = code.vars.alloc(Var {
            array: Some(ArrayLength::Constant(array.length)),
            storage: Storage::Constant,
            shape: Shape::Uniform,
            initial: array.initial.clone(),
            ..values
        });
        let length = IntegerExpr::Constant(kind, array.length as i64);
        code.action(ActionKind::Allocate { array: target, length: length.clone() });
        let counter = code.temporary("element", Type::Integer(kind));
        let open = code.open_loop(counter, &length, Direction::Forward);
        let at = IntegerExpr::Read(kind, Place::Variable(counter));
        if let Some(value) = Expr::read(array.ty, Place::Element(values, Box::new(at.clone()))) {
            code.action(ActionKind::Store { array: target, offset: at, value });
        }
        code.close_loop(open);
    }
    code.fall_into(otherwise);
    code.action(ActionKind::ScopeExit(scope));
    code.end(Terminator::Return(Vec::new()));
    code.into_unit(ALLOCATED_STATE.to_owned(), UnitKind::Subroutine, "the initialising calls".to_owned())
}

/// Calls that subroutine where the kernel begins.
fn call_first(program: &mut Program, root: &str) {
    let Some(unit) = program.units.iter_mut().find(|unit| unit.name == root) else { return };
    let Body::Graph(graph) = &mut unit.body else { return };
    let actions = &mut graph.blocks[graph.start].actions;
    let is_entry = |kind: &ActionKind| matches!(kind, ActionKind::ScopeEntry(_));
    let after = actions.iter().take_while(|action| is_entry(&action.kind)).count();
    let at = actions.first().map(|action| action.at).unwrap_or_default();
    let callee = Callee::Unit(ALLOCATED_STATE.to_owned());
    let kind = ActionKind::Call { callee, arguments: Vec::new(), result: None, result_value: None };
    actions.insert(after, forlane_cfg::Action { kind, at });
}
