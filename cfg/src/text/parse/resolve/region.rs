//! Region trees: lines into regions, by a stack of open braces.

use super::{Resolver, allocate, filler_label, filler_region, look_up};
use crate::expr::{IntegerExpr, LogicalExpr};
use crate::graph::Case;
use crate::region::{
    Control, GraphBlock, Label, LabelId, LabelKind, LoopInput, Node, NodeKind, Region, RegionEnd, RegionId, RegionTree,
};
use crate::text::UnitPart;
use crate::text::parse::Located;
use crate::text::parse::syntax::{ConstructText, Definition, EndText, Line, UnitHead};
use crate::text::parse::token::Numbered;
use crate::unit::{Body, SourceLine, ValueId};
use id_arena::Arena;

/// Regions under construction.
struct Regions<'a> {
    arena: Arena<Region>,
    ids: Vec<Option<RegionId>>,
    labels: Arena<Label>,
    label_ids: Vec<Option<LabelId>>,
    open: Vec<OpenBrace<'a>>,
    root: Option<RegionId>,
}

/// An open brace.
enum OpenBrace<'a> {
    /// A region, its nodes so far, its end if it came, and what it is to its construct.
    Region { id: RegionId, nodes: Vec<Node>, end: Option<(RegionEnd, SourceLine)>, role: Role<'a> },
    /// A switch, between its cases.
    Switch { head: SwitchHead<'a>, cases: Vec<Case<RegionId>>, default: Option<RegionId> },
    /// A graph, between its blocks.
    Graph { head: GraphHead<'a>, blocks: Vec<GraphBlock> },
}

/// What a region is to its construct.
enum Role<'a> {
    Root,
    Then(IfHead<'a>),
    Else(IfHead<'a>, RegionId),
    Case(Vec<i64>),
    Default,
    Block(LabelId, Vec<ValueId>),
    /// The one region of a finished node, and the line of that.
    Body(Node, &'a str),
}

struct IfHead<'a> {
    condition: LogicalExpr,
    outputs: Vec<ValueId>,
    control: Control,
    at: SourceLine,
    /// The line.
    text: &'a str,
}

struct SwitchHead<'a> {
    selector: IntegerExpr,
    outputs: Vec<ValueId>,
    control: Control,
    at: SourceLine,
    /// The line.
    text: &'a str,
}

struct GraphHead<'a> {
    initial: Vec<ValueId>,
    control: Control,
    at: SourceLine,
    /// The line.
    text: &'a str,
}

impl<'a> Resolver<'a, '_> {
    /// The body of a unit at a tree stage.
    pub(super) fn tree(&mut self, head: &UnitHead<'a>, lines: &[Located<'a>]) -> Option<Body> {
        let mut regions = self.regions(lines);
        for located in lines {
            self.tree_line(located, &mut regions)?;
        }
        if regions.root.is_none() {
            self.errors.add(head.place, "the unit has no `tree`");
        }
        let Regions { arena, labels, root, .. } = regions;
        Some(Body::Tree(RegionTree { regions: arena, labels, root: root? }))
    }

    /// All regions and labels, still empty.
    fn regions(&mut self, lines: &[Located<'a>]) -> Regions<'a> {
        let (mut arena, mut labels) = (Arena::new(), Arena::new());
        let opened = lines.iter().filter_map(|located| located.line.opened_region());
        let ids = allocate(opened, &mut arena, self.gaps, self.errors, true, filler_region);
        let defined: Vec<(Numbered<'a>, LabelKind)> =
            lines.iter().filter_map(|line| line.line.defined_label()).collect();
        let numbers = defined.iter().map(|(id, _)| *id);
        let label_ids = allocate(numbers, &mut labels, self.gaps, self.errors, false, filler_label);
        for (id, kind) in defined {
            if let Some(label) = label_ids.get(id.index).copied().flatten().and_then(|label| labels.get_mut(label)) {
                label.kind = kind;
            }
        }
        Regions { arena, ids, labels, label_ids, open: Vec::new(), root: None }
    }

    /// Takes in a line; nothing if what follows can't be told from it any more.
    fn tree_line(&mut self, located: &Located<'a>, regions: &mut Regions<'a>) -> Option<()> {
        match &located.line {
            Line::Tree(id) if regions.root.is_none() => {
                regions.root = look_up(*id, &regions.ids, self.errors);
                self.enter(located, regions.root?, Role::Root, regions);
            }
            Line::Close => self.close(located, regions)?,
            Line::Else(id) => self.else_line(located, *id, regions)?,
            Line::Case(values, id) if matches!(regions.open.last(), Some(OpenBrace::Switch { .. })) => {
                let region = look_up(*id, &regions.ids, self.errors)?;
                self.enter(located, region, Role::Case(values.clone()), regions);
            }
            Line::Default(id) if matches!(regions.open.last(), Some(OpenBrace::Switch { default: None, .. })) => {
                let region = look_up(*id, &regions.ids, self.errors)?;
                self.enter(located, region, Role::Default, regions);
            }
            Line::GraphBlock(label, inputs, id) if matches!(regions.open.last(), Some(OpenBrace::Graph { .. })) => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                let region = look_up(*id, &regions.ids, self.errors)?;
                let inputs = self.outputs(inputs)?;
                self.enter(located, region, Role::Block(label, inputs), regions);
            }
            Line::Action(action, at) => {
                let action = self.action(action, *at);
                let node = action.map(|action| Node { at: *at, kind: NodeKind::Action(action) });
                self.push_node(located.text, node, regions)?;
            }
            Line::Construct(construct, at) => {
                self.push_node(located.text, None, regions)?;
                self.construct(located, construct, *at, regions)?;
            }
            Line::End(..) | Line::Return(..) | Line::Stop(..) => self.end_line(located, regions)?,
            _ => {
                self.errors.add(located.text, "this is not expected here in a region tree");
                return None;
            }
        }
        Some(())
    }

    /// Adds a node to the innermost region, or only checks that one may be here.
    fn push_node(&mut self, text: &'a str, node: Option<Node>, regions: &mut Regions<'a>) -> Option<()> {
        match regions.open.last_mut() {
            Some(OpenBrace::Region { id, nodes, end: None, .. }) => {
                if let Some(node) = node {
                    self.places.push((UnitPart::Node(*id, nodes.len()), text));
                    nodes.push(node);
                }
                return Some(());
            }
            Some(OpenBrace::Region { .. }) => self.errors.add(text, "the region has ended before this"),
            _ => self.errors.add(text, "this is not in a region"),
        }
        None
    }

    fn end_line(&mut self, located: &Located<'a>, regions: &mut Regions<'a>) -> Option<()> {
        self.push_node(located.text, None, regions)?;
        let ended = match &located.line {
            Line::End(end, at) => (self.region_end(end, regions), *at),
            Line::Return(results, at) => (self.returned(results).map(RegionEnd::Return), *at),
            Line::Stop(code, at) => (Some(RegionEnd::Stop(code.clone())), *at),
            _ => return None,
        };
        if let Some(OpenBrace::Region { id, end, .. }) = regions.open.last_mut() {
            self.places.push((UnitPart::End(*id), located.text));
            *end = Some((ended.0.unwrap_or(RegionEnd::Unreachable), ended.1));
        }
        Some(())
    }

    fn region_end(&mut self, text: &EndText<'a>, regions: &Regions<'a>) -> Option<RegionEnd> {
        Some(match text {
            EndText::Yield(values) => RegionEnd::FallThrough(self.values(values)?),
            EndText::Exit(label, values, control) => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                RegionEnd::Exit { label, values: self.values(values)?, control: *control }
            }
            EndText::Again(label, values, control) => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                RegionEnd::Again { label, values: self.values(values)?, control: *control }
            }
            EndText::Goto(label, values, control) => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                RegionEnd::Goto { label, values: self.values(values)?, control: *control }
            }
            EndText::Unreachable => RegionEnd::Unreachable,
        })
    }

    fn outputs(&mut self, definitions: &[Definition<'a>]) -> Option<Vec<ValueId>> {
        let ids: Vec<Numbered<'a>> = definitions.iter().map(|definition| definition.id).collect();
        self.values(&ids)
    }

    /// Opens the first brace of a construct.
    fn construct(
        &mut self,
        located: &Located<'a>,
        construct: &ConstructText<'a>,
        at: SourceLine,
        regions: &mut Regions<'a>,
    ) -> Option<()> {
        let text = located.text;
        match construct {
            ConstructText::If { condition, outputs, control, then } => {
                let (condition, outputs) = (self.logical(condition), self.outputs(outputs));
                let head = IfHead { condition: condition?, outputs: outputs?, control: *control, at, text };
                let then = look_up(*then, &regions.ids, self.errors)?;
                self.enter(located, then, Role::Then(head), regions);
            }
            ConstructText::Switch { selector, outputs, control } => {
                let (selector, outputs) = (self.integer(selector), self.outputs(outputs));
                let head = SwitchHead { selector: selector?, outputs: outputs?, control: *control, at, text };
                regions.open.push(OpenBrace::Switch { head, cases: Vec::new(), default: None });
            }
            ConstructText::Scope { label, outputs, control, body } => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                let body = look_up(*body, &regions.ids, self.errors)?;
                let kind = NodeKind::Scope { label, body, outputs: self.outputs(outputs)?, control: *control };
                self.enter(located, body, Role::Body(Node { kind, at }, text), regions);
            }
            ConstructText::Loop { label, inputs, control, body } => {
                let label = look_up(*label, &regions.label_ids, self.errors)?;
                let body = look_up(*body, &regions.ids, self.errors)?;
                let mut found = Vec::with_capacity(inputs.len());
                for (definition, initial) in inputs {
                    let (value, initial) = (self.value(definition.id), self.value(*initial));
                    found.push(LoopInput { value: value?, initial: initial? });
                }
                let kind = NodeKind::Loop { label, inputs: found, body, control: *control };
                self.enter(located, body, Role::Body(Node { kind, at }, text), regions);
            }
            ConstructText::Graph { initial, control } => {
                let head = GraphHead { initial: self.values(initial)?, control: *control, at, text };
                regions.open.push(OpenBrace::Graph { head, blocks: Vec::new() });
            }
        }
        Some(())
    }

    fn else_line(&mut self, located: &Located<'a>, id: Numbered<'a>, regions: &mut Regions<'a>) -> Option<()> {
        let region = look_up(id, &regions.ids, self.errors)?;
        match self.leave(located, regions) {
            Some((then, Role::Then(head))) => self.enter(located, region, Role::Else(head, then), regions),
            _ => {
                self.errors.add(located.text, "this `else` belongs to no `if`");
                return None;
            }
        }
        Some(())
    }

    /// Closes the innermost brace and hands its construct to the region around it.
    fn close(&mut self, located: &Located<'a>, regions: &mut Regions<'a>) -> Option<()> {
        if let Some(OpenBrace::Switch { .. }) = regions.open.last() {
            return self.close_switch(located, regions);
        }
        if let Some(OpenBrace::Graph { .. }) = regions.open.last() {
            return self.close_graph(regions);
        }
        match self.leave(located, regions) {
            Some((_, Role::Root)) => return Some(()),
            Some((otherwise, Role::Else(head, then))) => {
                let IfHead { condition, outputs, control, at, text } = head;
                let kind = NodeKind::If { condition, then, otherwise, outputs, control };
                return self.push_node(text, Some(Node { kind, at }), regions);
            }
            Some((_, Role::Body(node, text))) => return self.push_node(text, Some(node), regions),
            Some((target, Role::Case(values))) => {
                if let Some(OpenBrace::Switch { cases, .. }) = regions.open.last_mut() {
                    cases.push(Case { values, target });
                    return Some(());
                }
            }
            Some((target, Role::Default)) => {
                if let Some(OpenBrace::Switch { default, .. }) = regions.open.last_mut() {
                    *default = Some(target);
                    return Some(());
                }
            }
            Some((body, Role::Block(label, inputs))) => {
                if let Some(OpenBrace::Graph { blocks, .. }) = regions.open.last_mut() {
                    blocks.push(GraphBlock { label, inputs, body });
                    return Some(());
                }
            }
            Some((_, Role::Then(_))) | None => {}
        }
        self.errors.add(located.text, "expected `} else r… {`, or a region to close");
        None
    }

    fn close_switch(&mut self, located: &Located<'a>, regions: &mut Regions<'a>) -> Option<()> {
        match regions.open.pop() {
            Some(OpenBrace::Switch { head, cases, default: Some(default) }) => {
                let SwitchHead { selector, outputs, control, at, text } = head;
                let kind = NodeKind::Switch { selector, cases, default, outputs, control };
                self.push_node(text, Some(Node { kind, at }), regions)
            }
            _ => {
                self.errors.add(located.text, "the switch has no default");
                None
            }
        }
    }

    fn close_graph(&mut self, regions: &mut Regions<'a>) -> Option<()> {
        let Some(OpenBrace::Graph { head, blocks }) = regions.open.pop() else { return None };
        let GraphHead { initial, control, at, text } = head;
        self.push_node(text, Some(Node { kind: NodeKind::Graph { initial, blocks, control }, at }), regions)
    }

    /// Opens a brace.
    fn enter(&mut self, located: &Located<'a>, id: RegionId, role: Role<'a>, regions: &mut Regions<'a>) {
        self.places.push((UnitPart::Region(id), located.text));
        regions.open.push(OpenBrace::Region { id, nodes: Vec::new(), end: None, role });
    }

    /// Closes the innermost brace if it is a region's.
    fn leave(&mut self, located: &Located<'a>, regions: &mut Regions<'a>) -> Option<(RegionId, Role<'a>)> {
        match regions.open.pop() {
            Some(OpenBrace::Region { id, nodes, end, role }) => {
                let (end, at) = end.unwrap_or_else(|| {
                    self.places.push((UnitPart::End(id), located.text));
                    (RegionEnd::FallThrough(Vec::new()), SourceLine::default())
                });
                if let Some(region) = regions.arena.get_mut(id) {
                    *region = Region { nodes, end, at };
                }
                Some((id, role))
            }
            other => {
                regions.open.extend(other);
                None
            }
        }
    }
}
