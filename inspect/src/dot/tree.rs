//! Region trees: a cluster for each scope, loop and graph, a box for each straight line of actions and each condition.
//!
//! The lines of the text form are walked with a stack of the open constructs; so nothing recurses.

use super::boxes::{Rows, Source};
use super::{BACK_COLOR, Dot, EXIT_COLOR, MOST_BOXES, SCOPE_COLOR, VARYING_COLOR, arc, back_arc, loop_color};
use forlane_cfg::expr::Expr;
use forlane_cfg::region::{Control, LabelId, Node, NodeKind, RegionEnd, RegionId, RegionTree};
use forlane_cfg::text::{TextLine, UnitPart, print_expr, print_lines};
use forlane_cfg::unit::{SourceLine, Unit, ValueId};
use std::collections::{HashMap, HashSet};

pub(super) fn tree(unit: &Unit, tree: &RegionTree, source: &Source<'_>, out: &mut Dot) {
    let mut walk = TreeDrawing {
        unit,
        tree,
        source,
        out,
        open: Vec::new(),
        run: Rows::new(""),
        tails: Vec::new(),
        arcs: Vec::new(),
        drawn: HashSet::new(),
        names: 0,
        loops: 0,
        blocks: HashMap::new(),
    };
    let lines = print_lines(unit);
    for (index, line) in lines.iter().enumerate() {
        if walk.drawn.len() >= MOST_BOXES {
            walk.flush();
            walk.close_all();
            walk.out.cut(&format!("{} more lines of text", lines.len() - index));
            break;
        }
        walk.line(line);
    }
    // After all boxes, so that each is in the cluster that it is named in first.
    for (from, to, text) in walk.arcs {
        if walk.drawn.contains(&from) && walk.drawn.contains(&to) {
            walk.out.line(&text);
        }
    }
}

/// An open brace.
enum OpenBrace {
    Root,
    /// An `if` or `switch`: the box of its condition, and what falls through its regions so far.
    Arms(String, Vec<Tail>),
    /// A case of the switch around.
    Case,
    /// The name of the box after it, and the outputs.
    Scope(String, String),
    Loop,
    /// A graph, between its blocks.
    Graph,
    /// A block of the graph around.
    Block,
}

/// Where control comes from: a box and the label of the arc.
type Tail = (String, String);

struct TreeDrawing<'a> {
    unit: &'a Unit,
    tree: &'a RegionTree,
    source: &'a Source<'a>,
    out: &'a mut Dot,
    open: Vec<OpenBrace>,
    /// Actions not written yet.
    run: Rows,
    /// Where control comes from to what is written next.
    tails: Vec<Tail>,
    /// Arcs: from, to, text.
    arcs: Vec<(String, String, String)>,
    drawn: HashSet<String>,
    names: usize,
    loops: usize,
    /// For each block of a graph that is drawn its label and inputs, by its body.
    blocks: HashMap<RegionId, (LabelId, Vec<ValueId>)>,
}

impl TreeDrawing<'_> {
    fn line(&mut self, line: &TextLine) {
        let text = line.text.trim();
        match line.entity {
            Some(UnitPart::Region(_)) if self.open.is_empty() => self.open.push(OpenBrace::Root),
            Some(UnitPart::Region(region)) => match self.blocks.remove(&region) {
                Some((label, inputs)) => self.block(label, &inputs),
                None => self.arm(text),
            },
            Some(UnitPart::Node(region, index)) => {
                let node = &self.tree.regions[region].nodes[index];
                match &node.kind {
                    NodeKind::Action(action) => self.run.text(self.source, action.at, text),
                    _ => self.construct(node),
                }
            }
            Some(UnitPart::End(region)) => {
                let region = &self.tree.regions[region];
                self.end(&region.end, region.at, text);
            }
            None if text == "}" => self.close(),
            _ => {}
        }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    /// A box that is reached from the tails and becomes the only one.
    fn place(&mut self, name: String, attributes: &str) {
        self.out.line(&format!("{name} [{attributes}];"));
        for (from, label) in std::mem::take(&mut self.tails) {
            let text = arc(&from, &name, &label, "");
            self.arcs.push((from, name.clone(), text));
        }
        self.drawn.insert(name.clone());
        self.tails.push((name, String::new()));
    }

    /// Writes the actions that wait.
    fn flush(&mut self) {
        let run = std::mem::replace(&mut self.run, Rows::new(""));
        if !run.is_empty() {
            let name = self.name();
            self.place(name, &format!("label={}", run.label()));
        }
    }

    fn construct(&mut self, node: &Node) {
        self.flush();
        let unit = self.unit;
        match &node.kind {
            NodeKind::If { condition, outputs, control, .. } => {
                let text = print_expr(unit, &Expr::Logical(condition.clone()));
                self.choice(&format!("if {text}"), node.at, outputs, *control);
                self.label_tail("then");
            }
            NodeKind::Switch { selector, outputs, control, .. } => {
                let text = print_expr(unit, &Expr::Integer(selector.clone()));
                self.choice(&format!("switch {text}"), node.at, outputs, *control);
            }
            NodeKind::Scope { label, outputs, control, .. } => {
                self.names += 1;
                let name = format!("scope L{}{}", label.index(), word(*control));
                self.out.open(self.names, &name, &frame(SCOPE_COLOR, *control, "#7aa7cc"));
                self.open.push(OpenBrace::Scope(format!("behind{}", label.index()), self.values(outputs)));
            }
            NodeKind::Loop { label, inputs, control, .. } => {
                self.names += 1;
                self.loops += 1;
                let values: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                let name = format!("loop L{}{}", label.index(), word(*control));
                self.out.open(self.names, &name, &frame(loop_color(self.loops), *control, "#c9a227"));
                let mut rows = Rows::new(&format!("L{}", label.index()));
                rows.source(self.source, node.at);
                if !values.is_empty() {
                    rows.text(self.source, SourceLine::default(), &self.values(&values));
                }
                self.place(format!("head{}", label.index()), &format!("label={}", rows.label()));
                self.open.push(OpenBrace::Loop);
            }
            NodeKind::Graph { blocks, control, .. } => {
                self.names += 1;
                self.loops += 1;
                let name = format!("graph{}", word(*control));
                self.out.open(self.names, &name, &frame(loop_color(self.loops), *control, "#c9a227"));
                self.blocks.extend(blocks.iter().map(|block| (block.body, (block.label, block.inputs.clone()))));
                self.open.push(OpenBrace::Graph);
            }
            NodeKind::Action(_) => {}
        }
    }

    /// The head of a block of a graph; to the first one leads what comes before the graph.
    fn block(&mut self, label: LabelId, inputs: &[ValueId]) {
        self.flush();
        let mut rows = Rows::new(&format!("L{}", label.index()));
        if !inputs.is_empty() {
            rows.text(self.source, SourceLine::default(), &self.values(inputs));
        }
        self.place(format!("head{}", label.index()), &format!("label={}", rows.label()));
        self.open.push(OpenBrace::Block);
    }

    /// The box of a condition or selector.
    fn choice(&mut self, text: &str, at: SourceLine, outputs: &[ValueId], control: Control) {
        let mut rows = Rows::new("");
        rows.text(self.source, at, text);
        if !outputs.is_empty() {
            rows.text(self.source, SourceLine::default(), &format!("gives {}", self.values(outputs)));
        }
        let fill = if control == Control::Varying { VARYING_COLOR } else { "white" };
        let name = self.name();
        self.place(name.clone(), &format!("shape=hexagon, style=filled, fillcolor=\"{fill}\", label={}", rows.label()));
        self.open.push(OpenBrace::Arms(name, Vec::new()));
    }

    /// `v1:x, v2:y`
    fn values(&self, values: &[ValueId]) -> String {
        let names: Vec<String> = values
            .iter()
            .map(|id| {
                let hint = self.unit.values.get(*id).map_or("", |value| &value.hint);
                format!("v{}:{hint}", id.index())
            })
            .collect();
        names.join(", ")
    }

    /// What is written next is reached by the arc of that label.
    fn label_tail(&mut self, label: &str) {
        if let Some((_, text)) = self.tails.last_mut() {
            label.clone_into(text);
        }
    }

    /// `} else r3 {`, `case 1 r4 {`, `default r5 {`
    fn arm(&mut self, text: &str) {
        self.flush();
        let label = match text.strip_prefix("case ").and_then(|text| text.rsplit_once(" r")) {
            Some((values, _)) => values,
            None => "otherwise",
        };
        let tails = std::mem::take(&mut self.tails);
        if let Some(OpenBrace::Arms(condition, ends)) = self.open.last_mut() {
            self.tails.push((condition.clone(), label.to_owned()));
            if text.starts_with('}') {
                ends.extend(tails);
                return;
            }
        }
        self.open.push(OpenBrace::Case);
    }

    fn end(&mut self, end: &RegionEnd, at: SourceLine, text: &str) {
        if !matches!(end, RegionEnd::Unreachable) {
            self.run.text(self.source, at, text);
        }
        self.flush();
        let target = match end {
            RegionEnd::FallThrough(_) => return,
            RegionEnd::Exit { label, .. } => format!("behind{}", label.index()),
            RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } => format!("head{}", label.index()),
            RegionEnd::Return(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => return self.tails.clear(),
        };
        for (from, label) in std::mem::take(&mut self.tails) {
            let text = match end {
                RegionEnd::Again { .. } => back_arc(&from, &target, &label, BACK_COLOR),
                RegionEnd::Goto { .. } => arc(&from, &target, &label, &format!("color=\"{BACK_COLOR}\"")),
                _ => arc(&from, &target, &label, &format!("color=\"{EXIT_COLOR}\"")),
            };
            self.arcs.push((from, target.clone(), text));
        }
    }

    fn close(&mut self) {
        self.flush();
        match self.open.pop() {
            Some(OpenBrace::Arms(_, ends)) => self.tails.extend(ends),
            Some(OpenBrace::Case) => {
                let tails = std::mem::take(&mut self.tails);
                if let Some(OpenBrace::Arms(_, ends)) = self.open.last_mut() {
                    ends.extend(tails);
                }
            }
            Some(OpenBrace::Scope(name, outputs)) => {
                self.out.close();
                let mut rows = Rows::new(&format!("end of L{}", name.trim_start_matches("behind")));
                if !outputs.is_empty() {
                    rows.text(self.source, SourceLine::default(), &outputs);
                }
                self.place(name, &format!("fillcolor=\"{SCOPE_COLOR}\", label={}", rows.label()));
            }
            Some(OpenBrace::Block) => self.tails.clear(),
            Some(OpenBrace::Loop | OpenBrace::Graph) => {
                self.out.close();
                self.loops -= 1;
                self.tails.clear();
            }
            Some(OpenBrace::Root) | None => {}
        }
    }

    /// Closes the clusters that are open where the drawing is cut off.
    fn close_all(&mut self) {
        while let Some(open) = self.open.pop() {
            if matches!(open, OpenBrace::Scope(..) | OpenBrace::Loop | OpenBrace::Graph) {
                self.out.close();
            }
        }
    }
}

/// ` uniform`, ` varying`, or nothing.
fn word(control: Control) -> &'static str {
    match control {
        Control::Undecided => "",
        Control::Uniform => ", uniform",
        Control::Varying => ", varying",
        Control::Restored => ", restored",
    }
}

/// The colors of a cluster; what is varying has a thick orange frame.
fn frame(fill: &str, control: Control, color: &str) -> String {
    match control {
        Control::Varying | Control::Restored => format!("fillcolor=\"{fill}\"; color=\"#e07b39\"; penwidth=2;"),
        Control::Uniform | Control::Undecided => format!("fillcolor=\"{fill}\"; color=\"{color}\";"),
    }
}
