//! Graphs: a box for each reachable block, in the clusters of its loops and scopes.

use super::boxes::{Rows, Source};
use super::clusters::{ClusterKind, Clusters};
use super::{BACK_COLOR, Dot, IRREDUCIBLE_COLOR, MOST_BOXES, SCOPE_COLOR, arc, back_arc, loop_color};
use forlane_cfg::analysis::loops::LoopForest;
use forlane_cfg::analysis::order::ReversePostorder;
use forlane_cfg::expr::Expr;
use forlane_cfg::graph::{BlockId, Graph, Terminator};
use forlane_cfg::text::{TextLine, UnitPart, print_expr, print_lines};
use forlane_cfg::unit::{SourceLine, Unit};

/// A condition that is longer is in the block, not at the arc.
const LONGEST_LABEL: usize = 48;

pub(super) fn graph(unit: &Unit, graph: &Graph, source: &Source<'_>, out: &mut Dot) {
    let lines = print_lines(unit);
    let reachable = ReversePostorder::compute(graph);
    let blocks = lines.iter().filter_map(|line| match line.entity {
        Some(UnitPart::Block(block)) if reachable.reaches(block) => Some(block),
        _ => None,
    });
    let drawn: Vec<BlockId> = blocks.take(MOST_BOXES).collect();
    let mut places = vec![None; graph.blocks.len()];
    for (index, block) in drawn.iter().enumerate() {
        places[block.index()] = Some(index);
    }
    let forest = LoopForest::compute(graph);
    let mut drawing = Drawing {
        unit,
        graph,
        forest: &forest,
        clusters: Clusters::compute(graph, &forest, &drawn, &places),
        boxes: boxes(unit, graph, &drawn, &places, &lines, source),
        places: &places,
        out,
    };
    drawing.contents(None, &drawn);
    for block in &drawn {
        drawing.arcs(*block);
    }
    if drawn.len() < reachable.blocks.len() {
        out.cut(&format!("{} more blocks", reachable.blocks.len() - drawn.len()));
    }
}

/// The rows of each drawn block.
fn boxes(
    unit: &Unit,
    graph: &Graph,
    drawn: &[BlockId],
    places: &[Option<usize>],
    lines: &[TextLine],
    source: &Source<'_>,
) -> Vec<Rows> {
    let head = |block: &BlockId| {
        let start = if *block == graph.start { "  start" } else { "" };
        Rows::new(&format!("b{}{start}", block.index()))
    };
    let mut rows: Vec<Rows> = drawn.iter().map(head).collect();
    for line in lines {
        let (block, at) = match line.entity {
            Some(UnitPart::Merge(block, _)) => (block, SourceLine::default()),
            Some(UnitPart::Action(block, index)) => (block, graph.blocks[block].actions[index].at),
            Some(UnitPart::Terminator(block)) => (block, graph.blocks[block].at),
            _ => continue,
        };
        let Some(rows) = places[block.index()].map(|index| &mut rows[index]) else { continue };
        let is_end = matches!(line.entity, Some(UnitPart::Terminator(_)));
        match &graph.blocks[block].terminator {
            Terminator::Goto(_) if is_end => {}
            Terminator::Branch { condition, .. }
                if is_end && short(unit, Expr::Logical(condition.clone())).is_some() =>
            {
                rows.source(source, at);
            }
            Terminator::Switch { selector, .. } if is_end => {
                let selector = print_expr(unit, &Expr::Integer(selector.clone()));
                rows.text(source, at, &format!("switch {selector}"));
            }
            _ => rows.text(source, at, line.text.trim()),
        }
    }
    rows
}

/// An expression that is short enough for an arc.
fn short(unit: &Unit, expr: Expr) -> Option<String> {
    Some(print_expr(unit, &expr)).filter(|text| text.chars().count() <= LONGEST_LABEL)
}

struct Drawing<'a> {
    unit: &'a Unit,
    graph: &'a Graph,
    forest: &'a LoopForest,
    clusters: Clusters,
    boxes: Vec<Rows>,
    /// The place of each drawn block in the order of the text.
    places: &'a [Option<usize>],
    out: &'a mut Dot,
}

impl Drawing<'_> {
    /// What is in a cluster, or outside of all: blocks, and clusters with their contents. Clusters nest no deeper than
    /// there are boxes.
    fn contents(&mut self, cluster: Option<usize>, drawn: &[BlockId]) {
        let mut opened = vec![false; self.clusters.clusters.len()];
        for (index, block) in drawn.iter().enumerate() {
            let mut at = self.clusters.innermost[index];
            let mut child = None;
            while at != cluster {
                let Some(number) = at else { break };
                child = at;
                at = self.clusters.clusters[number].parent;
            }
            match child {
                _ if at != cluster => {}
                None => self.block(index, *block),
                Some(child) if !std::mem::replace(&mut opened[child], true) => {
                    self.open(child);
                    self.contents(Some(child), drawn);
                    self.out.close();
                }
                Some(_) => {}
            }
        }
    }

    fn open(&mut self, number: usize) {
        let (label, attributes) = match &self.clusters.clusters[number].kind {
            ClusterKind::Scope(scope) => {
                (format!("scope s{}", scope.index()), format!("fillcolor=\"{SCOPE_COLOR}\"; color=\"#7aa7cc\";"))
            }
            ClusterKind::Loop { entries, depth } => {
                let mut entries = entries.clone();
                entries.sort();
                let names: Vec<String> = entries.iter().map(|block| format!("b{}", block.index())).collect();
                let fill = format!("fillcolor=\"{}\";", loop_color(*depth));
                match &names[..] {
                    [head] => (format!("loop {head}"), format!("{fill} color=\"#c9a227\";")),
                    several => {
                        let frame = format!("color=\"{IRREDUCIBLE_COLOR}\"; penwidth=2;");
                        (format!("irreducible loop, entered at {}", several.join(", ")), format!("{fill} {frame}"))
                    }
                }
            }
        };
        self.out.open(number, &label, &attributes);
    }

    fn block(&mut self, index: usize, block: BlockId) {
        let is_marked = self.irreducible_entry(block, None);
        let frame = if is_marked { format!(", color=\"{IRREDUCIBLE_COLOR}\", penwidth=2") } else { String::new() };
        let label = self.boxes[index].label();
        self.out.line(&format!("b{} [label={label}{frame}];", block.index()));
    }

    /// Whether a block is an entry of an irreducible loop, for arcs from `from` one that these do not come from inside.
    fn irreducible_entry(&self, block: BlockId, from: Option<BlockId>) -> bool {
        let mut at = self.forest.innermost(block);
        while let Some(id) = at {
            let found = &self.forest.loops[id];
            let is_outside = from.is_none_or(|from| !self.forest.contains(id, from));
            if !found.is_reducible() && found.entries.contains(&block) && is_outside {
                return true;
            }
            at = found.parent;
        }
        false
    }

    fn arcs(&mut self, block: BlockId) {
        for (target, label) in self.labelled_arcs(block) {
            let Some(place) = self.places[target.index()] else { continue };
            let is_back = Some(place) <= self.places[block.index()];
            let (from, to) = (format!("b{}", block.index()), format!("b{}", target.index()));
            let text = if self.irreducible_entry(target, Some(block)) {
                arc(&from, &to, &label, &format!("color=\"{IRREDUCIBLE_COLOR}\""))
            } else if is_back {
                back_arc(&from, &to, &label, BACK_COLOR)
            } else {
                arc(&from, &to, &label, "")
            };
            self.out.line(&text);
        }
    }

    /// The arcs out of a block and what each stands for.
    fn labelled_arcs(&self, block: BlockId) -> Vec<(BlockId, String)> {
        match &self.graph.blocks[block].terminator {
            Terminator::Goto(target) => vec![(*target, String::new())],
            Terminator::Branch { condition, then, otherwise } => {
                let names = match short(self.unit, Expr::Logical(condition.clone())) {
                    Some(condition) => (condition, "otherwise"),
                    None => ("true".to_owned(), "false"),
                };
                vec![(*then, names.0), (*otherwise, names.1.to_owned())]
            }
            Terminator::Switch { cases, default, .. } => {
                let mut arcs = Vec::with_capacity(cases.len() + 1);
                for case in cases {
                    let values: Vec<String> = case.values.iter().map(i64::to_string).collect();
                    arcs.push((case.target, values.join(" | ")));
                }
                arcs.push((*default, "otherwise".to_owned()));
                arcs
            }
            Terminator::Return(_) | Terminator::Stop(_) => Vec::new(),
        }
    }
}
