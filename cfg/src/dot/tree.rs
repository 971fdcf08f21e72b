//! Region trees: a cluster for each construct and each region, a box for each straight line of actions.
//!
//! The lines of the text form are walked with a stack of the open constructs; so nothing recurses.

use super::{Dot, quoted, quoted_lines};
use crate::region::{NodeKind, RegionEnd, RegionTree};
use crate::text::{Entity, TextLine, print_lines};
use crate::unit::Unit;

pub(super) fn tree(unit: &Unit, tree: &RegionTree, out: &mut Dot) {
    let mut walk = Walk { tree, out, open: Vec::new(), run: Vec::new(), tails: Vec::new(), names: 0 };
    for line in print_lines(unit) {
        walk.line(&line);
    }
}

/// An open brace.
struct Open {
    /// What is behind it.
    kind: OpenKind,
    /// How many clusters end with it.
    clusters: usize,
}

enum OpenKind {
    Root,
    /// An `if` or `switch`: the box of its condition, and what falls through its regions so far.
    Arms(String, Vec<String>),
    /// A case of the switch around.
    Case,
    /// The number of the label.
    Scope(usize),
    Loop,
}

struct Walk<'a> {
    tree: &'a RegionTree,
    out: &'a mut Dot,
    open: Vec<Open>,
    /// Actions not written yet.
    run: Vec<String>,
    /// The boxes from which control comes to what is written next.
    tails: Vec<String>,
    names: usize,
}

impl Walk<'_> {
    fn line(&mut self, line: &TextLine) {
        let text = line.text.trim();
        match line.entity {
            Some(Entity::Region(region)) if self.open.is_empty() => {
                self.cluster(&format!("r{}", region.index()));
                self.open.push(Open { kind: OpenKind::Root, clusters: 1 });
            }
            Some(Entity::Region(region)) => self.arm(text, region.index()),
            Some(Entity::Node(region, index)) => match &self.tree.regions[region].nodes[index].kind {
                NodeKind::Action(_) => self.run.push(text.to_string()),
                kind => self.construct(kind, text.trim_end_matches('{').trim_end()),
            },
            Some(Entity::End(region)) => self.end(&self.tree.regions[region].end, text),
            None if text == "}" => self.close(),
            _ => {}
        }
    }

    fn cluster(&mut self, label: &str) {
        self.names += 1;
        self.out.line(&format!("subgraph cluster_{} {{", self.names));
        self.out.depth += 1;
        self.out.line(&format!("label={};", quoted(label)));
    }

    fn end_cluster(&mut self) {
        self.out.depth -= 1;
        self.out.line("}");
    }

    /// A box, or a point, that is reached from the tails and becomes the only one.
    fn place(&mut self, name: String, attributes: &str) {
        self.out.line(&format!("{name} [{attributes}];"));
        for tail in std::mem::take(&mut self.tails) {
            self.out.arc(&tail, &name, "", false);
        }
        self.tails.push(name);
    }

    /// Writes the actions that wait.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        if !run.is_empty() {
            self.names += 1;
            let label = quoted_lines(run.iter().map(String::as_str));
            self.place(format!("n{}", self.names), &format!("label={label}"));
        }
    }

    fn construct(&mut self, kind: &NodeKind, text: &str) {
        self.flush();
        self.cluster(text);
        let (kind, clusters) = match kind {
            NodeKind::If { then, .. } => {
                let condition = self.condition(text);
                self.cluster(&format!("r{}", then.index()));
                (OpenKind::Arms(condition, Vec::new()), 2)
            }
            NodeKind::Switch { .. } => (OpenKind::Arms(self.condition(text), Vec::new()), 1),
            NodeKind::Scope { label, .. } => (OpenKind::Scope(label.index()), 1),
            NodeKind::Loop { label, .. } => {
                self.place(format!("head{}", label.index()), &format!("shape=circle, label=\"L{}\"", label.index()));
                (OpenKind::Loop, 1)
            }
            NodeKind::Action(_) => (OpenKind::Case, 1),
        };
        self.open.push(Open { kind, clusters });
    }

    /// The box of a condition or selector.
    fn condition(&mut self, text: &str) -> String {
        self.names += 1;
        let name = format!("n{}", self.names);
        let short = text.split(" -> (").next().unwrap_or(text);
        self.place(name.clone(), &format!("shape=diamond, label={}", quoted(short)));
        name
    }

    /// `} else r3 {`, `case 1 r4 {`, `default r5 {`
    fn arm(&mut self, text: &str, region: usize) {
        self.flush();
        let is_else = text.starts_with('}');
        let tails = std::mem::take(&mut self.tails);
        if let Some(Open { kind: OpenKind::Arms(condition, ends), .. }) = self.open.last_mut() {
            self.tails.push(condition.clone());
            if is_else {
                ends.extend(tails);
            }
        }
        if is_else {
            self.end_cluster();
            self.cluster(&format!("else r{region}"));
        } else {
            self.cluster(text.trim_end_matches('{').trim_end());
            self.open.push(Open { kind: OpenKind::Case, clusters: 1 });
        }
    }

    fn end(&mut self, end: &RegionEnd, text: &str) {
        if !matches!(end, RegionEnd::Unreachable) {
            self.run.push(text.to_string());
        }
        self.flush();
        let target = match end {
            RegionEnd::FallThrough(_) => return,
            RegionEnd::Exit { label, .. } => format!("behind{}", label.index()),
            RegionEnd::Again { label, .. } => format!("head{}", label.index()),
            RegionEnd::Return(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => return self.tails.clear(),
        };
        for tail in std::mem::take(&mut self.tails) {
            self.out.arc(&tail, &target, "", true);
        }
    }

    fn close(&mut self) {
        self.flush();
        let Some(open) = self.open.pop() else { return };
        for _ in 0..open.clusters {
            self.end_cluster();
        }
        match open.kind {
            OpenKind::Root => {}
            OpenKind::Arms(_, ends) => self.tails.extend(ends),
            OpenKind::Case => {
                let tails = std::mem::take(&mut self.tails);
                if let Some(Open { kind: OpenKind::Arms(_, ends), .. }) = self.open.last_mut() {
                    ends.extend(tails);
                }
            }
            OpenKind::Scope(label) => {
                self.place(format!("behind{label}"), &format!("shape=circle, label=\"L{label} end\""));
            }
            OpenKind::Loop => self.tails.clear(),
        }
    }
}
