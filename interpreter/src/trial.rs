//! Runs for the compiler: one that is done once for all rows, and the value of an expression of constants.

use super::evaluate::Evaluator;
use super::machine::{Frame, Machine, initial_elements};
use super::mask::Mask;
use super::memory::{Memory, Object, Reference};
use super::outcome::{InterpreterError, LaneStatus};
use super::scalar::Scalar;
use super::{DEEP_STACK, Interpreter};
use forlane_cfg::expr::Expr;
use forlane_cfg::graph::BlockId;
use forlane_cfg::unit::{Storage, Unit, VarId};
use indexmap::{IndexMap, IndexSet};
use std::cell::Cell;

/// What one lane did that ran a unit without dummy arguments.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it ended.
    pub status: LaneStatus,
    /// The fuel that is left.
    pub fuel: u64,
    /// The blocks that it entered, by unit and block, of units that are graphs.
    pub visited: IndexSet<(usize, BlockId)>,
    /// What is in the variables of static storage and in areas afterwards, by unit and variable.
    pub kept: IndexMap<(usize, VarId), Vec<Scalar>>,
}

impl Interpreter<'_> {
    /// Runs a unit without dummy arguments by one lane, and says what that leaves.
    ///
    /// # Errors
    /// As [`Interpreter::run`].
    pub fn trial(&self, unit: &str) -> Result<Trial, InterpreterError> {
        if !self.is_deep {
            return self.trial_here(unit);
        }
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(DEEP_STACK);
            match builder.spawn_scoped(scope, || self.trial_here(unit)) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(_) => Err(InterpreterError::NoStack),
            }
        })
    }

    fn trial_here(&self, unit: &str) -> Result<Trial, InterpreterError> {
        let Some(&index) = self.units.get(unit) else {
            return Err(InterpreterError::UnknownUnit { name: unit.to_owned() });
        };
        let expected = self.program.units[index].dummies.len();
        if expected > 0 {
            return Err(InterpreterError::ArgumentCount { unit: unit.to_owned(), expected, given: 0 });
        }
        self.check_sizes()?;
        let mut machine = Machine::new(self.program, &self.units, self.options, 1);
        machine.lanes[0].visited = Some(IndexSet::new());
        let base = machine.lanes[0].memory.height();
        machine.enter(0, index, &[], base);
        machine.execute(index, Mask::first(1))?;
        let lane = &mut machine.lanes[0];
        let is_kept = |(unit, var): &(usize, VarId)| {
            matches!(self.program.units[*unit].vars[*var].storage, Storage::Static | Storage::Area)
        };
        let kept = lane.statics.iter().filter(|(key, _)| is_kept(key));
        Ok(Trial {
            kept: kept.map(|(key, place)| (*key, lane.memory.elements(*place))).collect(),
            status: lane.status.take().unwrap_or(LaneStatus::Returned),
            fuel: lane.fuel.get(),
            visited: lane.visited.take().unwrap_or_default(),
        })
    }
}

/// The constants of a unit, to evaluate expressions of them.
#[derive(Debug)]
pub struct Constants<'u> {
    unit: &'u Unit,
    memory: Memory,
    frame: Frame,
}

impl<'u> Constants<'u> {
    /// Those of a unit: the variables of [`Storage::Constant`].
    pub fn of(unit: &'u Unit) -> Constants<'u> {
        let mut memory = Memory::default();
        let base = memory.height();
        let mut place = |var: &forlane_cfg::unit::Var| -> Option<Reference> {
            let is_constant = var.storage == Storage::Constant;
            is_constant.then(|| memory.allocate(Object::Private(initial_elements(var))))
        };
        let places = unit.vars.iter().map(|(_, var)| place(var)).collect();
        Constants { unit, memory, frame: Frame { places, values: Vec::new(), scopes: Vec::new(), base } }
    }

    /// The value of an expression that reads nothing else; none where evaluating it fails.
    pub fn value(&self, expr: &Expr) -> Option<Scalar> {
        let fuel = Cell::new(1);
        let evaluator = Evaluator { unit: self.unit, frame: &self.frame, memory: &self.memory, fuel: &fuel };
        evaluator.expr(expr).ok()
    }
}
