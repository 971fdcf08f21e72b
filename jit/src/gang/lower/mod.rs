//! Lowers a masked region tree to gang code.
//!
//! The active lanes are a mask value. What lanes take together becomes branches; what they take each their own way is
//! run under masks one after the other: the arms of an `if` or `switch`; an exit moves the active lanes to the pending
//! mask of its scope, whose end takes them back; an `again` moves them to that of its loop, which repeats while it
//! holds any. Masks, pending masks and the outputs that waiting lanes have given are state, and become block
//! parameters at real joins where they differ. A lane that fails leaves the active mask and no other.

mod actions;
mod arguments;
mod arms;
mod bits;
mod calls;
mod checks;
mod counts;
mod divide;
mod dynamic;
mod entry;
mod exits;
mod expression;
mod failed;
mod gather;
mod graphs;
mod labels;
mod locations;
mod loops;
mod memory;
mod narrow;
mod parts;
mod powers;
mod reals;
mod recursion;
mod refill;
mod region_facts;
mod resized;
mod skip;
mod state;
mod texts;
mod transfers;
mod values;

pub(super) use divide::UP;

use super::builder::{Builder, Mark};
use super::ir::{ArgumentLayout, Callee, Element, GangCode, GangType, ValueId};
use crate::constant_pool::ConstantPool;
use crate::error::JitError;
use crate::layout::Layout;
use crate::least_lengths::LeastLengths;
use crate::module::FuncId;
use crate::options::CompileOptions;
use crate::pieces::Pieces;
use crate::recursion::BoundRecursion;
use arms::{BranchArms, MaskArms};
use counts::Counts;
use forlane_cfg as cfg;
use forlane_cfg::analysis::{Checked, Frees, InsideIndices, RefillLoop};
use forlane_cfg::{Body, IntegerKind, Program, RealKind, RegionId, RegionTree, Shape, SourceLine, Stage, Type, Unit};
use graphs::GraphTask;
use indexmap::IndexMap;
use labels::ScopeTask;
use loops::LoopTask;
use region_facts::RegionFacts;
use skip::RestOfRegion;
use state::{Edge, State};
use std::collections::{BTreeSet, HashMap};

/// What a unit is lowered with.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// All units, at any stage, for the dummy arguments of callees.
    pub program: &'a Program,
    /// Where variables live.
    pub layout: &'a Layout,
    /// Where constants live.
    pub constants: &'a ConstantPool,
    /// How long dummy arrays are at least.
    pub lengths: &'a LeastLengths,
    /// What is one piece in each lane.
    pub pieces: &'a Pieces,
    /// What units free, and what calls hold for that.
    pub frees: &'a Frees,
    /// The specialisations of units that there are so far.
    pub functions: &'a IndexMap<Callee, FuncId>,
    /// Which units are recursive.
    pub recursion: &'a BoundRecursion,
    /// Checks and counts.
    pub options: &'a CompileOptions,
    /// Lanes of the gang.
    pub lanes: u32,
    /// Whether the unit is called from outside alone, so that lanes that are idle at entry belong to no row, and their
    /// memory may change.
    pub is_root: bool,
    /// Whether lanes that are done take other rows.
    pub refills: bool,
    /// How its dummy arguments are given.
    pub given: &'a [ArgumentLayout],
}

/// Lowers a unit at [`Stage::Masked`], whose dummy arguments have the shapes that their variables say.
///
/// # Errors
/// [`JitError::WrongStage`]; [`JitError::Malformed`] for a tree that breaks the rules; errors of calls.
pub fn lower(unit: &Unit, surroundings: Surroundings<'_>) -> Result<GangCode, JitError> {
    let Body::Tree(tree) = &unit.body else { return Err(wrong_stage(unit)) };
    if unit.stage != Stage::Masked {
        return Err(wrong_stage(unit));
    }
    let mut lowering = Lowering::new(unit, tree, surroundings);
    lowering.enter();
    // What becomes known in the tree is not known at the end, to which returns lead from anywhere in it.
    lowering.push_region(tree.root);
    lowering.run()?;
    lowering.leave()?;
    Ok(lowering.builder.code)
}

fn wrong_stage(unit: &Unit) -> JitError {
    JitError::WrongStage { unit: unit.name.clone(), found: unit.stage, wanted: Stage::Masked }
}

/// The work left to do, innermost last.
enum Task {
    /// The nodes of a region from that one on, then its end.
    Nodes(RegionId, usize),
    /// After the end of a region: forgets what is only known inside.
    Forget(Mark, usize),
    /// After an arm that was run under a mask.
    MaskArm(Box<MaskArms>),
    /// After an arm that was branched to.
    BranchArm(Box<BranchArms>),
    /// After the body of a scope.
    Scope(ScopeTask),
    /// After the body of a loop.
    Loop(LoopTask),
    /// After the body of a block of the innermost graph.
    GraphBlock,
    /// After the rest of a region that is skipped if no lane is left.
    Rest(RestOfRegion),
}

/// A scope or loop that is open where lowering is; the first one is the unit itself, left by returns.
#[derive(Debug, Default)]
struct OpenLabel {
    label: Option<cfg::LabelId>,
    /// The types of its outputs (of a loop, of its inputs).
    outputs: Vec<GangType>,
    /// The ways that all active lanes take together to its end (of a loop, to its next pass).
    edges: Vec<Edge>,
    /// Of a loop, the ways on which all active lanes left together, while others have left before.
    left: Vec<Edge>,
}

/// The state of lowering one unit.
struct Lowering<'a> {
    unit: &'a Unit,
    tree: &'a RegionTree,
    around: Surroundings<'a>,
    region_facts: RegionFacts,
    builder: Builder,
    /// The type of the active mask and the pending ones.
    mask: GangType,
    /// None where control does not come.
    state: Option<State>,
    open: Vec<OpenLabel>,
    /// The graphs that are open, the innermost last.
    graphs: Vec<GraphTask<'a>>,
    /// How many constructs are open which lanes take each their own way.
    varying_depth: usize,
    /// What the last region yields; none if no lane falls through its end.
    yields: Option<Vec<cfg::ValueId>>,
    /// The gang value of each value of the unit.
    values: Vec<Option<ValueId>>,
    /// The variables that each return assigns.
    returned: Vec<cfg::VarId>,
    /// The variables in memory that the unit may assign.
    written: BTreeSet<cfg::VarId>,
    /// The accesses that need no check.
    inside: InsideIndices<'a>,
    scratch_slot: Option<u32>,
    /// The stack slot of the local arrays of a recursive unit.
    frame: Option<u32>,
    /// The pieces of scratch memory that texts have taken here: for the active lanes, or once.
    scratch_pieces: Vec<bool>,
    /// Of values that differ from another but in lanes that ran the arms in which they were made: that other.
    bases: HashMap<ValueId, ValueId>,
    /// How many values there were where the inmost arm around here began.
    arm_start: usize,
    /// Conditions for which no active lane is left: those for which it was would have failed.
    facts: Vec<ValueId>,
    /// How many operations there were at which lanes may fail.
    failures: usize,
    /// Where the set of lanes that have failed is kept, if any can.
    failed_slot: Option<u32>,
    /// The loop in which lanes may be set aside.
    refilled: Option<cfg::LabelId>,
    /// How many lanes go on in it at least.
    least: Option<ValueId>,
    tasks: Vec<Task>,
    line: SourceLine,
    counts: Counts,
}

impl<'a> Lowering<'a> {
    fn new(unit: &'a Unit, tree: &'a RegionTree, around: Surroundings<'a>) -> Self {
        let is_wide = |(_, value): (_, &cfg::Value)| {
            value.shape != Some(Shape::Uniform)
                && matches!(value.ty, Type::Real(RealKind::R8) | Type::Integer(IntegerKind::I8))
        };
        let mask = if unit.values.iter().any(is_wide) { Element::Mask64 } else { Element::Mask32 };
        let are_checked = around.options.checks.are_made();
        let least = |var| around.lengths.of(unit, var);
        let inside = if are_checked { InsideIndices::compute(unit, tree, &least) } else { InsideIndices::default() };
        let checked = if are_checked { Checked::But(&inside) } else { Checked::Nothing };
        Lowering {
            unit,
            tree,
            around,
            region_facts: RegionFacts::compute(tree, checked),
            inside,
            builder: Builder::new(&unit.name, around.lanes),
            mask: GangType::varying(mask),
            state: None,
            open: Vec::new(),
            graphs: Vec::new(),
            varying_depth: 0,
            yields: None,
            values: vec![None; unit.values.len()],
            returned: unit.returns().next().unwrap_or_default().iter().map(|(var, _)| *var).collect(),
            written: actions::written_variables(tree),
            scratch_slot: None,
            frame: None,
            scratch_pieces: Vec::new(),
            bases: HashMap::new(),
            arm_start: 0,
            facts: Vec::new(),
            failures: 0,
            failed_slot: None,
            least: None,
            refilled: around.refills.then(|| RefillLoop::find(tree)).flatten().map(|found| found.label),
            tasks: Vec::new(),
            line: SourceLine::default(),
            counts: if around.options.count_lanes { Counts::new(tree) } else { Counts::default() },
        }
    }

    fn run(&mut self) -> Result<(), JitError> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Nodes(region, next) => self.nodes(region, next)?,
                Task::Forget(mark, facts) => {
                    self.builder.forget(mark);
                    self.facts.truncate(facts);
                }
                Task::MaskArm(arms) => self.mask_arm_done(arms)?,
                Task::BranchArm(arms) => self.branch_arm_done(arms)?,
                Task::Scope(scope) => self.scope_done(scope)?,
                Task::Loop(task) => self.loop_done(task)?,
                Task::GraphBlock => self.block_done(),
                Task::Rest(rest) => self.rest_done(rest)?,
            }
        }
        Ok(())
    }

    /// Lowers a region next, before the tasks there are.
    fn push_region(&mut self, region: RegionId) {
        self.begin_counting(region);
        self.tasks.push(Task::Forget(self.builder.mark(), self.facts.len()));
        self.tasks.push(Task::Nodes(region, 0));
    }

    /// What is lowered from here on is at that line.
    fn go_to(&mut self, at: SourceLine) {
        if self.around.options.keeps_lines() {
            self.builder.code.set_lines(self.line);
        }
        self.line = at;
    }

    fn nodes(&mut self, region: RegionId, next: usize) -> Result<(), JitError> {
        let tree = self.tree;
        let region_data = &tree.regions[region];
        // What follows a node that no lane completes is never reached.
        if !self.state.as_ref().is_some_and(|state| state.live) {
            self.yields = None;
            return Ok(());
        }
        let Some(node) = region_data.nodes.get(next) else {
            self.go_to(region_data.at);
            return self.region_end(&region_data.end);
        };
        self.skip_rest_if_left(region, next);
        self.tasks.push(Task::Nodes(region, next + 1));
        let earlier = self.line;
        self.go_to(node.at);
        self.count_lanes(region, earlier);
        match &node.kind {
            cfg::NodeKind::Action(action) => self.action(action),
            cfg::NodeKind::If { condition, then, otherwise, outputs, control } => {
                if let Some(exits) = self.common_exits(&region_data.nodes[next..]) {
                    self.tasks.pop();
                    self.tasks.push(Task::Nodes(region, next + exits.nodes));
                    return self.start_common_exits(&region_data.nodes[next..next + exits.nodes], exits);
                }
                self.start_if(condition, [*then, *otherwise], outputs, *control)
            }
            cfg::NodeKind::Switch { selector, cases, default, outputs, control } => {
                self.start_switch(selector, cases, *default, outputs, *control)
            }
            cfg::NodeKind::Scope { label, body, outputs, control } => {
                self.start_scope(*label, *body, outputs, *control)
            }
            cfg::NodeKind::Loop { label, inputs, body, control } => self.start_loop(*label, inputs, *body, *control),
            cfg::NodeKind::Graph { initial, blocks, control } => self.start_graph(initial, blocks, *control),
        }
    }

    fn active(&self) -> Option<ValueId> {
        self.state.as_ref().map(|state| state.active)
    }

    /// The active lanes, of which there are none where control does not come.
    fn active_mask(&mut self) -> ValueId {
        match self.active() {
            Some(active) => active,
            None => self.builder.truth(self.mask, false),
        }
    }

    fn malformed(&self, problem: &str) -> JitError {
        let problem = format!("{}: {problem}", self.unit.line_in_words(self.line));
        JitError::Malformed { unit: self.unit.name.clone(), problem }
    }
}
