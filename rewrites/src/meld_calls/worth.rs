//! What melding costs: where lanes meet that took different ways, each value is blended that is read further on and
//! that one of the ways has set.

use super::Known;
use forlane_cfg::analysis::{Dominators, Effects, LiveRanges, ReversePostorder};
use forlane_cfg::{Action, ActionKind, Argument, BlockId, Graph, Place, VarId};
use std::collections::{BTreeSet, HashSet};

/// How many operations a callee has to cost for each value that is blended, those that tell the sites apart included.
/// With none, `hygfx` of specfun takes 3 % longer, whose arms for rare arguments would join the calls of all others; up
/// to 2000 nothing changes for functions that win.
const OPERATIONS: u64 = 150;

/// Says which groups are worth it.
pub(super) struct Worth<'a> {
    known: &'a Known<'a>,
    dominators: Dominators,
    order: ReversePostorder,
    origins: Vec<Vec<BlockId>>,
    /// For each block the variables that it assigns.
    assigned: Vec<Vec<VarId>>,
    /// For each site the variables that are read after it.
    read_after: Vec<HashSet<VarId>>,
}

impl<'a> Worth<'a> {
    /// Prepares.
    pub fn new(known: &'a Known<'a>) -> Worth<'a> {
        let graph = known.graph;
        let mut origins = vec![Vec::new(); graph.blocks.len()];
        let mut assigned = vec![Vec::new(); graph.blocks.len()];
        for (id, block) in graph.blocks.iter() {
            block.terminator.successors().into_iter().for_each(|next| origins[next.index()].push(id));
            assigned[id.index()] = block.actions.iter().flat_map(|action| assigned_by(action, known.effects)).collect();
        }
        let (dominators, order) = (Dominators::compute(graph), ReversePostorder::compute(graph));
        let read_after = read_after(known);
        Worth { known, dominators, order, origins, assigned, read_after }
    }

    /// Whether the callee of some sites is worth that they are one call.
    pub fn is_worth(&self, sites: &[usize]) -> bool {
        let blends = self.blends(sites) as u64;
        self.known.cost(sites[0]) >= OPERATIONS.saturating_mul(blends)
    }

    /// How many values are blended at the call of some sites, what tells the sites apart included.
    fn blends(&self, sites: &[usize]) -> usize {
        let site = |site: &usize| &self.known.sites[*site];
        let Some(above) = sites.iter().map(|one| site(one).block).reduce(|one, other| self.common(one, other)) else {
            return 0;
        };
        let mut set: BTreeSet<VarId> = BTreeSet::new();
        let mut seen = HashSet::from([above]);
        let mut pending = Vec::new();
        for site in sites.iter().map(site) {
            let before = &self.known.graph.blocks[site.block].actions[..site.position];
            set.extend(before.iter().flat_map(|action| assigned_by(action, self.known.effects)));
            if site.block != above {
                pending.extend(&self.origins[site.block.index()]);
            }
        }
        while let Some(block) = pending.pop() {
            if seen.insert(block) {
                set.extend(&self.assigned[block.index()]);
                pending.extend(&self.origins[block.index()]);
            }
        }
        let is_read = |var: &&VarId| sites.iter().any(|site| self.read_after[*site].contains(var));
        set.iter().filter(is_read).count() + sites.len()
    }

    /// The closest block on all paths to two.
    fn common(&self, mut one: BlockId, mut other: BlockId) -> BlockId {
        while one != other {
            let is_later = self.order.position(one) > self.order.position(other);
            let later = if is_later { &mut one } else { &mut other };
            match self.dominators.immediate(*later) {
                Some(above) => *later = above,
                None => break,
            }
        }
        one
    }
}

/// The scalar variables that an action may assign.
fn assigned_by(action: &Action, effects: &Effects) -> Vec<VarId> {
    match &action.kind {
        ActionKind::Assign { target, .. } => vec![*target],
        ActionKind::Call { callee, arguments, result, .. } => {
            let may_assign = |(at, argument): (usize, &Argument)| match argument {
                Argument::Variable(var) if effects.may_assign(callee, at) => Some(*var),
                _ => None,
            };
            arguments.iter().enumerate().filter_map(may_assign).chain(*result).collect()
        }
        _ => Vec::new(),
    }
}

/// For each site the scalar variables that are read after it.
fn read_after(known: &Known) -> Vec<HashSet<VarId>> {
    let mut ranges = LiveRanges::compute(known.unit, known.graph, known.effects);
    let mut found: Vec<HashSet<VarId>> = known.sites.iter().map(|site| read_in_rest(known.graph, site)).collect();
    for (var, _) in known.unit.vars.iter().filter(|(_, var)| var.is_promotable()) {
        ranges.find(var);
        for (site, found) in known.sites.iter().zip(&mut found) {
            let next = known.graph.blocks[site.block].terminator.successors();
            if next.into_iter().any(|block| ranges.is_live_in(block)) {
                found.insert(var);
            }
        }
    }
    found
}

/// What is read after a site in its block.
fn read_in_rest(graph: &Graph, site: &super::Site) -> HashSet<VarId> {
    let mut found = HashSet::new();
    for action in &graph.blocks[site.block].actions[site.position + 1..] {
        action.kind.for_each_place(&mut |place| {
            if let Place::Variable(var) = place {
                found.insert(*var);
            }
        });
        if let ActionKind::Call { arguments, .. } = &action.kind {
            found.extend(arguments.iter().filter_map(|argument| match argument {
                Argument::Variable(var) => Some(*var),
                _ => None,
            }));
        }
    }
    found
}
