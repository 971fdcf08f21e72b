//! Which loops lanes leave together, and by which branches they leave the others.

use super::names::{in_words, row_of};
use forlane_cfg::{
    Control, Decision, IntegerExpr, LabelId, LogicalExpr, NodeKind, Place, RegionEnd, RegionId, RegionTree, Remark,
    Shape, SourceLine, Storage, Subject, Unit, names,
};
use std::collections::BTreeMap;

/// The most branches that a remark lists.
const MOST_LISTED: usize = 6;

/// What decides, where it differs between lanes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Differing {
    /// The iteration count of a DO.
    Count,
    /// The variable of that name.
    Variable(String),
}

/// A loop, or a graph of blocks.
struct Found {
    at: SourceLine,
    is_varying: bool,
    /// The branches at which lanes part that leave it in different iterations.
    branches: BTreeMap<SourceLine, Vec<Differing>>,
    /// A branch around it at which lanes part; those that do not enter the loop wait where it is left to.
    around: Option<SourceLine>,
}

/// A construct around a region.
struct Frame<'a> {
    kind: FrameKind<'a>,
    outer: Option<usize>,
}

enum FrameKind<'a> {
    Loop(usize, Vec<LabelId>),
    Scope(LabelId),
    /// A branch at which lanes part.
    Branch(SourceLine, &'a NodeKind),
    /// One that all take together.
    Together,
}

/// The remarks on the loops of a masked unit, outer ones first.
pub fn on_loops(unit: &Unit) -> Vec<Remark> {
    let forlane_cfg::Body::Tree(tree) = &unit.body else { return Vec::new() };
    let mut search = Search { unit, tree, frames: Vec::new(), found: Vec::new() };
    let mut pending: Vec<(RegionId, Option<usize>)> = vec![(tree.root, None)];
    while let Some((region, around)) = pending.pop() {
        let mut inside = search.nodes(region, around);
        inside.reverse();
        pending.extend(inside);
        search.end(&tree.regions[region].end, around);
    }
    search.found.iter().map(|found| found.remark(unit)).collect()
}

struct Search<'a> {
    unit: &'a Unit,
    tree: &'a RegionTree,
    frames: Vec<Frame<'a>>,
    found: Vec<Found>,
}

impl Search<'_> {
    /// The regions in a region, each with its frame.
    fn nodes(&mut self, region: RegionId, outer: Option<usize>) -> Vec<(RegionId, Option<usize>)> {
        let mut inside = Vec::new();
        for node in &self.tree.regions[region].nodes {
            let is_varying = node.kind.control().is_varying();
            let kind = match &node.kind {
                NodeKind::Action(_) => continue,
                NodeKind::If { .. } | NodeKind::Switch { .. } if is_varying => FrameKind::Branch(node.at, &node.kind),
                NodeKind::If { .. } | NodeKind::Switch { .. } => FrameKind::Together,
                NodeKind::Scope { label, .. } => FrameKind::Scope(*label),
                NodeKind::Loop { .. } | NodeKind::Graph { .. } => {
                    self.found.push(Found { at: node.at, is_varying, branches: BTreeMap::new(), around: None });
                    let labels = node.kind.labels().0.into_iter().map(|(label, _)| label).collect();
                    FrameKind::Loop(self.found.len() - 1, labels)
                }
            };
            self.frames.push(Frame { kind, outer });
            let frame = self.frames.len() - 1;
            inside.extend(node.kind.regions().into_iter().map(|region| (region, Some(frame))));
        }
        inside
    }

    /// Notes for each loop that some lanes leave at the end of a region, or start the next iteration of, while others
    /// stay or are not in it, the branch at which they part.
    fn end(&mut self, end: &RegionEnd, around: Option<usize>) {
        let target = match end {
            RegionEnd::Exit { label, control: Control::Varying, .. }
            | RegionEnd::Again { label, control: Control::Varying, .. } => Some(*label),
            RegionEnd::Return(_) => None,
            _ => return,
        };
        let (mut at, mut parted) = (around, None);
        let mut together = Vec::new();
        while let Some(frame) = at.map(|at| &self.frames[at]) {
            match &frame.kind {
                FrameKind::Branch(line, node) => {
                    parted = parted.or(Some((*line, *node)));
                    together.drain(..).for_each(|found: usize| self.found[found].around = Some(*line));
                }
                FrameKind::Scope(label) if Some(*label) == target => break,
                FrameKind::Scope(_) | FrameKind::Together => {}
                FrameKind::Loop(found, labels) => {
                    match parted {
                        Some((line, node)) => {
                            let differing = differing(self.unit, node);
                            self.found[*found].branches.insert(line, differing);
                        }
                        None => together.push(*found),
                    }
                    if target.is_some_and(|target| labels.contains(&target)) {
                        break;
                    }
                }
            }
            at = frame.outer;
        }
    }
}

/// What differs between lanes of what a branch reads.
fn differing(unit: &Unit, node: &NodeKind) -> Vec<Differing> {
    let mut found = Vec::new();
    let counts = matches!(node, NodeKind::If { condition, .. } if asks_a_count(condition));
    let of_name = |name: &str| match counts && names::is_numbered(name, names::COUNT) {
        true => Some(Differing::Count),
        false => names::of_source(name).map(|name| Differing::Variable(name.to_owned())),
    };
    let mut see = |place: &Place| {
        let differing = match place {
            Place::Value(value) => {
                let value = &unit.values[*value];
                (value.shape != Some(Shape::Uniform)).then(|| of_name(&value.hint)).flatten()
            }
            _ => place.var().filter(|var| unit.vars[*var].storage != Storage::Constant).and_then(|var| {
                let var = &unit.vars[var];
                (var.shape == Shape::Varying).then(|| of_name(&var.name)).flatten()
            }),
        };
        if let Some(differing) = differing.filter(|differing| !found.contains(differing)) {
            found.push(differing);
        }
    };
    match node {
        NodeKind::If { condition, .. } => condition.for_each_place(&mut see),
        NodeKind::Switch { selector, .. } => selector.for_each_place(&mut see),
        _ => {}
    }
    found
}

/// Whether a condition is that of a DO: a count compared with zero.
fn asks_a_count(condition: &LogicalExpr) -> bool {
    let LogicalExpr::CompareInteger(_, count, zero) = condition else { return false };
    matches!((&**count, &**zero), (IntegerExpr::Read(..), IntegerExpr::Constant(_, 0)))
}

impl Found {
    fn remark(&self, unit: &Unit) -> Remark {
        if !self.is_varying {
            let reason = "what decides when it is left is the same in all lanes";
            return Remark::new(unit, self.at, Subject::Loop, Decision::Uniform, reason);
        }
        let counts = self.branches.values().all(|differing| differing[..] == [Differing::Count]);
        if counts && !self.branches.is_empty() {
            let reason = "its iteration count differs between lanes";
            let remark = Remark::new(unit, self.at, Subject::Loop, Decision::Varying, reason);
            return Remark { is_slow: true, ..remark };
        }
        Remark::new(unit, self.at, Subject::Loop, Decision::Varying, self.reason(unit))
    }

    /// By which branches lanes leave it.
    fn reason(&self, unit: &Unit) -> String {
        let listed = self.branches.iter().take(MOST_LISTED);
        let mut branches: Vec<String> = listed.map(|(line, differing)| in_line(unit, *line, differing)).collect();
        if self.branches.len() > MOST_LISTED {
            branches.push(format!("{} more", self.branches.len() - MOST_LISTED));
        }
        match row_of(&branches) {
            Some(listed) => {
                let branches = if branches.len() == 1 { "branch" } else { "branches" };
                format!("lanes leave it in different iterations by the {branches} at {listed}")
            }
            None => match self.around {
                Some(line) => {
                    let line = unit.line_in_words(line);
                    format!("it is left to where lanes wait that parted before it, at the branch at {line}")
                }
                None => "lanes take different ways in it".to_owned(),
            },
        }
    }
}

/// A branch, and what differs there.
fn in_line(unit: &Unit, line: SourceLine, differing: &[Differing]) -> String {
    let names: Vec<&str> = differing
        .iter()
        .filter_map(|differing| match differing {
            Differing::Variable(name) => Some(name.as_str()),
            Differing::Count => None,
        })
        .collect();
    let line = unit.line_in_words(line);
    match in_words(&names) {
        Some((names, "is")) => format!("{line} ({names} differs)"),
        Some((names, _)) => format!("{line} ({names} differ)"),
        None if differing == [Differing::Count] => format!("{line} (the iteration count differs)"),
        None => line,
    }
}
