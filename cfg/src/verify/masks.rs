//! Rules of masked trees: how lanes take each construct, and the shapes of values, are known and agree.

use super::Checker;
use super::uses::{Site, SiteKind, sites_of_step};
use super::walk::Step;
use crate::expr::Place;
use crate::graph::ActionKind;
use crate::region::{Control, GraphBlock, LabelId, LoopInput, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::UnitPart;
use crate::unit::{Shape, ValueId};
use std::collections::HashMap;

/// A scope, loop or graph while the walk is inside, and what was seen of it.
struct Labelled {
    /// How many varying constructs are open around its inside, itself not counted.
    varying_outside: usize,
    is_varying: bool,
    /// How many constructs are open around it.
    depth: usize,
    /// For a scope: how its exits are taken; for a loop, its agains.
    jumps: Vec<Jump>,
}

/// Values on their way after a scope or to the head of a loop.
struct Jump {
    /// Of a graph, which block.
    to: LabelId,
    values: Vec<ValueId>,
    control: Control,
}

/// A node while the walk is inside.
struct OpenNode {
    is_varying: bool,
    label: Option<LabelId>,
    leaving: Leaving,
}

/// What leaves an open node.
#[derive(Clone, Copy)]
struct Leaving {
    /// The least depth of a label that an exit or again inside goes to, and that a varying one goes to.
    least: usize,
    least_varying: usize,
    /// Whether lanes return inside; whether they do or stop; whether other lanes may wait inside meanwhile.
    returns: bool,
    ends: bool,
    ends_varying: bool,
}

impl Leaving {
    const NOTHING: Leaving =
        Leaving { least: usize::MAX, least_varying: usize::MAX, returns: false, ends: false, ends_varying: false };

    /// Whether anything leaves a node of that depth further outward, or repeats a loop there. Lanes that stop have
    /// failed, and are no longer among those of an entry.
    fn is_left(self, depth: usize) -> bool {
        self.least < depth || self.returns
    }

    /// Whether something varying does.
    fn is_left_varying(self, depth: usize) -> bool {
        self.least_varying < depth || self.ends_varying
    }

    /// Adds what leaves a node inside.
    fn add(&mut self, inner: Leaving, is_varying: bool) {
        self.least = self.least.min(inner.least);
        self.least_varying = self.least_varying.min(inner.least_varying);
        self.returns |= inner.returns;
        self.ends |= inner.ends;
        self.ends_varying |= inner.ends_varying || inner.ends && is_varying;
    }
}

/// The state of the walk.
#[derive(Default)]
struct MaskCheck {
    /// The open nodes.
    open: Vec<OpenNode>,
    varying: usize,
    /// By label, of a graph that of its first block.
    labelled: HashMap<LabelId, Labelled>,
    /// For each block of an open graph the label of the first.
    first_block: HashMap<LabelId, LabelId>,
    /// What the regions of each open node pass by falling through.
    yields: Vec<Vec<Vec<ValueId>>>,
    /// For each value the number of varying loops that were open where it is defined.
    loops_at_definition: HashMap<ValueId, usize>,
    varying_loops: usize,
}

impl Checker<'_> {
    /// All rules of this file.
    pub(super) fn masks(&mut self, tree: &RegionTree, steps: &[Step]) {
        let mut walk = MaskCheck::default();
        for &step in steps {
            match step {
                Step::AfterGuards(region, index) => self.after_node(tree, region, index, &mut walk),
                Step::Node(region, index) => self.open_node(tree, region, index, &mut walk),
                Step::End(region) => self.mask_end(tree, region, &mut walk),
                Step::Enter(_) | Step::Block(..) | Step::Leave(_) => {}
            }
            for site in sites_of_step(tree, step) {
                self.shapes(&site);
                for value in site.defined_values() {
                    walk.loops_at_definition.insert(value, walk.varying_loops);
                }
            }
        }
    }

    fn shape(&self, value: ValueId) -> Option<Shape> {
        self.unit.values[value].shape
    }

    fn is_uniform(&self, value: ValueId) -> bool {
        self.shape(value) == Some(Shape::Uniform)
    }

    /// Rules `shape-unknown` and `shape-uniform` for definitions.
    fn shapes(&mut self, site: &Site<'_>) {
        for value in site.defined_values() {
            if self.shape(value).is_none() {
                self.error("shape-unknown", site.entity, format!("the shape of v{} is not known", value.index()));
            }
        }
        let SiteKind::Action(action) = site.kind else { return };
        if let ActionKind::Define { value, .. } = &action.kind {
            if self.is_uniform(*value)
                && let Some(place) = self.varying_place(site)
            {
                let message = format!("v{} is uniform, but reads {place}", value.index());
                self.error("shape-uniform", site.entity, message);
            }
            return;
        }
        for value in action.kind.definitions() {
            if self.is_uniform(value) {
                let message = format!("v{} is uniform, but each lane is given its own", value.index());
                self.error("shape-uniform", site.entity, message);
            }
        }
    }

    /// A place that is read and varying.
    fn varying_place(&self, site: &Site<'_>) -> Option<String> {
        let mut found = None;
        site.places(&mut |place| {
            let (name, shape) = match place {
                Place::Value(value) => (format!("v{}", value.index()), self.shape(*value)),
                Place::Variable(var) | Place::Element(var, _) => self.shape_of(*var),
                Place::Section(section) => self.shape_of(section.array),
            };
            if shape != Some(Shape::Uniform) && found.is_none() {
                found = Some(name);
            }
        });
        found
    }

    fn shape_of(&self, var: crate::unit::VarId) -> (String, Option<Shape>) {
        let var = &self.unit.vars[var];
        (var.name.clone(), Some(var.shape))
    }

    fn open_node(&mut self, tree: &RegionTree, region: RegionId, index: usize, walk: &mut MaskCheck) {
        let node = &tree.regions[region].nodes[index];
        let entity = UnitPart::Node(region, index);
        let (control, label) = match &node.kind {
            NodeKind::Action(_) => (Control::Uniform, None),
            NodeKind::If { control, .. } | NodeKind::Switch { control, .. } => (*control, None),
            NodeKind::Scope { control, label, .. } | NodeKind::Loop { control, label, .. } => (*control, Some(*label)),
            NodeKind::Graph { control, blocks, .. } => {
                let first = blocks.first().map(|block| block.label);
                walk.first_block
                    .extend(first.iter().flat_map(|first| blocks.iter().map(|block| (block.label, *first))));
                (*control, first)
            }
        };
        if control == Control::Undecided {
            self.error("control-undecided", entity, "it is not decided how lanes take this");
        }
        if control == Control::Uniform && matches!(node.kind, NodeKind::If { .. } | NodeKind::Switch { .. }) {
            for site in sites_of_step(tree, Step::Node(region, index)) {
                if let Some(place) = self.varying_place(&site) {
                    self.error("condition-varying", entity, format!("lanes take this together, but it reads {place}"));
                }
            }
        }
        let is_varying = control.is_varying();
        if control == Control::Restored && !matches!(node.kind, NodeKind::Scope { .. }) {
            self.error("scope-restored", entity, "only a scope restores the mask of its entry");
        }
        if let Some(label) = label {
            let (varying_outside, depth) = (walk.varying, walk.open.len());
            walk.labelled.insert(label, Labelled { varying_outside, is_varying, depth, jumps: Vec::new() });
        }
        walk.open.push(OpenNode { is_varying, label, leaving: Leaving::NOTHING });
        walk.varying += usize::from(is_varying);
        walk.varying_loops += usize::from(is_varying && is_repeated(&node.kind));
        walk.yields.push(Vec::new());
    }

    /// Ends of regions: rules `control-undecided` and `uniform-crossing`; notes what goes where.
    fn mask_end(&mut self, tree: &RegionTree, region: RegionId, walk: &mut MaskCheck) {
        let entity = UnitPart::End(region);
        let (label, (target_label, values), control) = match &tree.regions[region].end {
            RegionEnd::FallThrough(values) => {
                if let Some(yields) = walk.yields.last_mut() {
                    yields.push(values.clone());
                }
                return;
            }
            RegionEnd::Exit { label, values, control } | RegionEnd::Again { label, values, control } => {
                (*label, (*label, values.clone()), *control)
            }
            RegionEnd::Goto { label, values, control } => {
                if *control != Control::Uniform {
                    self.error("goto-control", entity, "the lanes of a graph jump together");
                }
                (walk.first_block.get(label).copied().unwrap_or(*label), (*label, values.clone()), *control)
            }
            RegionEnd::Return(_) => return walk.leave(Leaving { returns: true, ends: true, ..Leaving::NOTHING }),
            RegionEnd::Stop(_) => return walk.leave(Leaving { ends: true, ..Leaving::NOTHING }),
            RegionEnd::Unreachable => return,
        };
        if control == Control::Undecided {
            self.error("control-undecided", entity, "it is not decided how lanes take this");
        }
        let Some(target) = walk.labelled.get_mut(&label) else { return };
        let crossed = walk.varying - target.varying_outside - usize::from(target.is_varying);
        if control == Control::Uniform && crossed > 0 {
            self.error("uniform-crossing", entity, format!("it is uniform, but crosses {crossed} varying constructs"));
        }
        if control == Control::Restored {
            self.error("scope-restored", entity, "only a scope restores the mask of its entry");
        }
        target.jumps.push(Jump { to: target_label, values, control });
        let least = target.depth;
        let least_varying = if control == Control::Varying { least } else { usize::MAX };
        walk.leave(Leaving { least, least_varying, ..Leaving::NOTHING });
    }

    fn after_node(&mut self, tree: &RegionTree, region: RegionId, index: usize, walk: &mut MaskCheck) {
        let node = &tree.regions[region].nodes[index];
        let entity = UnitPart::Node(region, index);
        let Some(OpenNode { is_varying, label, leaving }) = walk.open.pop() else { return };
        let depth = walk.open.len();
        if let Some(around) = walk.open.last_mut() {
            around.leaving.add(leaving, is_varying);
        }
        let mut given = walk.yields.pop().unwrap_or_default();
        walk.varying -= usize::from(is_varying);
        walk.varying_loops -= usize::from(is_varying && is_repeated(&node.kind));
        let labelled = label.and_then(|label| walk.labelled.remove(&label));
        match (&node.kind, labelled) {
            (NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. }, _) => {
                self.outputs(entity, outputs, &given, is_varying, walk);
            }
            (NodeKind::Scope { outputs, control, .. }, Some(scope)) => {
                if *control == Control::Restored && leaving.is_left(depth) {
                    let message = "the scope restores the mask of its entry, but lanes leave it for further outward";
                    self.error("scope-restored", entity, message);
                }
                let has_varying_exit = scope.jumps.iter().any(|jump| jump.control == Control::Varying);
                if has_varying_exit != is_varying {
                    let is =
                        if is_varying { "varying, but no varying exit leaves it" } else { "uniform, but not an exit" };
                    self.error("scope-control", entity, format!("the scope is {is}"));
                }
                given.extend(scope.jumps.into_iter().map(|jump| jump.values));
                self.outputs(entity, outputs, &given, is_varying, walk);
            }
            (NodeKind::Loop { inputs, .. }, Some(own)) => {
                let is_left_varying = leaving.is_left_varying(depth);
                self.after_loop(entity, inputs, own, is_varying, is_left_varying);
            }
            (NodeKind::Graph { initial, blocks, .. }, Some(own)) => {
                if !is_varying && leaving.is_left_varying(depth) {
                    self.error("graph-control", entity, "the graph is uniform, but not what leaves it");
                }
                self.after_graph(entity, initial, blocks, own);
            }
            _ => {}
        }
    }

    /// Rule `loop-control`, and `output-shape` for what is carried round the loop.
    fn after_loop(
        &mut self,
        entity: UnitPart,
        inputs: &[LoopInput],
        own: Labelled,
        is_varying: bool,
        is_left_varying: bool,
    ) {
        let has_varying_again = own.jumps.iter().any(|jump| jump.control == Control::Varying);
        if !is_varying && (has_varying_again || is_left_varying) {
            self.error("loop-control", entity, "the loop is uniform, but not everything that repeats or leaves it");
        }
        for (place, input) in inputs.iter().enumerate() {
            if !self.is_uniform(input.value) {
                continue;
            }
            let next: Vec<ValueId> = own.jumps.iter().filter_map(|jump| jump.values.get(place).copied()).collect();
            let is_same = next.windows(2).all(|pair| pair[0] == pair[1]) || !has_varying_again;
            if !self.is_uniform(input.initial) || !next.iter().all(|value| self.is_uniform(*value)) || !is_same {
                let message = format!("v{} is uniform, but not what goes to it", input.value.index());
                self.error("output-shape", entity, message);
            }
        }
    }

    /// Rule `output-shape` for the inputs of the blocks.
    fn after_graph(&mut self, entity: UnitPart, initial: &[ValueId], blocks: &[GraphBlock], own: Labelled) {
        let inputs: HashMap<LabelId, &[ValueId]> =
            blocks.iter().map(|block| (block.label, block.inputs.as_slice())).collect();
        let first = blocks.first().map(|block| (block.inputs.as_slice(), initial));
        let jumps = own.jumps.iter().filter_map(|jump| Some((*inputs.get(&jump.to)?, jump.values.as_slice())));
        for (inputs, values) in first.into_iter().chain(jumps) {
            for (input, value) in inputs.iter().zip(values) {
                if self.is_uniform(*input) && !self.is_uniform(*value) {
                    let message = format!("v{} is uniform, but not what goes to it", input.index());
                    self.error("output-shape", entity, message);
                }
            }
        }
    }

    /// Rule `output-shape`: a uniform output is given uniform values; where lanes part, the same one, and not from
    /// different rounds of a loop.
    fn outputs(
        &mut self,
        entity: UnitPart,
        outputs: &[ValueId],
        given: &[Vec<ValueId>],
        is_varying: bool,
        walk: &MaskCheck,
    ) {
        for (place, output) in outputs.iter().enumerate() {
            if !self.is_uniform(*output) {
                continue;
            }
            let values: Vec<ValueId> = given.iter().filter_map(|values| values.get(place).copied()).collect();
            let are_uniform = values.iter().all(|value| self.is_uniform(*value));
            let are_same = values.windows(2).all(|pair| pair[0] == pair[1]);
            let loops = |value: &ValueId| walk.loops_at_definition.get(value).copied().unwrap_or(0);
            let are_of_one_round = values.iter().all(|value| loops(value) <= walk.varying_loops);
            if !are_uniform || is_varying && !(are_same && are_of_one_round) {
                self.error("output-shape", entity, format!("v{} is uniform, but not what goes to it", output.index()));
            }
        }
    }
}

/// Whether lanes may pass through what is inside several times.
fn is_repeated(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Loop { .. } | NodeKind::Graph { .. })
}

impl MaskCheck {
    /// Something leaves the innermost open node.
    fn leave(&mut self, leaving: Leaving) {
        if let Some(open) = self.open.last_mut() {
            open.leaving.add(leaving, false);
        }
    }
}
