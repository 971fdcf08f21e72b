//! Walks a lane through a control flow graph.

use super::frame::Trouble;
use super::machine::Machine;
use super::mask::Mask;
use super::outcome::{InterpreterError, LaneStatus};
use forlane_cfg::graph::{Block, BlockId, Graph, Terminator};
use forlane_cfg::unit::{SourceLine, Unit};

/// Where a lane goes at the end of a block.
enum Next {
    Block(BlockId),
    Returned,
    Stopped,
}

impl<'p> Machine<'p> {
    /// Walks from START until the lane returns or ends otherwise; true if it returns.
    pub fn walk_graph(&mut self, unit: &'p Unit, graph: &'p Graph, lane: usize) -> Result<bool, InterpreterError> {
        let alone = Mask::lane(lane);
        let (mut from, mut at) = (None, graph.start);
        loop {
            let block = &graph.blocks[at];
            if self.burn(alone).is_empty() {
                return Ok(false);
            }
            self.lanes[lane].blocks += 1;
            self.note_visit(at, lane);
            if let Err(trouble) = self.take_merges(block, from, lane) {
                self.settle(unit, first_line(block), lane, trouble)?;
                return Ok(false);
            }
            for action in &block.actions {
                if self.perform(unit, action, alone)?.is_empty() {
                    return Ok(false);
                }
            }
            match self.terminate(unit, &block.terminator, block.at, lane) {
                Ok(Next::Block(next)) => (from, at) = (Some(at), next),
                Ok(Next::Returned) => return Ok(true),
                Ok(Next::Stopped) => return Ok(false),
                Err(trouble) => {
                    self.settle(unit, block.at, lane, trouble)?;
                    return Ok(false);
                }
            }
        }
    }

    fn note_visit(&mut self, block: BlockId, lane: usize) {
        if let (Some(visited), Some(unit)) = (&mut self.lanes[lane].visited, self.calls.last()) {
            visited.insert((*unit, block));
        }
    }

    fn take_merges(&mut self, block: &Block, from: Option<BlockId>, lane: usize) -> Result<(), Trouble> {
        let mut copies = Vec::new();
        for merge in &block.merges {
            let operand = merge.operands.iter().find(|(block, _)| Some(*block) == from);
            let Some(&(_, operand)) = operand else {
                let from = from.map_or("START".to_owned(), |from| format!("b{}", from.index()));
                return Err(Trouble::Broken(format!("v{} has no operand for {from}", merge.value.index())));
            };
            copies.push((merge.value, operand));
        }
        self.copy_values(lane, copies.into_iter())
    }

    fn terminate(
        &mut self,
        unit: &Unit,
        terminator: &Terminator,
        at: SourceLine,
        lane: usize,
    ) -> Result<Next, Trouble> {
        Ok(match terminator {
            Terminator::Goto(target) => Next::Block(*target),
            Terminator::Branch { condition, then, otherwise } => {
                let holds = self.evaluate(unit, lane, |evaluator| evaluator.logical(condition))?;
                Next::Block(if holds { *then } else { *otherwise })
            }
            Terminator::Switch { selector, cases, default } => {
                let selector = self.evaluate(unit, lane, |evaluator| evaluator.index(selector))?;
                let case = cases.iter().find(|case| case.values.contains(&selector));
                Next::Block(case.map_or(*default, |case| case.target))
            }
            Terminator::Return(values) => {
                self.copy_out(unit, values, lane)?;
                Next::Returned
            }
            Terminator::Stop(code) => {
                self.lanes[lane].status = Some(LaneStatus::of_stop(code, unit, at));
                Next::Stopped
            }
        })
    }
}

fn first_line(block: &Block) -> SourceLine {
    block.actions.first().map_or(block.at, |action| action.at)
}
