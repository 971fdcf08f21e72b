//! The loop report: how each loop of a unit is entered and left.
//!
//! For each block at which control may leave a loop, and each path to it from an entry of the loop, the report shows
//! the condition, the variables in it, and what the path assigns to them; for each path from START to that entry the
//! values that these variables have there, and the trip count where it is a constant or an expression. It is computed
//! at stage `split`, where variables have their names and loops still have all of their entries.
//!
//! - Paths pass no block twice; [`paths`] bounds their number and length.
//! - What a path assigns is composed: `i = i + 1` twice is `i=i+2`. Values are over those at the first block of the
//!   path. Where a path passes a loop, what the loop assigns is unknown after it; where it enters a loop around the
//!   one that is reported, the values are over those at the head of that loop.
//! - Variables that the compiler made are replaced by what they stand for, as far as that did not change since; the
//!   iteration count of a DO by its variable and limit.
//! - Trip counts hold where no INTEGER operation of the loop overflows.

mod changes;
mod condition;
mod entry;
mod fortran;
pub mod paths;
mod state;
mod substitute;
mod sum;
mod summary;
mod symbols;
mod text;
mod trips;

use changes::Changes;
use entry::Entry;
use forlane_cfg::analysis::{Dominators, Effects, LoopForest, LoopId, Predecessors, ReversePostorder};
use forlane_cfg::expr::{Expr, LogicalExpr};
use forlane_cfg::graph::{Block, BlockId, Graph};
use forlane_cfg::unit::{Body, SourceLine, Unit, VarId, name_of_file};
use fortran::print_fortran;
use paths::{Path, PathSearch};
use state::State;
use std::collections::BTreeSet;
use std::rc::Rc;
use symbols::Symbols;

pub use summary::{TextOf, summarize_loops};
pub use text::print_loops;

/// The first blocks of a loop that are listed, so that the report of a deep nest does not grow with its square.
pub const MOST_BLOCKS: usize = 1000;

/// The loops of a unit.
#[derive(Clone, Debug)]
pub struct UnitLoops {
    /// The unit's name.
    pub unit: String,
    /// The name of its file.
    file: String,
    /// The names of the other files that its lines are in.
    files: Vec<String>,
    /// The loops, each before those inside it.
    pub loops: Vec<LoopReport>,
    /// Of each block, the source lines of its actions and of its end.
    lines: Vec<Vec<SourceLine>>,
    symbols: Symbols,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// The blocks, the head first; of a loop with more than [`MOST_BLOCKS`] the first ones in reverse postorder.
    pub blocks: Vec<BlockId>,
    /// How many more there are.
    pub blocks_left_out: usize,
    /// The blocks to which arcs lead from outside; more than one if the loop is irreducible.
    pub entries: Vec<BlockId>,
    /// The place in [`UnitLoops::loops`] of the loop around it.
    pub parent: Option<usize>,
    /// The line at which its head ends.
    pub line: SourceLine,
    /// The ways from an entry round the loop, back to the same entry.
    pub rounds: Vec<LoopRound>,
    /// Whether there are more ways round than are listed.
    pub has_more_rounds: bool,
    /// The ways from an entry out of the loop; none if nothing leaves it.
    pub exits: Vec<LoopExit>,
    /// The blocks at which control may leave.
    pub exit_blocks: Vec<BlockId>,
}

/// A way from an entry round a loop.
#[derive(Clone, Debug)]
pub struct LoopRound {
    /// From the entry to the block from which an arc leads back to it.
    pub path: Path,
    /// What it assigns to the variables of the conditions at the exits.
    pub assignments_to_vars: Vec<Assignment>,
}

/// A way from an entry of a loop to a block at which control may leave the loop.
#[derive(Clone, Debug)]
pub struct LoopExit {
    /// From the entry to that block.
    pub path_to_exit: Path,
    /// Whether there are more paths to that block than are listed.
    pub has_more_paths: bool,
    /// The condition under which control leaves, over the values at the end of the path.
    pub condition_at_exit: LogicalExpr,
    /// The variables on which the condition depends, in order of their first place in it.
    pub vars_of_condition: Vec<VarId>,
    /// What the path assigns to them.
    pub assignments_to_vars: Vec<Assignment>,
    /// The ways from START to the entry.
    pub loop_prefixes: Vec<LoopPrefix>,
    /// Whether there are more ways to the entry than are listed.
    pub has_more_prefixes: bool,
    /// The line of the branch.
    pub line: SourceLine,
}

/// A way from START to an entry of a loop.
#[derive(Clone, Debug)]
pub struct LoopPrefix {
    /// From START to the last block before the loop.
    pub prefix_path: Path,
    /// The values of the condition's variables at the entry.
    pub loop_var_values: Vec<Assignment>,
    /// How often what is before the exit's branch in the loop is done, if that branch is what ends the loop.
    pub trip_count: Option<Expr>,
    /// Whether the loop may end sooner, because there is another exit.
    pub is_trip_count_bound: bool,
}

/// A variable, or an element of an array, and its value.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The name, with the offset of an element.
    pub target: String,
    /// The value.
    pub value: Expr,
}

impl UnitLoops {
    /// Computes the report of a unit whose body is a graph before SSA form; none at later stages. The effects are
    /// those of the program that holds the unit. The cost is that of the paths for each loop.
    pub fn compute(unit: &Unit, effects: &Effects) -> Option<UnitLoops> {
        let Body::Graph(graph) = &unit.body else { return None };
        if unit.stage >= forlane_cfg::unit::Stage::Ssa {
            return None;
        }
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let forest = LoopForest::compute(graph);
        let changes = Changes::compute(unit, graph, effects);
        let mut symbols = Symbols::new(unit);
        let initial = entry::initial_state(unit, &changes, &mut symbols);
        let mut reporter = Reporter {
            graph,
            search: PathSearch::new(graph, &order, &predecessors, &forest),
            order: &order,
            predecessors: &predecessors,
            forest: &forest,
            dominators: Dominators::compute_in(graph, &order, &predecessors),
            assigned: assigned_in_loops(&forest, &changes),
            changes,
            initial,
            symbols,
        };
        let ids: Vec<LoopId> = forest.loops.iter().map(|(id, _)| id).collect();
        let loops = ids.into_iter().map(|id| reporter.report(id)).collect();
        Some(UnitLoops {
            unit: unit.name.clone(),
            file: unit.file.clone(),
            files: unit.files.clone(),
            loops,
            lines: graph.blocks.iter().map(|(_, block)| lines_of(block)).collect(),
            symbols: reporter.symbols,
        })
    }

    /// The name of the file in which a line of the report is.
    pub fn file_at(&self, line: SourceLine) -> &str {
        name_of_file(&self.file, &self.files, line)
    }

    /// An expression of the report in Fortran's syntax.
    pub fn print(&self, expr: &Expr) -> String {
        print_fortran(&self.symbols.vars, expr)
    }

    /// The name of a variable.
    pub fn name(&self, var: VarId) -> &str {
        &self.symbols.vars[var].name
    }
}

/// The source lines of a block's actions and of its end, in order.
fn lines_of(block: &Block) -> Vec<SourceLine> {
    let all = block.actions.iter().map(|action| action.at).chain([block.at]);
    let mut lines: Vec<SourceLine> = all.filter(|line| line.number > 0).collect();
    lines.dedup();
    lines
}

/// Computes the report of one unit.
struct Reporter<'a> {
    graph: &'a Graph,
    search: PathSearch<'a>,
    order: &'a ReversePostorder,
    predecessors: &'a Predecessors,
    forest: &'a LoopForest,
    dominators: Dominators,
    changes: Changes,
    /// For each loop the variables that it assigns, of those that matter.
    assigned: Vec<Rc<[VarId]>>,
    /// The values at START.
    initial: State,
    symbols: Symbols,
}

/// For each loop the variables that it assigns, in order of their ids.
fn assigned_in_loops(forest: &LoopForest, changes: &Changes) -> Vec<Rc<[VarId]>> {
    let mut sets: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); forest.loops.len()];
    let outermost = forest.loops.iter().filter(|(_, found)| found.parent.is_none());
    for block in outermost.flat_map(|(id, _)| forest.blocks(id)) {
        if let Some(id) = forest.innermost(*block) {
            sets[id.index()].extend(changes.of(*block).iter().map(changes::Change::var));
        }
    }
    // Each loop follows the one around it.
    for (id, found) in forest.loops.iter().collect::<Vec<_>>().into_iter().rev() {
        if let Some(parent) = found.parent {
            let inner = sets[id.index()].clone();
            sets[parent.index()].extend(inner);
        }
    }
    sets.into_iter().map(|set| set.into_iter().collect()).collect()
}

impl Reporter<'_> {
    fn report(&mut self, id: LoopId) -> LoopReport {
        let found = &self.forest.loops[id];
        let mut blocks = self.forest.blocks(id).to_vec();
        blocks.sort_by_key(|block| self.order.position(*block));
        let leaves = |block: &BlockId| {
            self.graph.blocks[*block].terminator.successors().iter().any(|next| !self.forest.contains(id, *next))
        };
        let exit_blocks: Vec<BlockId> = blocks.iter().copied().filter(leaves).collect();
        let entries: Vec<Entry> = found.entries.iter().map(|entry| self.entry(id, *entry)).collect();
        let mut exits = Vec::new();
        for entry in &entries {
            for exit in &exit_blocks {
                self.exits_at(id, entry, *exit, exit_blocks.len() > 1, &mut exits);
            }
        }
        let vars: BTreeSet<VarId> = exits.iter().flat_map(|exit| exit.vars_of_condition.iter().copied()).collect();
        let (mut rounds, mut has_more_rounds) = (Vec::new(), false);
        for entry in &entries {
            has_more_rounds |= self.rounds(id, entry, &vars, &mut rounds);
        }
        let blocks_left_out = blocks.len().saturating_sub(MOST_BLOCKS);
        blocks.truncate(MOST_BLOCKS);
        LoopReport {
            blocks_left_out,
            line: self.graph.blocks[found.head].at,
            parent: found.parent.map(|parent| parent.index()),
            entries: found.entries.clone(),
            blocks,
            rounds,
            has_more_rounds,
            exits,
            exit_blocks,
        }
    }

    /// The ways from an entry to an exit.
    fn exits_at(&mut self, id: LoopId, entry: &Entry, exit: BlockId, has_others: bool, exits: &mut Vec<LoopExit>) {
        let within = |block: BlockId| self.forest.contains(id, block);
        let found = self.search.paths(&[exit], &within, &|block| block == entry.block);
        let block = &self.graph.blocks[exit];
        let Some(written) = condition::leaving_condition(&block.terminator, &|next| !within(next)) else { return };
        for path in found.paths {
            let state = self.walk(id, entry, &path);
            let made = |var: VarId| state::is_made(var, &self.symbols);
            let condition = match state.expand(&Expr::Logical(written.clone()), &made) {
                Expr::Logical(condition) => condition,
                _ => written.clone(),
            };
            let condition = self.without_count(id, entry, exit, condition);
            // The path takes an arm that rules the exit out.
            if condition == LogicalExpr::Constant(false) {
                continue;
            }
            let mut vars = Vec::new();
            self.symbols.add_variables(&Expr::Logical(condition.clone()), &mut vars);
            let loop_prefixes = self.prefixes(id, entry, exit, &condition, &vars, has_others);
            exits.push(LoopExit {
                path_to_exit: path,
                has_more_paths: found.has_more,
                assignments_to_vars: self.assignments(&state, vars.iter().copied()),
                condition_at_exit: condition,
                vars_of_condition: vars,
                loop_prefixes,
                has_more_prefixes: entry.has_more,
                line: block.at,
            });
        }
    }

    /// The ways round; says whether there are more.
    fn rounds(&mut self, id: LoopId, entry: &Entry, vars: &BTreeSet<VarId>, rounds: &mut Vec<LoopRound>) -> bool {
        let within = |block: BlockId| self.forest.contains(id, block);
        let mut ends: Vec<BlockId> = self.predecessors.of(entry.block).to_vec();
        ends.retain(|origin| within(*origin));
        ends.dedup();
        let found = self.search.paths(&ends, &within, &|block| block == entry.block);
        for path in found.paths {
            let state = self.walk(id, entry, &path);
            let assignments_to_vars = self.assignments(&state, vars.iter().copied());
            rounds.push(LoopRound { path, assignments_to_vars });
        }
        found.has_more
    }

    /// The state at the end of a path through a loop.
    fn walk(&mut self, id: LoopId, entry: &Entry, path: &Path) -> State {
        let mut state = if path.is_cut { State::default() } else { State::with_present(entry.present.clone()) };
        self.follow(id, path, &mut state);
        state
    }

    /// Applies a path in or to a loop to a state. Other loops that it enters have run any number of times; in those
    /// around the loop, variables may hold what an earlier iteration left.
    fn follow(&mut self, id: LoopId, path: &Path, state: &mut State) {
        let head = self.forest.loops[id].head;
        let mut before: Option<BlockId> = None;
        for block in &path.blocks {
            if let Some(before) = before {
                state.take_arc(&self.graph.blocks[before].terminator, *block);
            }
            for entered in self.entered(before, *block) {
                let is_around = self.forest.contains(entered, head);
                let words = format!("<loop b{}>", self.forest.loops[entered].head.index());
                if is_around && self.forest.contains(id, *block) {
                    continue;
                }
                for var in self.assigned[entered.index()].iter() {
                    match is_around {
                        true => state.begin_anew(*var, &self.symbols),
                        false => state.forget_value(*var, &words, &mut self.symbols),
                    }
                }
            }
            state.apply(self.changes.of(*block), &mut self.symbols);
            before = Some(*block);
        }
    }

    /// The loops around a block that do not hold the one before, the innermost first.
    fn entered(&self, before: Option<BlockId>, block: BlockId) -> Vec<LoopId> {
        let mut entered = Vec::new();
        let mut around = self.forest.innermost(block);
        while let Some(id) = around.filter(|id| !before.is_some_and(|before| self.forest.contains(*id, before))) {
            entered.push(id);
            around = self.forest.loops[id].parent;
        }
        entered
    }

    fn assignments(&mut self, state: &State, vars: impl Iterator<Item = VarId>) -> Vec<Assignment> {
        let mut found = Vec::new();
        for var in vars {
            let assigned = state.assignments(var, &mut self.symbols).into_iter();
            found.extend(assigned.map(|(target, value)| Assignment { target, value }));
        }
        found
    }
}
