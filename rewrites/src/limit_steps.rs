//! Fails the rows that take more steps than they may: iterations of loops, and executions of subprograms.
//!
//! The steps of a row are counted in a variable that all units share, so the limit is reached at the same place for any
//! number of lanes. What has no loops of its own, such as an array assignment, is not counted.
//!
//! Requires: the program of a kernel at stage `cfg`; units at other stages are left alone. Ensures: stage `cfg`.
//! Keeps: results of rows that stay below the limit. Invalidates: all analyses. Cost: O(size of the program).
//!
//! ```text
//! b3:                             b3:
//!     …                               steps.taken = steps.taken + 1_8
//!                                     if steps.taken > 1000_8 goto b7 else b6
//!                       becomes   b6:
//!                                     …
//!                                 b7:
//!                                     leave s0
//!                                     stop failure "step limit"
//! ```

use crate::allocated_state::ALLOCATED_STATE;
use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::{
    ActionKind, AreaPlace, Block, BlockId, Body, Expr, Graph, GraphBuilder, IntegerBinary, IntegerExpr, IntegerKind,
    LogicalExpr, Place, Program, Relation, ScopeId, Stage, StopCode, Storage, Terminator, Type, Unit, UnitKind, Var,
    VarId,
};

/// The area in which the steps are counted; no name of a source has a `.` at its place.
const AREA: &str = "steps.taken";

/// What the rows that take more steps fail with.
const MESSAGE: &str = "step limit";

/// Fails the rows that take more than `most` steps.
pub fn limit_steps(program: &mut Program, most: u64) {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    // What gives a row its state is not a step of the row.
    let is_executed =
        |unit: &&mut Unit| unit.stage == Stage::Cfg && unit.kind != UnitKind::BlockData && unit.name != ALLOCATED_STATE;
    for unit in program.units.iter_mut().filter(is_executed) {
        let Body::Graph(graph) = &unit.body else { continue };
        let counted = counted_blocks(graph);
        GraphBuilder::edit(unit, |code| {
            let name = code.own_name(AREA);
            let var = Var::local(name, Type::Integer(IntegerKind::I8), code.scope);
            let area = Some(AreaPlace { area: AREA.to_owned(), offset: 0 });
            let steps = code.vars.alloc(Var { storage: Storage::Area, area, ..var });
            counted.iter().for_each(|(block, scopes)| count(code, steps, *block, scopes, most));
        });
    }
}

/// The blocks that begin a step, START and the heads of loops, with the scopes that are active where it is counted.
fn counted_blocks(graph: &Graph) -> Vec<(BlockId, Vec<ScopeId>)> {
    let order = ReversePostorder::compute(graph).blocks;
    let mut places = vec![usize::MAX; graph.blocks.len()];
    order.iter().enumerate().for_each(|(place, block)| places[block.index()] = place);
    let mut heads: Vec<Option<Vec<ScopeId>>> = vec![None; graph.blocks.len()];
    let mut is_head = vec![false; graph.blocks.len()];
    heads[graph.start.index()] = Some(Vec::new());
    is_head[graph.start.index()] = true;
    for block in &order {
        let mut scopes = heads[block.index()].clone().unwrap_or_default();
        for action in &graph.blocks[*block].actions {
            match action.kind {
                ActionKind::ScopeEntry(scope) => scopes.push(scope),
                ActionKind::ScopeExit(_) => drop(scopes.pop()),
                _ => {}
            }
        }
        for next in graph.blocks[*block].terminator.successors() {
            is_head[next.index()] |= places[next.index()] <= places[block.index()];
            heads[next.index()].get_or_insert_with(|| scopes.clone());
        }
    }
    let counted = order.into_iter().filter(|block| is_head[block.index()]);
    counted.map(|block| (block, heads[block.index()].clone().unwrap_or_default())).collect()
}

/// Counts a step at the head of a block; at START after the subprogram's scope is entered.
fn count(code: &mut GraphBuilder, steps: VarId, block: BlockId, scopes: &[ScopeId], most: i64) {
    let old = &mut code.graph.blocks[block];
    let at = old.actions.first().map_or(old.at, |action| action.at);
    let entered = old.actions.iter().take_while(|action| matches!(action.kind, ActionKind::ScopeEntry(_))).count();
    let entered = if scopes.is_empty() { entered } else { 0 };
    let rest = old.actions.split_off(entered);
    let mut scopes = scopes.to_vec();
    scopes.extend(old.actions.iter().filter_map(|action| match action.kind {
        ActionKind::ScopeEntry(scope) => Some(scope),
        _ => None,
    }));
    let terminator = std::mem::replace(&mut old.terminator, Terminator::Return(Vec::new()));
    let rest = Block { merges: Vec::new(), actions: rest, terminator, at: old.at };
    let rest = code.graph.blocks.alloc(rest);
    code.at = at;
    code.start(block);
    let read = || Box::new(IntegerExpr::Read(IntegerKind::I8, Place::Variable(steps)));
    let constant = |value| Box::new(IntegerExpr::Constant(IntegerKind::I8, value));
    let more = IntegerExpr::Binary(IntegerBinary::Add, read(), constant(1));
    code.action(ActionKind::Assign { target: steps, value: Expr::Integer(more) });
    let fails = code.new_block();
    code.branch(LogicalExpr::CompareInteger(Relation::Greater, read(), constant(most)), fails, rest);
    code.start(fails);
    scopes.iter().rev().for_each(|scope| code.action(ActionKind::ScopeExit(*scope)));
    code.end(Terminator::Stop(StopCode::Failure(MESSAGE.to_owned())));
}
