//! Drops what puts back what is there, and what only saves what is never put back.
//!
//! Programs save their COMMON before they call a procedure of the user, and put it back after that, since the procedure
//! may use the same one (as ODEPACK does with SRCMA). If it is known not to, both are in vain.
//!
//! A call that does nothing but copy memory of known places and lengths, or a loop that does, is followed by what it
//! copied: a local array is what other memory is, until either may be assigned. What only copies such elements back,
//! where this holds on all paths to it, changes nothing. Where a local array is then only copied to, that is dropped
//! too.
//!
//! Requires: stage `ssa`, of callees too. Ensures: stage `ssa`; values are numbered anew. Keeps: results, which lanes
//! fail and where. Invalidates: all analyses. Cost: calls and loops that copy times the size of the unit.
//!
//! ```text
//! call save(&kept[], 1)
//! call user(v1:x, &y[])          becomes          call user(v1:x, &y[])
//! call save(&kept[], 2)
//! ```

mod copied;

use crate::drop_stores::empty_unnamed_arrays;
use crate::memory::footprints::Footprints;
use crate::objects::{Access, for_each_access, for_each_branch_access};
use crate::values::constants;
use copied::{Bytes, Copy, CopyLoop, Object, copied_by_call, loops_that_copy};
use forlane_cfg::analysis::{Effects, ReversePostorder};
use forlane_cfg::compact::compact_graph;
use forlane_cfg::ssa::renumber;
use forlane_cfg::{
    Action, ActionKind, BlockId, Body, Callee, Decision, Expr, Graph, Program, Remark, Remarks, Stage, Storage,
    Subject, Terminator, Unit, VarId,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The action of that number in a block; that of a loop which copies is the end of its head.
type Site = (BlockId, usize);

/// Drops what can be in the unit of that index; one at another stage than `ssa` is left alone.
pub(crate) fn drop_copies(
    program: &mut Program,
    index: usize,
    effects: &Effects,
    footprints: &Footprints,
    remarks: &mut Remarks,
) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let loops = loops_that_copy(unit, graph, &constants(unit, graph));
    let copies = sites(program, unit, graph, &loops);
    let bodies = loops.iter().map(|one| one.body).collect();
    let search = Search { unit, graph, effects, footprints, copies, bodies };
    let restores = search.restores_in_vain();
    if restores.is_empty() {
        return;
    }
    let saves = search.saves_in_vain(&restores);
    for (sites, reason) in [(&restores, "what it copies back is still there"), (&saves, "nothing reads what it copies")]
    {
        for (block, at) in sites {
            let block = &graph.blocks[*block];
            let (subject, line) = match block.actions.get(*at) {
                Some(Action { kind: ActionKind::Call { callee: Callee::Unit(name), .. }, at }) => {
                    (Subject::Call(name.clone()), *at)
                }
                _ => (Subject::Loop, block.at),
            };
            remarks.add(|| Remark::new(unit, line, subject, Decision::Dropped, reason));
        }
    }
    let unit = &mut program.units[index];
    let Body::Graph(graph) = &mut unit.body else { return };
    remove(graph, loops, &|site| restores.contains(&site) || saves.contains(&site));
    unit.values = renumber(graph, std::mem::take(&mut unit.values));
    empty_unnamed_arrays(unit, effects);
}

/// What calls and loops of a unit copy.
fn sites(program: &Program, unit: &Unit, graph: &Graph, loops: &[CopyLoop]) -> BTreeMap<Site, Vec<Copy>> {
    let of_loop = |one: &CopyLoop| ((one.head, graph.blocks[one.head].actions.len()), vec![one.copy.clone()]);
    let mut sites: BTreeMap<Site, Vec<Copy>> = loops.iter().map(of_loop).collect();
    for (block, about) in graph.blocks.iter() {
        for (at, action) in about.actions.iter().enumerate() {
            sites.extend(copied_by_call(program, unit, &action.kind).map(|copies| ((block, at), copies)));
        }
    }
    sites
}

/// Removes calls and loops that copy.
fn remove(graph: &mut Graph, loops: Vec<CopyLoop>, is_dropped: &dyn Fn(Site) -> bool) {
    let dropped = loops.into_iter().filter(|one| is_dropped((one.head, graph.blocks[one.head].actions.len())));
    let dropped: Vec<CopyLoop> = dropped.collect();
    for (id, block) in graph.blocks.iter_mut() {
        let mut at = 0..;
        block.actions.retain(|_| !is_dropped((id, at.next().expect("numbers do not end"))));
    }
    for CopyLoop { head, body, behind, .. } in dropped {
        let block = &mut graph.blocks[head];
        block.merges.clear();
        for (value, constant) in behind {
            let expr = Expr::constant(&constant).expect("a value is of a scalar type");
            block.actions.push(Action { kind: ActionKind::Define { value, expr }, at: block.at });
        }
        let after = block.terminator.successors().into_iter().find(|next| *next != body);
        block.terminator = Terminator::Goto(after.expect("a loop is left"));
    }
    compact_graph(graph);
}

/// What is looked at in a unit.
struct Search<'a> {
    unit: &'a Unit,
    graph: &'a Graph,
    effects: &'a Effects,
    footprints: &'a Footprints,
    copies: BTreeMap<Site, Vec<Copy>>,
    /// Those of loops that copy: they are a part of what is at the end of their heads.
    bodies: HashSet<BlockId>,
}

/// What copied to where it still is.
type Intact = BTreeSet<Site>;

impl Search<'_> {
    /// What copies back what is there.
    fn restores_in_vain(&self) -> HashSet<Site> {
        let saves: Intact = self.copies.iter().filter(|(_, copies)| self.is_save(copies)).map(|(at, _)| *at).collect();
        let mut in_vain = HashSet::new();
        if saves.is_empty() || saves.len() == self.copies.len() {
            return in_vain;
        }
        // What holds at the beginning of each block, on all paths that were seen.
        let mut begin: BTreeMap<BlockId, Intact> = BTreeMap::from([(self.graph.start, Intact::new())]);
        let order = ReversePostorder::compute(self.graph);
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            in_vain.clear();
            for block in &order.blocks {
                let Some(mut intact) = begin.get(block).cloned() else { continue };
                let about = &self.graph.blocks[*block];
                for at in 0..=about.actions.len() {
                    self.step((*block, at), &mut intact, &mut in_vain);
                }
                let is_next = |next: &BlockId| !self.bodies.contains(next);
                for successor in about.terminator.successors().into_iter().filter(is_next) {
                    let merged = match begin.get(&successor) {
                        Some(known) => known.intersection(&intact).copied().collect(),
                        None => intact.clone(),
                    };
                    is_changed |= begin.get(&successor) != Some(&merged);
                    begin.insert(successor, merged);
                }
            }
        }
        in_vain
    }

    /// Whether only local arrays are copied to, which nothing else can name.
    fn is_save(&self, copies: &[Copy]) -> bool {
        !copies.is_empty() && copies.iter().all(|copy| self.local(&copy.to).is_some())
    }

    fn local(&self, bytes: &Bytes) -> Option<VarId> {
        match bytes.object {
            Object::Own(var) if self.unit.vars[var].storage == Storage::Local => Some(var),
            _ => None,
        }
    }

    /// What is intact after an action.
    fn step(&self, site: Site, intact: &mut Intact, in_vain: &mut HashSet<Site>) {
        let copies = self.copies.get(&site);
        if let Some(copies) = copies.filter(|copies| !copies.is_empty()) {
            let known = intact.iter().flat_map(|save| &self.copies[save]);
            if copies.iter().all(|back| known.clone().any(|copy| copy.is_undone_by(back))) {
                in_vain.insert(site);
                return;
            }
        }
        let written = match (copies, self.graph.blocks[site.0].actions.get(site.1)) {
            (Some(copies), _) => Some(copies.iter().map(|copy| copy.to.clone()).collect()),
            (None, Some(action)) => self.written(&action.kind),
            (None, None) => return,
        };
        intact.retain(|save| match &written {
            Some(written) => self.copies[save]
                .iter()
                .all(|copy| !written.iter().any(|bytes| bytes.meets(&copy.to) || bytes.meets(&copy.from))),
            None => false,
        });
        if copies.is_some_and(|copies| self.is_save(copies)) {
            intact.insert(site);
        }
    }

    /// What an action may assign; none if it may be anything.
    fn written(&self, action: &ActionKind) -> Option<Vec<Bytes>> {
        let mut written = Vec::new();
        let mut is_known = true;
        for_each_access(action, self.effects, &mut |var, access| {
            if access == Access::Write && !self.unit.vars[var].is_promotable() {
                let bytes = Bytes::of(self.unit, var).filter(|_| !self.unit.vars[var].is_target);
                is_known &= bytes.is_some();
                written.extend(bytes);
            }
        });
        if let ActionKind::Call { callee, .. } = action {
            let kept = self.footprints.writes(callee.unit()?, self.effects)?;
            written.extend(kept.map(Bytes::of_kept));
        }
        is_known.then_some(written)
    }

    /// What copies only to what nothing looks at, once others are dropped.
    fn saves_in_vain(&self, dropped: &HashSet<Site>) -> HashSet<Site> {
        let mut saves: HashSet<Site> = (self.copies.iter())
            .filter(|(site, copies)| !dropped.contains(site) && self.is_save(copies))
            .map(|(site, _)| *site)
            .collect();
        loop {
            // What is named otherwise than by what is copied to it.
            let mut used: HashSet<VarId> = HashSet::new();
            for (block, about) in self.graph.blocks.iter().filter(|(block, _)| !self.bodies.contains(block)) {
                for at in 0..=about.actions.len() {
                    let site = (block, at);
                    if let Some(copies) = self.copies.get(&site).filter(|_| !dropped.contains(&site)) {
                        used.extend(copies.iter().filter_map(|copy| self.local(&copy.from)));
                        used.extend(
                            copies.iter().filter(|_| !saves.contains(&site)).filter_map(|copy| self.local(&copy.to)),
                        );
                    } else if let Some(action) = about.actions.get(at)
                        && !dropped.contains(&site)
                    {
                        for_each_access(&action.kind, self.effects, &mut |var, _| {
                            used.insert(var);
                        });
                    }
                }
                for_each_branch_access(&about.terminator, &mut |var, _| {
                    used.insert(var);
                });
            }
            let before = saves.len();
            saves.retain(|site| {
                self.copies[site].iter().all(|copy| self.local(&copy.to).is_some_and(|var| !used.contains(&var)))
            });
            if saves.len() == before {
                return saves;
            }
        }
    }
}
