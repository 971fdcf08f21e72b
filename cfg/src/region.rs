//! The region tree: single-entry regions, breakable scopes, loops.
//!
//! A region is a sequence of nodes and an end. It takes no values in but those of the regions around it, and returns
//! values out only through its end: a value is visible after its definition in its own region and in the regions
//! inside, never outside of the region that defines it. The outputs of an `if` or a `scope`, and the inputs of a
//! `loop`, take the place of merges.
//!
//! What lanes take together need not be structured: a `graph` holds blocks that jump to each other as they like. A
//! block's body is a region, so that what lanes take each their own way is inside of it; values of the body's own
//! region are visible in the blocks that it dominates, too.

use crate::declarations::{SourceLine, StopCode, ValueId, VarId};
use crate::expr::{IntegerExpr, LogicalExpr};
use crate::graph::{Action, Case};
use id_arena::{Arena, Id};

/// The id of a [`Region`], `r3` in text.
pub type RegionId = Id<Region>;
/// The id of a [`Label`], `L2` in text.
pub type LabelId = Id<Label>;

/// The region tree of a unit. It is in an arena, so that no walk recurses on the depth of the program.
#[derive(Clone, Debug)]
pub struct RegionTree {
    /// All regions; each but the root belongs to exactly one node.
    pub regions: Arena<Region>,
    /// All labels; each belongs to exactly one scope, loop or block of a graph.
    pub labels: Arena<Label>,
    /// The unit's body.
    pub root: RegionId,
}

/// The label of a scope, a loop, or a block of a graph.
#[derive(Clone, Debug)]
pub struct Label {
    /// What it labels.
    pub kind: LabelKind,
}

/// What a label is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelKind {
    /// A scope.
    Scope,
    /// A loop.
    Loop,
    /// A block of a graph.
    Block,
}

/// A sequence of nodes and an end.
#[derive(Clone, Debug)]
pub struct Region {
    /// The nodes, in order.
    pub nodes: Vec<Node>,
    /// What is done after the last one.
    pub end: RegionEnd,
    /// Source line of the end.
    pub at: SourceLine,
}

/// A node and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Source line.
    pub at: SourceLine,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// An action, never a change of control flow.
    Action(Action),
    /// Two ways.
    If {
        /// The condition.
        condition: LogicalExpr,
        /// Taken if it is true.
        then: RegionId,
        /// Taken otherwise; often an empty region.
        otherwise: RegionId,
        /// The values that the arms yield; an arm that does not fall through yields none.
        outputs: Vec<ValueId>,
        /// How lanes take it.
        control: Control,
    },
    /// Any number of ways.
    Switch {
        /// The selector.
        selector: IntegerExpr,
        /// The cases, in source order.
        cases: Vec<Case<RegionId>>,
        /// Taken for all other values.
        default: RegionId,
        /// As for `If`.
        outputs: Vec<ValueId>,
        /// How lanes take it.
        control: Control,
    },
    /// A breakable scope: `exit` leaves it, to the code just after it; so does falling through its body.
    Scope {
        /// Its label.
        label: LabelId,
        /// Its body.
        body: RegionId,
        /// The values that its exits pass.
        outputs: Vec<ValueId>,
        /// [`Control::Varying`] if it owns a CI mask: some exit is taken by some of the lanes only, and lanes may leave
        /// for further outward; [`Control::Restored`] if none do.
        control: Control,
    },
    /// A loop: `again` goes back to its head. Its body never falls through and nothing after it in its region is
    /// reached; it is left by exits from scopes around it, or by a return.
    Loop {
        /// Its label.
        label: LabelId,
        /// The loop-carried values.
        inputs: Vec<LoopInput>,
        /// Its body.
        body: RegionId,
        /// [`Control::Uniform`] if all lanes that enter iterate and leave together.
        control: Control,
    },
    /// Blocks that jump to each other. As of a loop, no body falls through and nothing after the graph in its region is
    /// reached; it is left by exits from scopes around it, or by a return.
    Graph {
        /// What the inputs of the first block are on entry.
        initial: Vec<ValueId>,
        /// The blocks, the first one first; to each other one leads a jump from one before it.
        blocks: Vec<GraphBlock>,
        /// [`Control::Uniform`] if all lanes that enter leave together. Those that have not left always jump together.
        control: Control,
    },
}

impl RegionTree {
    /// The regions, each before those inside of it. In a tree that breaks the rules a region may have several owners or
    /// none; each that is reached occurs once.
    pub fn outer_first(&self) -> Vec<RegionId> {
        let mut is_seen = vec![false; self.regions.len()];
        let mut order = Vec::with_capacity(self.regions.len());
        let mut pending = vec![self.root];
        while let Some(id) = pending.pop() {
            let Some(region) = self.regions.get(id) else { continue };
            if !std::mem::replace(&mut is_seen[id.index()], true) {
                order.push(id);
                pending.extend(region.nodes.iter().flat_map(|node| node.kind.regions()));
            }
        }
        order
    }
}

impl NodeKind {
    /// How lanes take it; an action, all active ones together.
    pub fn control(&self) -> Control {
        match self {
            NodeKind::Action(_) => Control::Uniform,
            NodeKind::If { control, .. }
            | NodeKind::Switch { control, .. }
            | NodeKind::Scope { control, .. }
            | NodeKind::Loop { control, .. }
            | NodeKind::Graph { control, .. } => *control,
        }
    }

    /// The regions that belong to the node, in order.
    pub fn regions(&self) -> Vec<RegionId> {
        match self {
            NodeKind::Action(_) => Vec::new(),
            NodeKind::If { then, otherwise, .. } => vec![*then, *otherwise],
            NodeKind::Switch { cases, default, .. } => cases.iter().map(|case| case.target).chain([*default]).collect(),
            NodeKind::Scope { body, .. } | NodeKind::Loop { body, .. } => vec![*body],
            NodeKind::Graph { blocks, .. } => blocks.iter().map(|block| block.body).collect(),
        }
    }

    /// The labels that belong to the node, with the region that each is at, and what they label.
    pub fn labels(&self) -> (Vec<(LabelId, RegionId)>, LabelKind) {
        match self {
            NodeKind::Action(_) | NodeKind::If { .. } | NodeKind::Switch { .. } => (Vec::new(), LabelKind::Scope),
            NodeKind::Scope { label, body, .. } => (vec![(*label, *body)], LabelKind::Scope),
            NodeKind::Loop { label, body, .. } => (vec![(*label, *body)], LabelKind::Loop),
            NodeKind::Graph { blocks, .. } => {
                (blocks.iter().map(|block| (block.label, block.body)).collect(), LabelKind::Block)
            }
        }
    }
}

/// A block of a graph.
#[derive(Clone, Debug)]
pub struct GraphBlock {
    /// What jumps name it by.
    pub label: LabelId,
    /// Defined at its head: each jump passes them.
    pub inputs: Vec<ValueId>,
    /// What it does. Its jumps end it: they are at its end, or at those of the arms of a branch that is its last node.
    pub body: RegionId,
}

/// A loop-carried value.
#[derive(Clone, Debug)]
pub struct LoopInput {
    /// Defined at the head of the loop.
    pub value: ValueId,
    /// Its value on entry; each `again` passes the next.
    pub initial: ValueId,
}

/// What ends a region.
#[derive(Clone, Debug)]
pub enum RegionEnd {
    /// Falls through to the code after the node, with the node's outputs.
    FallThrough(Vec<ValueId>),
    /// Leaves an enclosing scope with its outputs.
    Exit {
        /// The scope.
        label: LabelId,
        /// Its outputs.
        values: Vec<ValueId>,
        /// [`Control::Uniform`] if nothing waits between here and the scope's end, so that it is a plain jump.
        control: Control,
    },
    /// Goes to the head of an enclosing loop with its next inputs.
    Again {
        /// The loop.
        label: LabelId,
        /// Its inputs.
        values: Vec<ValueId>,
        /// [`Control::Uniform`] if nothing waits between here and the loop's head.
        control: Control,
    },
    /// Goes to the head of a block of the graph around, with its inputs.
    Goto {
        /// The block.
        label: LabelId,
        /// Its inputs.
        values: Vec<ValueId>,
        /// [`Control::Uniform`] from [`crate::unit::Stage::Masked`] on.
        control: Control,
    },
    /// As [`crate::graph::Terminator::Return`].
    Return(Vec<(VarId, ValueId)>),
    /// As [`crate::graph::Terminator::Stop`].
    Stop(StopCode),
    /// Not reached: the last node never completes normally.
    Unreachable,
}

/// How the lanes of a gang take a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Not decided yet ([`crate::unit::Stage::Structured`]).
    Undecided,
    /// All active lanes take it the same way: a real branch.
    Uniform,
    /// Under masks.
    Varying,
    /// Under masks, but each lane that enters comes to the end or fails on the way, so that the mask of the entry holds
    /// again there and no mask has to be kept for those that wait. Scopes alone.
    Restored,
}

impl Control {
    /// Whether lanes part inside.
    pub fn is_varying(self) -> bool {
        matches!(self, Control::Varying | Control::Restored)
    }
}
