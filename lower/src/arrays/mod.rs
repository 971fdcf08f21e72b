//! Arrays in statements: array assignments, and loops for what they can't express.
//!
//! An expression with arrays is first *prepared*: all that is evaluated once is (bounds of sections, scalars that could
//! change, functions of arrays), and each array operand becomes a [`Leaf`]. Then the expression is built like a scalar
//! one; where it reads an array operand it reads the element of the present indices. `elements` makes an array
//! assignment or loops of that.
//!
//! ```text
//! A(2:5) = B + SUM(C)      reduced.1 = …                                              the function, before
//!                          each index.1 = 0 for 4: a[index.1 + 1] = b[index.1] + reduced.1
//! ```

mod accumulators;
mod allocatable;
mod allocation;
mod arguments;
mod assign;
mod bessel;
mod complex;
mod constructors;
mod dimension;
mod elemental;
mod elements;
mod extrema;
mod forall;
mod forall_ranges;
mod functions;
mod held;
mod item_lengths;
mod loops;
mod masks;
mod pack;
mod products;
mod reductions;
mod reinterpret;
mod reshape;
mod sections;
mod shifts;
mod steps;
mod transformations;

use crate::Builder;
use crate::complex::Parts;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, RealExpr};
use forlane_cfg::unit::{Storage, VarId};
use forlane_frontend::resolved::{self, ArrayKind, Designator, ExprId, ExprKind, Intrinsic, Section};
use forlane_semantics::types::Type;
use std::collections::HashMap;

pub(super) use allocatable::Lent;
pub(super) use arguments::Passed;
pub(super) use elemental::is_elemental;

/// The number of elements along each dimension: constants and variables that hold their value.
pub(super) type Extents = Vec<IntegerExpr>;

/// The operands of an expression that is built element by element.
#[derive(Default)]
pub(super) struct Elements {
    /// What is known of an operand.
    leaves: HashMap<ExprId, Leaf>,
    /// The zero-based indices of the loops that are open, for each dimension.
    indices: Vec<IntegerExpr>,
    /// Whether elements are named by subscripts, because what is built may become an array assignment.
    by_subscripts: bool,
    /// Whether scalars that could change are read for each element all the same, because all values are evaluated
    /// before the first is assigned.
    reads_elements: bool,
    /// An expression that stays prepared while a statement is executed, and its extents.
    pinned: Option<(ExprId, Extents)>,
}

/// An operand of an expression that is built element by element.
#[derive(Clone)]
enum Leaf {
    /// An array, with the way from the loops' indices to its dimensions.
    Array { array: Array, along: Vec<Along> },
    /// The same value for all elements.
    Scalar(Expr),
    /// The same COMPLEX value for all elements.
    Parts(Parts),
}

/// Where an operand is along one dimension of its array, zero-based.
#[derive(Clone, PartialEq)]
pub(super) enum Along {
    /// Always here.
    Fixed(IntegerExpr),
    /// At `start + step * i`, where `i` is the index of this number.
    Index { index: usize, start: IntegerExpr, step: IntegerExpr },
    /// At `vector[i]`.
    Vector { index: usize, vector: VarId },
}

impl Builder<'_> {
    /// Evaluates what an expression needs once, and returns the shape of its value; no extents for a scalar.
    fn prepare(&mut self, expr: &resolved::Expr) -> Extents {
        if let Some((_, extents)) = self.elements.pinned.as_ref().filter(|(at, _)| *at == expr.id()) {
            return extents.clone();
        }
        let mut extents = Extents::new();
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            let leaf = match &expr.kind {
                ExprKind::Array(operand) => {
                    let (leaf, shape) = self.prepare_operand(operand, expr);
                    if extents.is_empty() {
                        extents = shape;
                    }
                    Some(leaf)
                }
                ExprKind::Call { arguments, .. } if is_elemental(arguments) => {
                    stack.extend(expr.elemental_operands().rev());
                    None
                }
                ExprKind::Call { .. } | ExprKind::ArrayFunction(_) | ExprKind::Let(..) => Some(self.kept(expr)),
                ExprKind::Read(designator) if self.may_change(designator) && !self.elements.reads_elements => {
                    Some(self.kept(expr))
                }
                ExprKind::Intrinsic(Intrinsic::Merge, arguments) if let Some(section) = absent_section(arguments) => {
                    // It has no part in the shape, and its elements are read where it is present.
                    let leaf = self.leaf_of(section).0;
                    self.elements.leaves.insert(arguments[0].id(), leaf);
                    stack.push(&arguments[1]);
                    None
                }
                // Its length is queried before the elements are built.
                ExprKind::Intrinsic(..) | ExprKind::Substring(..) if expr.ty == Type::Character && expr.rank() == 0 => {
                    Some(self.kept(expr))
                }
                _ => {
                    stack.extend(expr.elemental_operands().rev());
                    None
                }
            };
            if let Some(leaf) = leaf {
                self.elements.leaves.insert(expr.id(), leaf);
            }
        }
        extents
    }

    fn prepare_operand(&mut self, operand: &resolved::ArrayOperand, expr: &resolved::Expr) -> (Leaf, Extents) {
        let array = match &operand.kind {
            ArrayKind::Section(section) => return self.section_leaf(section),
            ArrayKind::Constructor(items) => self.constructor(items, expr.ty),
            ArrayKind::Function(call) => self.array_valued(call, (expr.ty, operand.rank)),
            ArrayKind::Call { procedure, arguments, bounds, length } => {
                let sizes = (&bounds[..], length.as_deref());
                self.array_from_call(*procedure, arguments, sizes, (expr.ty, operand.rank), expr.span)
            }
        };
        let extents = array.extents();
        (Self::whole_leaf(array), extents)
    }

    /// Loops over the elements of an array expression; in them, its operands are the elements.
    pub fn each_element(&mut self, expr: &resolved::Expr, body: impl FnOnce(&mut Self)) {
        let extents = self.prepare(expr);
        let loops = self.open_loops(&extents);
        body(self);
        self.close_loops(loops);
        self.forget(expr);
    }

    /// Forgets what was prepared of an expression.
    fn forget(&mut self, expr: &resolved::Expr) {
        if self.elements.pinned.as_ref().is_some_and(|(at, _)| *at == expr.id()) {
            return;
        }
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            self.elements.leaves.remove(&expr.id());
            stack.extend(expr.elemental_operands());
        }
    }

    /// Prepares an expression whose value several steps of a statement use, once; it stays so until
    /// [`Builder::unpin`].
    fn pin(&mut self, expr: &resolved::Expr) {
        let extents = self.prepare(expr);
        self.elements.pinned = Some((expr.id(), extents));
    }

    /// Ends [`Builder::pin`].
    fn unpin(&mut self, expr: &resolved::Expr) {
        if self.elements.pinned.take().is_some() {
            self.forget(expr);
        }
    }

    /// Whether an assignment to an array could change what is read.
    fn may_change(&self, designator: &Designator) -> bool {
        match designator {
            Designator::Variable(symbol) => {
                let var = self.entities[symbol.index()].var();
                var.is_some_and(|var| self.vars[var].storage == Storage::Area)
            }
            _ => true,
        }
    }

    /// The value of a scalar, from here on. One whose type has no single expression is evaluated for each element.
    fn kept(&mut self, expr: &resolved::Expr) -> Leaf {
        if let Type::Complex(_) = expr.ty {
            let parts = self.complex(expr);
            return Leaf::Parts(self.saved_parts(parts));
        }
        let value = self.expr(expr);
        Leaf::Scalar(self.saved("scalar", value))
    }

    /// A value from here on: a constant, or in a new variable `stem.N`.
    fn saved(&mut self, stem: &str, value: Expr) -> Expr {
        if let Expr::Integer(IntegerExpr::Constant(..))
        | Expr::Real(RealExpr::Constant(..))
        | Expr::Logical(LogicalExpr::Constant(_)) = value
        {
            return value;
        }
        if let Expr::Character(_) = value {
            return self.kept_text(value);
        }
        self.save_value(stem, value)
    }

    /// The present element of a prepared operand; none for any other expression.
    pub fn prepared(&mut self, expr: &resolved::Expr) -> Option<Expr> {
        if self.elements.leaves.is_empty() {
            return None;
        }
        match self.elements.leaves.get(&expr.id())? {
            Leaf::Scalar(value) => Some(value.clone()),
            Leaf::Parts(_) => None,
            Leaf::Array { array, along } if expr.ty == Type::Character => {
                let offset = self.offset_along(array, along, &self.elements.indices);
                self.read_element(expr.ty, array, offset)
            }
            Leaf::Array { array, along } => {
                let section = self.section_along(array, along, &self.elements.indices);
                Expr::read(expr.ty, self.section_place(section))
            }
        }
    }

    /// Whether elements are named by subscripts.
    pub fn names_by_subscripts(&self) -> bool {
        self.elements.by_subscripts
    }

    /// A function of arrays whose value is a scalar: both parts of a COMPLEX one.
    pub fn scalar_function(&mut self, call: &resolved::ArrayCall, ty: Type) -> Vec<Expr> {
        let indices = std::mem::take(&mut self.elements.indices);
        let by_subscripts = std::mem::take(&mut self.elements.by_subscripts);
        let value = self.reduced(call, ty);
        self.elements.by_subscripts = by_subscripts;
        self.elements.indices = indices;
        value
    }
}

/// The array that the arguments of MERGE have if it is present.
fn absent_section(arguments: &[resolved::Expr]) -> Option<&Section> {
    let [array, _, mask] = arguments else { return None };
    match (&mask.kind, &array.as_array()?.kind) {
        (ExprKind::IsPresent(_), ArrayKind::Section(section)) => Some(section),
        _ => None,
    }
}
