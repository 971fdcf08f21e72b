//! The values of calls that depend on constants alone: of a function that touches nothing but its arguments, and is
//! given only constants, as LSAME is the option of a caller that is known and a letter. The reference interpreter runs
//! it.

use super::folder::{Folder, Known, is_followed};
use super::literal;
use crate::kernel_program::reached_units;
use forlane_cfg::analysis::{Effects, Recursion};
use forlane_cfg::{
    Action, ActionKind, Argument, Block, Body, Callee, Constant, Expr, Graph, Program, Scope, ScopeKind, SourceLine,
    Stage, Storage, Terminator, Type, Unit, UnitKind, Var, VarId,
};
use forlane_interpreter::{Interpreter, LaneStatus, Options};
use id_arena::Arena;
use std::collections::HashMap;

/// The most steps of the interpreter for one call.
const MOST_STEPS: u64 = 2_000;
/// The most steps for all calls of a kernel.
const FUEL: u64 = 100_000;
/// The steps that setting up a run is charged for.
const SETTING_UP: u64 = 100;
/// The most elements of a constant array that is passed, and of all variables of the units that run.
const MOST_ELEMENTS: u64 = 4_096;

/// The calls of a kernel that were run.
pub(crate) struct Calls {
    fuel: u64,
    /// By the callee and the bytes of what it is given: its value, if it has one.
    known: HashMap<(String, Vec<Vec<u8>>), Option<Constant>>,
}

impl Default for Calls {
    fn default() -> Calls {
        Calls { fuel: FUEL, known: HashMap::new() }
    }
}

impl Calls {
    /// The value of a call that an action of the folder's unit is, if it depends on constants alone.
    pub fn value(
        &mut self,
        program: &Program,
        folder: &Folder<'_>,
        action: &ActionKind,
        effects: &Effects,
    ) -> Option<Constant> {
        let (name, result, arguments) = of_constants(folder, action, effects)?;
        let key = (name.to_owned(), arguments.iter().map(ConstantArgument::to_bytes).collect());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let value = self.run(program, name, arguments, folder.unit().vars[result].ty);
        self.known.insert(key, value.clone());
        value
    }

    fn run(&mut self, program: &Program, name: &str, passed: Vec<ConstantArgument>, ty: Type) -> Option<Constant> {
        let mut reached = reached_units(program, name);
        reached.units.retain(|unit| unit.kind != UnitKind::BlockData);
        let elements =
            reached.units.iter().flat_map(|unit| unit.vars.iter().filter_map(|(_, var)| var.element_count()));
        let can_run = |unit: &Unit| {
            unit.stage == Stage::Cfg
                && !unit.actions().any(|action| matches!(action.kind, ActionKind::Allocate { .. } | ActionKind::Io(_)))
        };
        if self.fuel < SETTING_UP
            || elements.fold(0, u64::saturating_add) > MOST_ELEMENTS
            || !reached.units.iter().all(can_run)
            || !Recursion::compute(&reached.units).is_empty()
        {
            return None;
        }
        let (caller, result) = caller(name, passed, ty)?;
        let (index, caller_name) = (reached.units.len(), caller.name.clone());
        reached.units.push(caller);
        let options = Options { fuel: MOST_STEPS.min(self.fuel), ..Options::default() };
        let run = Interpreter::new(&reached, options).trial(&caller_name);
        let left = run.as_ref().map_or(0, |run| run.fuel);
        self.fuel = self.fuel.saturating_sub(options.fuel - left + SETTING_UP);
        let run = run.ok().filter(|run| matches!(run.status, LaneStatus::Returned))?;
        let value = run.kept.get(&(index, result))?.first()?.to_constant();
        // The sign and payload of a NaN are not said.
        (!matches!(value, Constant::Real(_, value) if value.is_nan())).then_some(value)
    }
}

/// Whether an action of a unit calls a function that touches nothing but its arguments, and is given constants alone.
pub(crate) fn is_of_constants(unit: &Unit, action: &ActionKind, effects: &Effects) -> bool {
    of_constants(&Folder::new(unit, Known::default()), action, effects).is_some()
}

/// The function that such a call calls, where its value goes, and what it is given.
fn of_constants<'a>(
    folder: &Folder<'_>,
    action: &'a ActionKind,
    effects: &Effects,
) -> Option<(&'a str, VarId, Vec<ConstantArgument>)> {
    let ActionKind::Call { callee: Callee::Unit(name), arguments, result: Some(result), .. } = action else {
        return None;
    };
    let done = effects.of(name)?;
    let depends_on_more = done.prints || done.touches_static || done.calls_unknown || done.assigned.contains(&true);
    if depends_on_more || !is_followed(folder.unit(), *result) {
        return None;
    }
    let passed = arguments.iter().map(|argument| constant_argument(folder, argument)).collect::<Option<_>>()?;
    Some((name, *result, passed))
}

/// A constant that a call passes.
enum ConstantArgument {
    Scalar(Constant),
    Array(Var),
}

impl ConstantArgument {
    fn to_bytes(&self) -> Vec<u8> {
        match self {
            ConstantArgument::Scalar(value) => value.to_bytes(),
            ConstantArgument::Array(var) => {
                let runs = var.initial.iter().flat_map(|(first, count, value)| {
                    first.to_le_bytes().into_iter().chain(count.to_le_bytes()).chain(value.to_bytes())
                });
                var.element_count().unwrap_or(0).to_le_bytes().into_iter().chain(runs).collect()
            }
        }
    }
}

fn constant_argument(folder: &Folder<'_>, argument: &Argument) -> Option<ConstantArgument> {
    if let Argument::Array(array) = argument {
        let var = &folder.unit().vars[*array];
        let is_small = var.element_count().is_some_and(|count| count <= MOST_ELEMENTS);
        return (var.storage == Storage::Constant && is_small).then(|| ConstantArgument::Array(var.clone()));
    }
    let value = match argument {
        Argument::Value(value) => {
            let mut value = value.clone();
            folder.expr(&mut value);
            Some(value)
        }
        other => folder.passed(other),
    };
    value.as_ref().and_then(literal).map(ConstantArgument::Scalar)
}

/// A subroutine that calls a function with these arguments and keeps its value in a static variable.
fn caller(name: &str, passed: Vec<ConstantArgument>, ty: Type) -> Option<(Unit, VarId)> {
    let (mut vars, mut scopes) = (Arena::new(), Arena::new());
    let scope = scopes.alloc(Scope { kind: ScopeKind::Subprogram, parent: None });
    let result = vars.alloc(Var { storage: Storage::Static, ..Var::local("value".to_owned(), ty, scope) });
    let mut arguments = Vec::with_capacity(passed.len());
    for (at, argument) in passed.into_iter().enumerate() {
        arguments.push(match argument {
            ConstantArgument::Scalar(value) => Argument::Value(Expr::constant(&value)?),
            ConstantArgument::Array(var) => {
                Argument::Array(vars.alloc(Var { name: format!("given.{at}"), scope, ..var }))
            }
        });
    }
    let callee = Callee::Unit(name.to_owned());
    let kinds = [
        ActionKind::ScopeEntry(scope),
        ActionKind::Call { callee, arguments, result: Some(result), result_value: None },
        ActionKind::ScopeExit(scope),
    ];
    let at = SourceLine::default();
    let actions = kinds.into_iter().map(|kind| Action { kind, at }).collect();
    let mut blocks = Arena::new();
    let start = blocks.alloc(Block { actions, ..Block::new(Terminator::Return(Vec::new()), at) });
    let unit = Unit {
        // No unit has a blank in its name.
        name: format!("call of {name}"),
        origin: None,
        kind: UnitKind::Subroutine,
        stage: Stage::Cfg,
        file: String::new(),
        files: Vec::new(),
        inlined: Vec::new(),
        vars,
        dummies: Vec::new(),
        arguments: Vec::new(),
        result: None,
        scopes,
        values: Arena::new(),
        body: Body::Graph(Graph { blocks, start }),
    };
    Some((unit, result))
}
