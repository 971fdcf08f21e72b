//! Runs for the compiler: one that is done once for all rows, and the value of an expression of constants.

use super::evaluate::Evaluator;
use super::frame::Frame;
use super::machine::Machine;
use super::mask::Mask;
use super::memory::Memory;
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
        let mut machine = Machine::new(self, 1);
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

/// The value of an expression of a unit that reads nothing; none where evaluating it fails.
pub fn constant_value(unit: &Unit, expr: &Expr) -> Option<Scalar> {
    let memory = Memory::default();
    let frame = Frame { places: Vec::new(), values: Vec::new(), scopes: Vec::new(), base: memory.height() };
    let fuel = Cell::new(1);
    Evaluator { unit, frame: &frame, memory: &memory, fuel: &fuel }.expr(expr).ok()
}
