//! Gives every loop one entry: an irreducible loop gets a dispatch head that branches to the entry that is meant.
//!
//! Notation: e1 … en are the entries of a loop, the blocks to which arcs lead from outside. Every arc to an entry, from
//! outside or inside, goes to the new head. Which entry is meant is told by logical values `entry.2` … `entry.n`, merges
//! of the head, of which at most one is true. Under masks they are the masks of the lanes that wait for each entry, so
//! that no selector has to be stored and compared; from [`MOST_MASKS`] entries on one number is cheaper than so many
//! masks. The merges of the entries move to the head, those of one variable into one.
//!
//! Loops inside are those that remain without the arcs to the entries, so an entry belongs to one loop alone and all
//! loops are rewritten in one walk; no block is copied. Splitting nodes instead would copy the part of the loop between
//! its entries, and twice for each loop around that is irreducible too; a dispatch costs a blend of masks for each time
//! an entry is passed, so that only parts of few operations could win. Nothing is split.
//!
//! That a merge of one entry can be joined with that of another: a use that e1's merge dominates is reached from e2
//! through e1 only, where the merge is taken anew, so that what an arc to e2 gives for it is never read.
//!
//! Requires: stage `ssa` (every arc to an entry is the sole arc out of its origin). Ensures: every loop has one entry;
//! stage `ssa`. Keeps: actions and their order on each path. Invalidates: dominators, loops. Cost: O((blocks + arcs) ×
//! depth of loops).
//!
//! ```text
//! b0:                                         b0:
//!     if c goto b1 else b2                        v5:zero real8 = 0d0
//! b1:                                             v6:true logical = .true.
//!     goto b3                                     v7:false logical = .false.
//! b2:                                             if c goto b1 else b2
//!     goto b4                                 b1: goto b6
//! b3:                                         b2: goto b6
//!     merge v1:x = b1: v0, b5: v2             b6:
//!     …                             becomes       merge v1:x = b1: v0, b2: v0, b3: v1, b5: v2
//!     goto b4                                     merge v8:entry.2 = b1: v7, b2: v6, b3: v6, b5: v7
//! b4:                                             if v8:entry.2 goto b4 else b3
//!     merge v3:x = b2: v0, b3: v1             b3: …
//!     if v3 < n goto b5 else b7                   goto b6
//! b5:                                         b4: if v1 < n goto b5 else b7
//!     goto b3                                 b5: goto b6
//! ```

use crate::loop_nest::{Loop, LoopNest, predecessors, reachable_from};
use forlane_cfg::ssa::for_each_use_mut;
use forlane_cfg::{
    Action, ActionKind, Block, BlockId, Body, Case, Expr, Graph, IntegerExpr, IntegerKind, LogicalExpr, Merge, Place,
    SourceLine, Stage, Terminator, Type, Unit, Value, ValueId,
};
use id_arena::Arena;
use std::collections::HashMap;

/// The most entries that masks tell apart; they are one less.
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

/// Gives every loop of a unit one entry.
///
/// # Errors
/// The unit is at another stage, or breaks its rules.
pub fn reduce_loops(unit: &mut Unit) -> Result<(), ReduceError> {
    if unit.stage != Stage::Ssa {
        return Err(ReduceError::WrongStage);
    }
    let Body::Graph(graph) = &mut unit.body else { return Err(ReduceError::WrongStage) };
    let successors: Vec<Vec<usize>> = graph
        .blocks
        .iter()
        .map(|(_, block)| block.terminator.successors().iter().map(|target| target.index()).collect())
        .collect();
    let start = graph.start.index();
    let nest = LoopNest::compute(&successors, start);
    let irreducible: Vec<&Loop> = nest.loops.iter().filter(|one| one.entries.len() > 1).collect();
    if irreducible.is_empty() {
        return Ok(());
    }
    let ids: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    let origins = predecessors(&successors, &reachable_from(&successors, start));
    let mut reducer = Reducer { graph, values: &mut unit.values, constants: HashMap::new(), joined: HashMap::new() };
    for one in irreducible {
        let mut arcs = Vec::new();
        for (number, entry) in one.entries.iter().enumerate() {
            for origin in &origins[*entry] {
                let is_inside = one.nodes.binary_search(origin).is_ok();
                if successors[*origin].len() > 1 {
                    return Err(ReduceError::CriticalArc { from: ids[*origin], to: ids[*entry] });
                }
                arcs.push(Arc { origin: ids[*origin], entry: number, is_inside });
            }
        }
        arcs.sort_by_key(|arc| arc.origin);
        let entries: Vec<BlockId> = one.entries.iter().map(|entry| ids[*entry]).collect();
        reducer.add_head(&entries, &arcs)?;
    }
    reducer.rename_joined();
    Ok(())
}

/// An arc to an entry.
struct Arc {
    origin: BlockId,
    /// The number of the entry, counted from 0.
    entry: usize,
    /// Whether it comes from the loop itself.
    is_inside: bool,
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
        let mut merges = self.join_merges(entries, arcs)?;
        let mut selectors = Vec::new();
        if entries.len() <= MOST_MASKS {
            for number in 1..entries.len() {
                selectors.push(self.values.alloc(value(Type::Logical, &format!("entry.{}", number + 1))));
            }
        } else {
            selectors.push(self.values.alloc(value(Type::Integer(IntegerKind::I4), "entry")));
        }
        for (index, selector) in selectors.iter().enumerate() {
            let mut operands = Vec::with_capacity(arcs.len());
            for arc in arcs {
                let constant = match self.values[*selector].ty {
                    Type::Logical if arc.entry == index + 1 => {
                        self.constant("true", Expr::Logical(LogicalExpr::Constant(true)))
                    }
                    Type::Logical => self.constant("false", Expr::Logical(LogicalExpr::Constant(false))),
                    _ => {
                        let number = arc.entry as i64 + 1;
                        let number_expr = Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, number));
                        self.constant(&format!("entry.{number}"), number_expr)
                    }
                };
                operands.push((arc.origin, constant));
            }
            merges.push(Merge { value: *selector, operands });
        }
        let head = self.dispatch(entries, &selectors, at);
        self.graph.blocks[head].merges = merges;
        for arc in arcs {
            self.graph.blocks[arc.origin].terminator = Terminator::Goto(head);
        }
        Ok(())
    }

    /// The blocks of the dispatch; gives the first.
    fn dispatch(&mut self, entries: &[BlockId], selectors: &[ValueId], at: SourceLine) -> BlockId {
        let block = |terminator| Block { merges: Vec::new(), actions: Vec::new(), terminator, at };
        if entries.len() > MOST_MASKS {
            let selector = IntegerExpr::Read(IntegerKind::I4, Place::Value(selectors[0]));
            let numbered = entries.iter().zip(1..).skip(1);
            let cases = numbered.map(|(entry, number)| Case { values: vec![number], target: *entry }).collect();
            return self.graph.blocks.alloc(block(Terminator::Switch { selector, cases, default: entries[0] }));
        }
        let mut otherwise = entries[0];
        for (selector, entry) in selectors.iter().zip(&entries[1..]) {
            let condition = LogicalExpr::Read(Place::Value(*selector));
            otherwise = self.graph.blocks.alloc(block(Terminator::Branch { condition, then: *entry, otherwise }));
        }
        otherwise
    }

    /// The merges of the entries as merges of the head: one for each variable of which some entry has one. On arcs to
    /// other entries they give what nobody reads.
    fn join_merges(&mut self, entries: &[BlockId], arcs: &[Arc]) -> Result<Vec<Merge>, ReduceError> {
        let mut found: Vec<(Merge, Vec<usize>)> = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            for merge in std::mem::take(&mut self.graph.blocks[*entry].merges) {
                let wanted = &self.values[merge.value];
                let same = found.iter_mut().find(|(other, holders)| {
                    let other = &self.values[other.value];
                    other.ty == wanted.ty && other.hint == wanted.hint && !holders.contains(&number)
                });
                match same {
                    Some((other, holders)) => {
                        other.operands.extend(merge.operands);
                        holders.push(number);
                        self.joined.insert(merge.value, other.value);
                    }
                    None => found.push((merge, vec![number])),
                }
            }
        }
        let mut merges = Vec::with_capacity(found.len());
        for (mut merge, holders) in found {
            for arc in arcs.iter().filter(|arc| !holders.contains(&arc.entry)) {
                let operand = if arc.is_inside { merge.value } else { self.zero(merge.value)? };
                merge.operands.push((arc.origin, operand));
            }
            merge.operands.sort_by_key(|(origin, _)| *origin);
            merges.push(merge);
        }
        Ok(merges)
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
