//! Gives every loop one entry: an irreducible loop gets a dispatch head that branches to the entry that is meant. Those
//! that lanes take together may be left as they are: structurizing keeps them ([`crate::uniform_parts`]).
//!
//! Notation: e1 … en are the entries of a loop, the blocks to which arcs lead from outside. Without the arcs to the
//! entries the loop is a nest of smaller loops and no loop itself, so that its parts can be ordered; an arc to an entry
//! that leads forward in that order is *direct*. All other arcs to entries, from outside and from inside, go to the new
//! head. So lanes that enter at e2 wait there for those that come from e1, and one round of the loop takes all of them
//! on. Parts that are not entries come as early as possible, so that most arcs to entries are direct.
//!
//! Which entry is meant is told by logical values `entry.2` … `entry.n`, merges of the head, of which at most one is
//! true. Under masks they are the masks of the lanes that wait for each entry, so that no selector has to be stored and
//! compared; beyond [`MOST_MASKS`] entries one number is cheaper than a mask for each. The merges of the entries move
//! to the head, those of one variable into one, as far as no direct arc leads there.
//!
//! Loops inside are those that remain without the arcs to the entries, so an entry belongs to one loop alone and all
//! loops are rewritten in one walk; no block is copied. Splitting nodes instead would copy the part of the loop between
//! its entries, and twice for each loop around that is irreducible too; a dispatch costs a blend of masks for each time
//! an entry is passed, so that only parts of few operations could win. Nothing is split.
//!
//! That a merge of one entry can be joined with that of another: a use that e1's merge dominates is reached from e2
//! through e1 only, where the merge is taken anew, so that what an arc to e2 passes for it is never read.
//!
//! Requires: stage `ssa` (every arc to an entry is the sole arc out of its origin). Ensures: every loop has one entry;
//! stage `ssa`. Keeps: actions and their order on each path. Invalidates: dominators, loops. Cost: O((blocks + arcs) ×
//! depth of loops).
//!
//! ```text
//! b0:                                         b0:
//!     if c goto b1 else b2                        v6:true logical = .true.
//! b1:                                             v7:false logical = .false.
//!     goto b3                                     if c goto b1 else b2
//! b2:                                         b1: goto b6
//!     goto b4                                 b2: goto b6
//! b3:                                         b6:
//!     merge v1:x = b1: v0, b5: v3                 merge v8:x = b1: v0, b2: v0, b5: v3
//!     v2:x = v1 * 2                               merge v9:entry.2 = b1: v7, b2: v6, b5: v7
//!     goto b4                       becomes       if v9:entry.2 goto b7 else b3
//! b4:                                         b7: goto b4
//!     merge v3:x = b2: v0, b3: v2             b3: v2:x = v8 * 2
//!     if v3 < n goto b5 else b8                   goto b4
//! b5:                                         b4:
//!     goto b3                                     merge v3:x = b3: v2, b7: v8
//!                                                 if v3 < n goto b5 else b8
//!                                             b5: goto b6
//! ```

mod order;

use crate::loop_nest::{Loop, LoopNest, predecessors, reachable_from, successors};
use crate::uniform_parts::{UniformForm, find_uniform_parts};
use forlane_cfg::ssa::for_each_use_mut;
use forlane_cfg::{
    Action, ActionKind, Block, BlockId, Body, Case, Expr, Graph, IntegerExpr, IntegerKind, LogicalExpr, Merge, Place,
    SourceLine, Stage, Terminator, Type, Unit, Value, ValueId,
};
use id_arena::Arena;
use order::LoopOrder;
use std::collections::{HashMap, HashSet};

/// The most entries that are distinguished by masks; there is one mask less.
pub const MOST_MASKS: usize = 4;

/// Why the loops of a unit can't be reduced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReduceError {
    /// The unit is at another stage.
    #[error("reducing loops needs stage ssa")]
    WrongStage,
    /// An arc to an entry of an irreducible loop is critical.
    #[error("the arc from b{} to b{} is critical", from.index(), to.index())]
    CriticalArc {
        /// Its origin.
        from: BlockId,
        /// The entry.
        to: BlockId,
    },
    /// A value of a type that no zero stands for.
    #[error("v{} is of a type that no value has", .0.index())]
    NoZero(ValueId),
}

/// Gives every loop of a unit one entry, but for those of parts that stay graphs.
///
/// # Errors
/// The unit is at another stage, or breaks its rules.
pub fn reduce_loops(unit: &mut Unit, uniform: Option<UniformForm>) -> Result<(), ReduceError> {
    // What was kept may not be what it was once loops around it have a dispatch: then it gets one as well.
    for form in [uniform, uniform, Some(UniformForm::Tree)] {
        if reduce_others(unit, form)? == Reduced::Nothing {
            break;
        }
    }
    Ok(())
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduced {
    Nothing,
    Some,
}

/// Gives every loop one entry but for those of parts that stay graphs.
fn reduce_others(unit: &mut Unit, uniform: Option<UniformForm>) -> Result<Reduced, ReduceError> {
    if unit.stage != Stage::Ssa {
        return Err(ReduceError::WrongStage);
    }
    let Body::Graph(graph) = &unit.body else { return Err(ReduceError::WrongStage) };
    let mut is_kept = vec![false; graph.blocks.len()];
    for part in find_uniform_parts(unit, graph, uniform) {
        part.members.iter().for_each(|block| is_kept[block.index()] = true);
    }
    let Body::Graph(graph) = &mut unit.body else { return Err(ReduceError::WrongStage) };
    let successors = successors(graph);
    let start = graph.start.index();
    let nest = LoopNest::compute(&successors, start);
    let is_reduced = |one: &Loop| one.entries.len() > 1 && !is_kept[one.entries[0]];
    if !nest.loops.iter().any(is_reduced) {
        return Ok(Reduced::Nothing);
    }
    let ids: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    let origins = predecessors(&successors, &reachable_from(&successors, start));
    let mut reducer = Reducer { graph, values: &mut unit.values, constants: HashMap::new(), joined: HashMap::new() };
    for (index, one) in nest.loops.iter().enumerate().filter(|(_, one)| is_reduced(one)) {
        let order = LoopOrder::compute(&nest, index, &successors);
        let mut arcs = Vec::new();
        for (number, entry) in one.entries.iter().enumerate() {
            for origin in &origins[*entry] {
                if successors[*origin].len() > 1 {
                    return Err(ReduceError::CriticalArc { from: ids[*origin], to: ids[*entry] });
                }
                let is_inside = nest.contains(index, *origin);
                let is_direct = is_inside && order.leads_forward(&nest, *origin, *entry);
                arcs.push(Arc { origin: ids[*origin], entry: number, is_inside, is_direct });
            }
        }
        arcs.sort_by_key(|arc| arc.origin);
        let entries: Vec<BlockId> = one.entries.iter().map(|entry| ids[*entry]).collect();
        reducer.add_head(&entries, &arcs)?;
    }
    reducer.rename_joined();
    Ok(Reduced::Some)
}

/// An arc to an entry.
struct Arc {
    origin: BlockId,
    /// The number of the entry, counted from 0.
    entry: usize,
    /// Whether it comes from the loop itself.
    is_inside: bool,
    /// Whether it stays as it is.
    is_direct: bool,
}

/// The merges of a head, each with the numbers of the entries that it has operands for.
#[derive(Default)]
struct HeadMerges {
    merges: Vec<(Merge, Vec<usize>)>,
    by_variable: HashMap<(String, Type), Places>,
}

/// The merges of a head for one variable.
#[derive(Default)]
struct Places {
    all: Vec<usize>,
    /// The last entry that had merges for the variable, and how many: each is joined with another one of the head's.
    entry: usize,
    taken: usize,
}

struct Reducer<'a> {
    graph: &'a mut Graph,
    values: &'a mut Arena<Value>,
    /// Constants defined at START, by hint and type.
    constants: HashMap<(String, Type), ValueId>,
    /// Merges that became part of others.
    joined: HashMap<ValueId, ValueId>,
}

impl Reducer<'_> {
    /// Adds a dispatch head and turns the arcs to the entries to it.
    fn add_head(&mut self, entries: &[BlockId], arcs: &[Arc]) -> Result<(), ReduceError> {
        let at = self.graph.blocks[entries[0]].at;
        // Where a direct arc leads too, the dispatch has a block of its own, so that no arc is critical.
        let mut targets = entries.to_vec();
        for arc in arcs.iter().filter(|arc| arc.is_direct) {
            let entry = entries[arc.entry];
            if targets[arc.entry] == entry {
                targets[arc.entry] = self.graph.blocks.alloc(Block::new(Terminator::Goto(entry), at));
            }
        }
        let turned: Vec<&Arc> = arcs.iter().filter(|arc| !arc.is_direct).collect();
        let mut merges = self.move_merges(entries, &targets, &turned)?;
        let selectors = self.add_selectors(entries.len(), &turned, &mut merges);
        let head = self.dispatch(&targets, &selectors, at);
        self.graph.blocks[head].merges = merges;
        for arc in turned {
            // Its only arc may be that of a switch, whose selector is still evaluated.
            self.graph.blocks[arc.origin].terminator.successors_mut().into_iter().for_each(|target| *target = head);
        }
        Ok(())
    }

    /// Adds the merges that identify the entry.
    fn add_selectors(&mut self, entries: usize, turned: &[&Arc], merges: &mut Vec<Merge>) -> Vec<ValueId> {
        let mut selectors = Vec::new();
        if entries <= MOST_MASKS {
            for number in 1..entries {
                selectors.push(self.values.alloc(value(Type::Logical, &format!("entry.{}", number + 1))));
            }
        } else {
            selectors.push(self.values.alloc(value(Type::Integer(IntegerKind::I4), "entry")));
        }
        for (index, selector) in selectors.iter().enumerate() {
            let mut operands = Vec::with_capacity(turned.len());
            for arc in turned {
                let (hint, constant) = if entries <= MOST_MASKS {
                    let is_meant = arc.entry == index + 1;
                    (is_meant.to_string(), Expr::Logical(LogicalExpr::Constant(is_meant)))
                } else {
                    let number = arc.entry as i64 + 1;
                    (format!("entry.{number}"), Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, number)))
                };
                operands.push((arc.origin, self.constant(&hint, constant)));
            }
            merges.push(Merge { value: *selector, operands });
        }
        selectors
    }

    /// Makes the blocks of the dispatch; returns the first.
    fn dispatch(&mut self, entries: &[BlockId], selectors: &[ValueId], at: SourceLine) -> BlockId {
        if entries.len() > MOST_MASKS {
            let selector = IntegerExpr::Read(IntegerKind::I4, Place::Value(selectors[0]));
            let numbered = entries.iter().zip(1..).skip(1);
            let cases = numbered.map(|(entry, number)| Case { values: vec![number], target: *entry }).collect();
            return self
                .graph
                .blocks
                .alloc(Block::new(Terminator::Switch { selector, cases, default: entries[0] }, at));
        }
        let mut otherwise = entries[0];
        for (selector, entry) in selectors.iter().zip(&entries[1..]) {
            let condition = LogicalExpr::Read(Place::Value(*selector));
            let branch = Terminator::Branch { condition, then: *entry, otherwise };
            otherwise = self.graph.blocks.alloc(Block::new(branch, at));
        }
        otherwise
    }

    /// The merges of the entries as merges of the head: one for each variable of which some entry has one. On arcs to
    /// other entries they pass a value that is not read. An entry with direct arcs keeps its merges for these.
    fn move_merges(
        &mut self,
        entries: &[BlockId],
        targets: &[BlockId],
        turned: &[&Arc],
    ) -> Result<Vec<Merge>, ReduceError> {
        let mut found = HeadMerges::default();
        let turned_origins: HashSet<BlockId> = turned.iter().map(|arc| arc.origin).collect();
        let is_turned = |(origin, _): &(BlockId, ValueId)| turned_origins.contains(origin);
        for (number, entry) in entries.iter().enumerate() {
            let has_direct = targets[number] != *entry;
            let mut kept = Vec::new();
            for mut merge in std::mem::take(&mut self.graph.blocks[*entry].merges) {
                let (moved, direct): (Vec<_>, Vec<_>) = merge.operands.into_iter().partition(is_turned);
                let value = if has_direct { None } else { Some(merge.value) };
                let head = self.join(&mut found, merge.value, value, moved, number);
                if has_direct {
                    merge.operands = direct;
                    merge.operands.push((targets[number], head));
                    merge.operands.sort_by_key(|(origin, _)| *origin);
                    kept.push(merge);
                }
            }
            self.graph.blocks[*entry].merges = kept;
        }
        let mut merges = Vec::with_capacity(found.merges.len());
        for (mut merge, holders) in found.merges {
            for arc in turned.iter().filter(|arc| holders.binary_search(&arc.entry).is_err()) {
                let operand = if arc.is_inside { merge.value } else { self.zero(merge.value)? };
                merge.operands.push((arc.origin, operand));
            }
            merge.operands.sort_by_key(|(origin, _)| *origin);
            merges.push(merge);
        }
        Ok(merges)
    }

    /// Joins operands for an entry with those for others of the same variable; returns the merge of the head. It is
    /// named `value`, where that is free to be moved, or anew.
    fn join(
        &mut self,
        found: &mut HeadMerges,
        like: ValueId,
        value: Option<ValueId>,
        operands: Vec<(BlockId, ValueId)>,
        entry: usize,
    ) -> ValueId {
        let variable = (self.values[like].hint.clone(), self.values[like].ty);
        let places = found.by_variable.entry(variable).or_default();
        if places.entry != entry {
            (places.entry, places.taken) = (entry, 0);
        }
        places.taken += 1;
        if let Some(place) = places.all.get(places.taken - 1) {
            let (other, holders) = &mut found.merges[*place];
            other.operands.extend(operands);
            holders.push(entry);
            self.joined.extend(value.map(|value| (value, other.value)));
            return other.value;
        }
        places.all.push(found.merges.len());
        let copy = self.values[like].clone();
        let value = value.unwrap_or_else(|| self.values.alloc(copy));
        found.merges.push((Merge { value, operands }, vec![entry]));
        value
    }

    fn zero(&mut self, like: ValueId) -> Result<ValueId, ReduceError> {
        let zero = Expr::zero(self.values[like].ty).ok_or(ReduceError::NoZero(like))?;
        Ok(self.constant("zero", zero))
    }

    /// A constant that START defines.
    fn constant(&mut self, hint: &str, expr: Expr) -> ValueId {
        let ty = expr.ty();
        if let Some(known) = self.constants.get(&(hint.to_string(), ty)) {
            return *known;
        }
        let constant = self.values.alloc(value(ty, hint));
        let kind = ActionKind::Define { value: constant, expr };
        let start = &mut self.graph.blocks[self.graph.start];
        start.actions.push(Action { kind, at: SourceLine::default() });
        self.constants.insert((hint.to_string(), ty), constant);
        constant
    }

    /// Names the merges that became part of others by these.
    fn rename_joined(&mut self) {
        for (_, block) in self.graph.blocks.iter_mut() {
            for_each_use_mut(block, &mut |value| *value = self.joined.get(value).copied().unwrap_or(*value));
        }
    }
}

fn value(ty: Type, hint: &str) -> Value {
    Value { ty, hint: hint.to_string(), shape: None }
}
