//! What code costs, roughly, and whether a lane may fail at it; and the rule that says where a test pays.
//!
//! Under masks code runs whether or not a lane is active. A test whether any is, with a jump around the code if not,
//! costs about as much as [`Weight::TEST`] operations (the mask becomes bits, a branch that may be mispredicted, the
//! masks and values of both ways meet); so it is around what costs more, and around divisions, roots, calls and loops.

use super::inside_indices::InsideIndices;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealBinary, RealExpr};
use crate::graph::{Action, ActionKind, Argument};
use crate::region::{Node, NodeKind, RegionEnd, RegionId, RegionTree};

/// The weight of code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Number of operations.
    pub cost: u32,
    /// Whether there are divisions, calls or loops among them.
    pub heavy: bool,
    /// Whether a lane may fail.
    pub fails: bool,
}

/// The accesses to elements at which a lane may fail.
#[derive(Clone, Copy, Debug)]
pub enum Checked<'a> {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// Those whose index may be outside.
    But(&'a InsideIndices<'a>),
}

impl Checked<'_> {
    fn may_fail(self, offset: &IntegerExpr) -> bool {
        match self {
            Checked::Nothing => false,
            Checked::Everything => true,
            Checked::But(inside) => !inside.contains(offset),
        }
    }
}

impl Weight {
    /// What a test costs, in operations.
    pub const TEST: u32 = 20;

    /// Whether code is jumped around if no lane is active.
    pub fn is_worth_a_test(self) -> bool {
        self.heavy || self.cost > Weight::TEST
    }

    /// Adds what follows.
    pub fn add(&mut self, other: Weight) {
        self.cost = self.cost.saturating_add(other.cost);
        self.heavy |= other.heavy;
        self.fails |= other.fails;
    }
}

/// The weights of the regions of a tree, each with those inside.
#[derive(Clone, Debug)]
pub struct Weights {
    of_region: Vec<Weight>,
}

impl Weights {
    /// Adds up. Of the accesses to elements, those that are checked may fail.
    pub fn compute(tree: &RegionTree, checks: Checked<'_>) -> Weights {
        let mut weights = Weights { of_region: vec![Weight::default(); tree.regions.len()] };
        for region in tree.outer_first().into_iter().rev() {
            let this = &tree.regions[region];
            let mut weight = Weight { fails: matches!(this.end, RegionEnd::Stop(_)), ..Weight::default() };
            this.nodes.iter().for_each(|node| weight.add(weights.of_node(node, checks)));
            weights.of_region[region.index()] = weight;
        }
        weights
    }

    /// The weight of a region.
    pub fn of_region(&self, region: RegionId) -> Weight {
        self.of_region.get(region.index()).copied().unwrap_or_default()
    }

    /// The weight of a node with its regions.
    pub fn of_node(&self, node: &Node, checks: Checked<'_>) -> Weight {
        let mut weight = node_alone(&node.kind, checks);
        node.kind.regions().into_iter().for_each(|region| weight.add(self.of_region(region)));
        weight
    }
}

/// The weight of actions. Of the accesses to elements, those that are checked may fail.
pub fn actions(actions: &[Action], checks: Checked<'_>) -> Weight {
    let mut scale = Scale { weight: Weight::default(), checks };
    actions.iter().for_each(|action| scale.action(action));
    scale.weight
}

/// The weight of a node itself, without the regions inside. Of the accesses to elements, those that are checked may
/// fail.
pub fn node_alone(node: &NodeKind, checks: Checked<'_>) -> Weight {
    let mut scale = Scale { weight: Weight::default(), checks };
    match node {
        NodeKind::Action(action) => scale.action(action),
        NodeKind::If { condition, outputs, .. } => {
            scale.logical(condition);
            scale.weight.cost += 1 + outputs.len() as u32;
        }
        NodeKind::Switch { selector, cases, outputs, .. } => {
            scale.integer(selector);
            scale.weight.cost += (cases.len() * (1 + outputs.len())) as u32;
        }
        NodeKind::Scope { outputs, .. } => scale.weight.cost += outputs.len() as u32,
        NodeKind::Loop { .. } | NodeKind::Graph { .. } => scale.weight.heavy = true,
    }
    scale.weight
}

struct Scale<'a> {
    weight: Weight,
    checks: Checked<'a>,
}

impl Scale<'_> {
    fn action(&mut self, action: &Action) {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Assign { value: expr, .. } | ActionKind::Define { expr, .. } => self.expr(expr),
            ActionKind::Store { offset, value, .. } => {
                self.integer(offset);
                self.expr(value);
                self.access(offset);
            }
            ActionKind::Call { arguments, .. } => {
                self.weight.heavy = true;
                self.weight.fails = true;
                for argument in arguments {
                    match argument {
                        Argument::Value(expr) | Argument::InOut { before: expr, .. } => self.expr(expr),
                        Argument::Element(_, offset) => self.integer(offset),
                        Argument::Variable(_) | Argument::Array(_) => {}
                        Argument::Procedure(_) | Argument::Absent => {}
                    }
                }
            }
            ActionKind::Io(io) => {
                self.for_each_lane();
                io.operands.iter().for_each(|operand| self.expr(operand));
            }
            ActionKind::StoreText { offset, length, .. } => {
                self.for_each_lane();
                self.integer(offset);
                self.integer(length);
            }
            ActionKind::Allocate { .. } | ActionKind::Deallocate { .. } => self.for_each_lane(),
            // Lowered before.
            ActionKind::Array(_) => {}
        }
    }

    fn access(&mut self, offset: &IntegerExpr) {
        self.weight.fails |= self.checks.may_fail(offset);
        self.weight.cost += 4;
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Integer(expr) => self.integer(expr),
            Expr::Real(expr) => self.real(expr),
            Expr::Logical(expr) => self.logical(expr),
            Expr::Character(_) => self.for_each_lane(),
        }
    }

    /// What is done by a call for each lane, and takes memory.
    fn for_each_lane(&mut self) {
        self.weight.heavy = true;
        self.weight.fails = true;
    }

    fn place(&mut self, place: &Place) {
        if let Place::Element(_, offset) = place {
            self.integer(offset);
            self.access(offset);
        }
    }

    fn integer(&mut self, expr: &IntegerExpr) {
        let mut expr = expr;
        loop {
            self.weight.cost += 1;
            expr = match expr {
                IntegerExpr::Constant(..) => return self.weight.cost -= 1,
                IntegerExpr::Read(_, place) => return self.place(place),
                IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => operand,
                IntegerExpr::FromReal(_, _, operand) => return self.real(operand),
                IntegerExpr::Character(..) => return self.for_each_lane(),
                IntegerExpr::Binary(operation, left, right) => {
                    self.integer_binary(*operation, right);
                    left
                }
            }
        }
    }

    fn integer_binary(&mut self, operation: IntegerBinary, right: &IntegerExpr) {
        self.integer(right);
        use IntegerBinary::{Divide, Mod, Modulo, Power, Steps};
        if matches!(operation, Divide | Steps | Mod | Modulo | Power) {
            let is_shift = matches!(right, IntegerExpr::Constant(_, value) if value.count_ones() == 1);
            self.weight.heavy |= !is_shift;
            self.weight.fails |= !matches!(right, IntegerExpr::Constant(_, value) if *value > 0);
        }
    }

    fn real(&mut self, expr: &RealExpr) {
        let mut expr = expr;
        loop {
            self.weight.cost += 1;
            expr = match expr {
                RealExpr::Constant(..) => return self.weight.cost -= 1,
                RealExpr::Read(_, place) => return self.place(place),
                RealExpr::FromInteger(_, operand) => return self.integer(operand),
                RealExpr::FromReal(_, operand) => operand,
                RealExpr::Unary(operation, operand) => {
                    self.weight.heavy |= operation.is_called();
                    operand
                }
                RealExpr::Binary(operation, left, right) => {
                    self.real(right);
                    self.weight.heavy |= operation.is_called() || *operation == RealBinary::Divide;
                    left
                }
                RealExpr::PowerInteger(base, exponent) => {
                    self.integer(exponent);
                    self.weight.cost += 4;
                    base
                }
            }
        }
    }

    fn logical(&mut self, expr: &LogicalExpr) {
        let mut expr = expr;
        loop {
            self.weight.cost += 1;
            expr = match expr {
                LogicalExpr::Constant(_) => return self.weight.cost -= 1,
                LogicalExpr::Read(place) => return self.place(place),
                LogicalExpr::Not(operand) => operand,
                LogicalExpr::Binary(_, left, right) => {
                    self.logical(right);
                    left
                }
                LogicalExpr::CompareInteger(_, left, right) => {
                    self.integer(left);
                    return self.integer(right);
                }
                LogicalExpr::CompareReal(_, left, right) => {
                    self.real(left);
                    return self.real(right);
                }
            }
        }
    }
}
