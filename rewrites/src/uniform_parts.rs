//! Which parts of a graph stay a graph inside of the region tree: those that all lanes take together.
//!
//! A *part* is made for a loop. Its entry h is the block that dominates the entries of the loop, from its branch on;
//! the part holds what lies on ways from there to the loop, and the loop. So it has one entry, however many the loop
//! has. Parts that would overlap are one.
//!
//! Lanes may part inside of *pieces* of it, which come together before the graph continues: a piece begins at a block
//! or a loop of one entry, and all its ways that do not leave the part lead to one block, its end. It is grown from its
//! start by the blocks to which only arcs from the piece lead (intervals, as F. Allen and J. Cocke, "A Program Data
//! Flow Analysis Procedure", 1976). If that does not take in the branch where lanes part, it is grown from the
//! dominator of the start.
//!
//! Kept are:
//! - loops of several entries: a tree needs a dispatch for them, whose blends and tests cost each time an entry is
//!   passed; a graph has the jumps of the source;
//! - loops of one entry only on request. A tree takes them by the same branches, as its uniform constructs
//!   become jumps, and keeps what waits and what is carried apart for each construct, where a graph passes it to every
//!   block.
//!
//! Cost: linear, but for nested loops that can't be kept: no block is looked at more than [`MOST_VISITS`] times on
//! average, and what is left then is not kept. Divergence is computed only if there is a loop to keep.

use crate::loop_nest::{LoopNest, predecessors, reachable_from};
use forlane_cfg::analysis::{Divergence, Dominators};
use forlane_cfg::{BlockId, Graph, Unit};
use std::collections::{HashMap, HashSet};

/// How uniform loops are in the region tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UniformForm {
    /// As graphs, wherever they can.
    Graph,
    /// As scopes and loops, if need be with a dispatch.
    Tree,
}

/// How many dominators a piece is grown from, beginning with the branch itself.
const MOST_STARTS: usize = 16;
/// How often each block may be looked at while loops are tried, and each block of a part while pieces are grown.
pub const MOST_VISITS: usize = 32;

/// A part that stays a graph.
#[derive(Clone, Debug)]
pub(crate) struct UniformPart {
    /// The block whose branch is the entry; its actions are before the part.
    pub entry: BlockId,
    /// The other blocks.
    pub members: Vec<BlockId>,
    /// Where lanes part, disjoint.
    pub pieces: Vec<Piece>,
}

/// A piece in which lanes may take different ways, and come together after.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Where it is entered.
    pub start: BlockId,
    /// Whether the start is the head of a loop that belongs to it.
    pub is_loop: bool,
    /// All blocks, the start first.
    pub blocks: Vec<BlockId>,
    /// To where it leads; no part of it.
    pub end: BlockId,
}

/// Finds the parts of a graph at stage `ssa`.
pub(crate) fn find_uniform_parts(unit: &Unit, graph: &Graph, form: Option<UniformForm>) -> Vec<UniformPart> {
    if form == Some(UniformForm::Tree) {
        return Vec::new();
    }
    let successors = successors(graph);
    let nest = LoopNest::compute(&successors, graph.start.index());
    let is_wanted = |index: usize| form == Some(UniformForm::Graph) || nest.loops[index].entries.len() > 1;
    if !(0..nest.loops.len()).any(is_wanted) {
        return Vec::new();
    }
    let reachable = reachable_from(&successors, graph.start.index());
    let mut finder = Finder {
        ids: graph.blocks.iter().map(|(id, _)| id).collect(),
        predecessors: predecessors(&successors, &reachable),
        dominators: Dominators::compute(graph),
        divergence: Divergence::compute(unit, graph),
        head_of: vec![None; successors.len()],
        arcs_from_outside: Vec::new(),
        part_of: vec![None; successors.len()],
        successors,
        nest,
    };
    for (index, one) in finder.nest.loops.iter().enumerate() {
        if let [head] = one.entries[..] {
            finder.head_of[head] = Some(index);
        }
    }
    finder.count_arcs();
    let mut parts: Vec<Option<UniformPart>> = Vec::new();
    let mut visits = MOST_VISITS.saturating_mul(finder.ids.len());
    for index in 0..finder.nest.loops.len() {
        let entries = &finder.nest.loops[index].entries;
        let is_wanted = form == Some(UniformForm::Graph) || entries.len() > 1;
        if visits == 0 {
            break;
        }
        if !is_wanted || finder.part_of[entries[0]].is_some() {
            continue;
        }
        if let Some((part, merged)) = finder.find_part(index, &parts, &mut visits) {
            merged.into_iter().for_each(|number| parts[number] = None);
            let number = Some(parts.len());
            part.members.iter().chain([&part.entry]).for_each(|block| finder.part_of[block.index()] = number);
            parts.push(Some(part));
        }
    }
    parts.into_iter().flatten().collect()
}

fn successors(graph: &Graph) -> Vec<Vec<usize>> {
    let targets = |block: &forlane_cfg::Block| block.terminator.successors().iter().map(|id| id.index()).collect();
    graph.blocks.iter().map(|(_, block)| targets(block)).collect()
}

struct Finder {
    ids: Vec<BlockId>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    dominators: Dominators,
    divergence: Divergence,
    nest: LoopNest,
    /// The loop of which a block is the only entry.
    head_of: Vec<Option<usize>>,
    /// How many arcs lead to each block but for those from the loop of which it is the head.
    arcs_from_outside: Vec<usize>,
    /// The number of the part that each block belongs to.
    part_of: Vec<Option<usize>>,
}

/// A part that is looked at.
struct Candidate {
    entry: usize,
    /// All but the entry.
    members: HashSet<usize>,
    visits: usize,
}

impl Finder {
    fn count_arcs(&mut self) {
        let count = |block: usize| {
            let is_back =
                |origin: &&usize| self.head_of[block].is_some_and(|index| self.nest.contains(index, **origin));
            self.predecessors[block].iter().filter(|origin| !is_back(origin)).count()
        };
        self.arcs_from_outside = (0..self.ids.len()).map(count).collect();
    }

    /// The part of a loop and the numbers of the parts that it holds, if its lanes part in pieces only.
    fn find_part(
        &self,
        index: usize,
        parts: &[Option<UniformPart>],
        visits: &mut usize,
    ) -> Option<(UniformPart, Vec<usize>)> {
        let mut seeds = self.nest.nodes(index).to_vec();
        let mut entry = self.dominator(self.nest.loops[index].entries[0])?;
        for other in &self.nest.loops[index].entries {
            entry = self.common_dominator(entry, *other)?;
        }
        while self.nest.contains(index, entry) {
            entry = self.dominator(entry)?;
        }
        let mut merged: Vec<usize> = Vec::new();
        loop {
            let members = self.between(entry, &seeds, visits)?;
            let others = members.iter().chain([&entry]).filter_map(|block| self.part_of[*block]);
            let touched = others.filter(|number| !merged.contains(number)).min();
            let Some((number, part)) = touched.and_then(|number| Some((number, parts[number].as_ref()?))) else {
                let mut candidate = Candidate { entry, visits: MOST_VISITS.saturating_mul(members.len()), members };
                let pieces = self.pieces(&mut candidate)?;
                let mut members: Vec<BlockId> = candidate.members.into_iter().map(|block| self.ids[block]).collect();
                members.sort_unstable();
                return Some((UniformPart { entry: self.ids[entry], members, pieces }, merged));
            };
            merged.push(number);
            seeds.extend(part.members.iter().chain([&part.entry]).map(|block| block.index()));
            entry = self.common_dominator(entry, part.entry.index())?;
        }
    }

    /// What lies on ways from an entry to other blocks, these included and the entry not.
    fn between(&self, entry: usize, seeds: &[usize], visits: &mut usize) -> Option<HashSet<usize>> {
        let mut members: HashSet<usize> = HashSet::new();
        let mut pending = seeds.to_vec();
        while let Some(block) = pending.pop() {
            if block != entry && members.insert(block) {
                *visits = visits.checked_sub(1)?;
                pending.extend(self.predecessors[block].iter().copied());
            }
        }
        Some(members)
    }

    /// The innermost dominator of the first block that dominates the other one, too.
    fn common_dominator(&self, mut block: usize, other: usize) -> Option<usize> {
        while !self.dominators.dominates(self.ids[block], self.ids[other]) {
            block = self.dominator(block)?;
        }
        Some(block)
    }

    fn dominator(&self, block: usize) -> Option<usize> {
        self.dominators.immediate(self.ids[block]).map(|block| block.index())
    }

    /// Pieces that take in all branches where lanes part; none if there are such branches outside of pieces.
    fn pieces(&self, candidate: &mut Candidate) -> Option<Vec<Piece>> {
        let mut branches: Vec<usize> = candidate.members.iter().chain([&candidate.entry]).copied().collect();
        branches.retain(|block| self.divergence.is_divergent(self.ids[*block]));
        branches.sort_unstable();
        // The pieces by their starts, and the start of the piece that each block is in.
        let mut pieces: HashMap<usize, Piece> = HashMap::new();
        let mut piece_of: HashMap<usize, usize> = HashMap::new();
        for branch in branches {
            if piece_of.contains_key(&branch) {
                continue;
            }
            let mut start = branch;
            let mut found = self.grow(candidate, start, branch);
            for _ in 1..MOST_STARTS {
                if found.is_some() || start == candidate.entry {
                    break;
                }
                start = self.dominator(start)?;
                found = self.grow(candidate, start, branch);
            }
            let piece = found?;
            for block in &piece.blocks {
                pieces.remove(&block.index());
                piece_of.insert(block.index(), start);
            }
            pieces.insert(start, piece);
        }
        // A piece that was grown later may have taken in some blocks of another only; then neither is one.
        let owns = |piece: &&Piece| {
            let start = piece.start.index();
            piece.blocks.iter().all(|block| piece_of.get(&block.index()) == Some(&start))
                && !piece_of.contains_key(&piece.end.index()) | pieces.contains_key(&piece.end.index())
        };
        if !pieces.values().all(|piece| owns(&piece)) {
            return None;
        }
        let mut pieces: Vec<Piece> = pieces.into_values().collect();
        pieces.sort_unstable_by_key(|piece| piece.start);
        Some(pieces)
    }

    /// Grows a piece until it holds a branch and all its ways lead to one block.
    fn grow(&self, candidate: &mut Candidate, start: usize, branch: usize) -> Option<Piece> {
        let mut growth =
            Growth { blocks: Vec::new(), inside: HashSet::new(), frontier: HashMap::new(), ready: Vec::new() };
        let mut next = Some(start);
        while let Some(block) = next {
            let whole = match self.head_of[block].filter(|_| block != candidate.entry) {
                Some(index) => self.whole_loop(index, candidate)?,
                None => {
                    candidate.visits = candidate.visits.checked_sub(1)?;
                    vec![block]
                }
            };
            growth.frontier.remove(&block);
            growth.blocks.push(block);
            growth.blocks.extend(whole.iter().copied().filter(|inner| *inner != block));
            growth.inside.extend(whole.iter().copied());
            for from in &whole {
                for to in &self.successors[*from] {
                    // What leaves the part leaves the piece.
                    if *to == candidate.entry || !candidate.members.contains(to) {
                        continue;
                    }
                    if growth.inside.contains(to) {
                        // Back to a start that is the head of no loop of this piece.
                        if *to == start && block != start {
                            return None;
                        }
                        continue;
                    }
                    let seen = growth.frontier.entry(*to).or_insert(0);
                    *seen += 1;
                    if *seen == self.arcs_from_outside[*to] {
                        growth.ready.push(*to);
                    }
                }
            }
            if growth.inside.contains(&branch)
                && growth.frontier.len() == 1
                && let Some(end) = growth.frontier.keys().next().copied()
            {
                let ids = |blocks: Vec<usize>| blocks.into_iter().map(|block| self.ids[block]).collect();
                let is_loop = start != candidate.entry && self.goes_back_to(start, &growth.inside);
                return Some(Piece { start: self.ids[start], is_loop, blocks: ids(growth.blocks), end: self.ids[end] });
            }
            next = growth.ready.pop();
        }
        None
    }

    fn goes_back_to(&self, start: usize, inside: &HashSet<usize>) -> bool {
        self.predecessors[start].iter().any(|origin| inside.contains(origin))
    }

    /// Whether a loop holds more than the part.
    fn is_around(&self, index: usize, candidate: &Candidate) -> bool {
        self.nest.nodes(index).iter().any(|block| !candidate.members.contains(block))
    }

    /// The blocks of a loop that may belong to a piece: all of it is in the part, and it has loops of one entry inside
    /// only.
    fn whole_loop(&self, index: usize, candidate: &mut Candidate) -> Option<Vec<usize>> {
        let blocks = self.nest.nodes(index);
        candidate.visits = candidate.visits.checked_sub(blocks.len())?;
        if self.is_around(index, candidate) {
            return None;
        }
        let has_one_entry = |block: &usize| {
            let mut around = self.nest.innermost[*block];
            while let Some(inner) = around.filter(|inner| *inner != index) {
                if self.nest.loops[inner].entries.len() > 1 {
                    return false;
                }
                around = self.nest.loops[inner].parent;
            }
            true
        };
        blocks.iter().all(has_one_entry).then(|| blocks.to_vec())
    }
}

/// A piece while it grows.
struct Growth {
    blocks: Vec<usize>,
    inside: HashSet<usize>,
    /// Where its ways lead to, and by how many arcs.
    frontier: HashMap<usize, usize>,
    /// Of those the ones to which no other arcs lead.
    ready: Vec<usize>,
}
