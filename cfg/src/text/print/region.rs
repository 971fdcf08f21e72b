//! Region trees: nested braces, written by a work list.

use super::{Printer, action, at, expr};
use crate::graph::Case;
use crate::region::{Control, Node, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::UnitPart;
use crate::text::words::{self, word_of};
use crate::unit::{SourceLine, Unit, ValueId};
use std::collections::HashSet;

/// What is still to be written.
enum Task {
    /// The rest of a region, from that node on.
    Region(RegionId, usize),
    /// A line between two regions of one node: `} else r3 {`.
    Between(RegionId, String),
    /// The head of a case or block, then its region.
    Case(RegionId, String),
    /// A closing brace.
    Close,
}

impl Printer<'_> {
    /// The body of a unit at a tree stage.
    pub(super) fn tree(&mut self, tree: &RegionTree) {
        self.open(UnitPart::Region(tree.root), &format!("tree r{} {{", tree.root.index()));
        let mut seen = HashSet::new();
        let mut tasks = vec![Task::Close, Task::Region(tree.root, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Region(id, first) => self.region(tree, id, first, &mut seen, &mut tasks),
                Task::Between(id, text) => {
                    self.depth -= 1;
                    self.open(UnitPart::Region(id), &text);
                }
                Task::Case(id, text) => self.open(UnitPart::Region(id), &text),
                Task::Close => self.close(),
            }
        }
    }

    /// Writes a region's nodes up to one that holds regions, and leaves the rest as tasks.
    fn region(
        &mut self,
        tree: &RegionTree,
        id: RegionId,
        first: usize,
        seen: &mut HashSet<RegionId>,
        tasks: &mut Vec<Task>,
    ) {
        let Some(region) = tree.regions.get(id) else { return self.line(None, "; not a region of this tree") };
        if first == 0 && !seen.insert(id) {
            return self.line(None, "; printed above");
        }
        for (index, node) in region.nodes.iter().enumerate().skip(first) {
            let entity = UnitPart::Node(id, index);
            if let NodeKind::Action(inner) = &node.kind {
                self.line(entity, &action::action(self.unit, inner));
            } else {
                tasks.push(Task::Region(id, index + 1));
                return self.construct(entity, node, tasks);
            }
        }
        if let Some(text) = end_text(self.unit, &region.end, region.at) {
            self.line(UnitPart::End(id), &text);
        }
    }

    fn construct(&mut self, entity: UnitPart, node: &Node, tasks: &mut Vec<Task>) {
        let unit = self.unit;
        tasks.push(Task::Close);
        match &node.kind {
            NodeKind::If { condition, then, otherwise, outputs, control } => {
                let tail = tail(unit, outputs, *control, node.at);
                let condition = expr::logical(unit, condition);
                self.open(entity, &format!("if {condition}{tail} r{} {{", then.index()));
                tasks.push(Task::Region(*otherwise, 0));
                tasks.push(Task::Between(*otherwise, format!("}} else r{} {{", otherwise.index())));
                tasks.push(Task::Region(*then, 0));
            }
            NodeKind::Switch { selector, cases, default, outputs, control } => {
                let tail = tail(unit, outputs, *control, node.at);
                self.open(entity, &format!("switch {}{tail} {{", expr::integer(unit, selector)));
                tasks.extend([Task::Close, Task::Region(*default, 0)]);
                tasks.push(Task::Case(*default, format!("default r{} {{", default.index())));
                for Case { values, target } in cases.iter().rev() {
                    tasks.extend([Task::Close, Task::Region(*target, 0)]);
                    let head = format!("case {} r{} {{", action::case_values(values), target.index());
                    tasks.push(Task::Case(*target, head));
                }
            }
            NodeKind::Scope { label, body, outputs, control } => {
                let tail = tail(unit, outputs, *control, node.at);
                self.open(entity, &format!("scope L{}{tail} r{} {{", label.index(), body.index()));
                tasks.push(Task::Region(*body, 0));
            }
            NodeKind::Loop { label, inputs, body, control } => {
                let inputs = action::list(inputs, |input| {
                    let initial = expr::value_name(unit, input.initial);
                    format!("{} = {initial}", action::definition(unit, input.value))
                });
                let inputs = if inputs.is_empty() { inputs } else { format!(" ({inputs})") };
                let tail = tail(unit, &[], *control, node.at);
                self.open(entity, &format!("loop L{}{inputs}{tail} r{} {{", label.index(), body.index()));
                tasks.push(Task::Region(*body, 0));
            }
            NodeKind::Graph { initial, blocks, control } => {
                let initial = names(unit, initial);
                self.open(entity, &format!("graph{initial}{} {{", tail(unit, &[], *control, node.at)));
                for block in blocks.iter().rev() {
                    tasks.extend([Task::Close, Task::Region(block.body, 0)]);
                    let inputs = action::list(&block.inputs, |value| action::definition(unit, *value));
                    let inputs = if inputs.is_empty() { inputs } else { format!(" ({inputs})") };
                    let head = format!("block L{}{inputs} r{} {{", block.label.index(), block.body.index());
                    tasks.push(Task::Case(block.body, head));
                }
            }
            NodeKind::Action(_) => {
                tasks.pop();
            }
        }
    }
}

/// The outputs, the control and the source line of a construct.
fn tail(unit: &Unit, outputs: &[ValueId], control: Control, line: SourceLine) -> String {
    let outputs = action::list(outputs, |value| action::definition(unit, *value));
    let outputs = if outputs.is_empty() { outputs } else { format!(" -> ({outputs})") };
    format!("{outputs}{}{}", control_text(control), at(line))
}

/// ` uniform`, ` varying`, or nothing.
fn control_text(control: Control) -> String {
    match control {
        Control::Undecided => String::new(),
        decided => format!(" {}", word_of(words::CONTROLS, decided)),
    }
}

/// ` (v1:x, v2:y)`, or nothing.
fn names(unit: &Unit, values: &[ValueId]) -> String {
    let names = action::list(values, |value| expr::value_name(unit, *value));
    if names.is_empty() { names } else { format!(" ({names})") }
}

/// The end of a region; nothing for one that falls through without values.
fn end_text(unit: &Unit, end: &RegionEnd, line: SourceLine) -> Option<String> {
    let values = |values: &[ValueId]| names(unit, values);
    let text = match end {
        RegionEnd::FallThrough(outputs) if outputs.is_empty() && line == SourceLine::default() => return None,
        RegionEnd::FallThrough(outputs) => format!("yield{}", values(outputs)),
        RegionEnd::Exit { label, values: outputs, control } => {
            format!("exit L{}{}{}", label.index(), values(outputs), control_text(*control))
        }
        RegionEnd::Again { label, values: inputs, control } => {
            format!("again L{}{}{}", label.index(), values(inputs), control_text(*control))
        }
        RegionEnd::Goto { label, values: inputs, control } => {
            format!("goto L{}{}{}", label.index(), values(inputs), control_text(*control))
        }
        RegionEnd::Return(results) => action::return_text(unit, results),
        RegionEnd::Stop(code) => action::stop_text(code),
        RegionEnd::Unreachable => "unreachable".to_string(),
    };
    Some(format!("{text}{}", at(line)))
}
