//! The bounds of arrays: constants, or values that the executable part does not change.

use crate::Builder;
use crate::entities::{Array, LoweredSymbol};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::interface::Companion;
use forlane_cfg::names;
use forlane_cfg::unit::{ArrayLength, Storage, VarId};
use forlane_frontend::resolved::{
    self, ArrayForm, CharacterLength, Dimension, Symbol, SymbolClass, SymbolId, Variable, for_each_inside,
};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};
use std::collections::HashSet;

impl Builder<'_> {
    /// Bounds of an array: constants, or captured in variables where they could change.
    pub fn declare_bounds(&mut self, id: SymbolId, shape: &[Dimension], is_dummy: bool, span: Span) {
        let LoweredSymbol::Array(Array { var, width, .. }) = self.entities[id.index()] else { return };
        let array = Array { width, ..self.bounds(id, var, shape, is_dummy) };
        if let Some(length) = array.declared.filter(|_| !is_dummy) {
            self.vars[var].array = Some(ArrayLength::Constant(length.saturating_mul(width.unsigned_abs())));
        } else if !is_dummy {
            self.declare_automatic(&array, span);
        }
        self.entities[id.index()] = LoweredSymbol::Array(array);
    }

    /// The array of a variable with these bounds.
    pub fn bounds(&mut self, id: SymbolId, var: VarId, shape: &[Dimension], is_dummy: bool) -> Array {
        let mut dimensions = Vec::new();
        let mut declared = Some(1u64);
        for (at, dimension) in shape.iter().enumerate() {
            let is_last = at + 1 == shape.len();
            let form = self.form(id);
            let lower = match form {
                ArrayForm::Host => self.hidden_bound(var, Companion::LowerBound(at + 1)),
                _ => self.bound(&dimension.lower, var, Companion::LowerBound(at + 1)),
            };
            let extent = match &dimension.upper {
                None if matches!(form, ArrayForm::Assumed | ArrayForm::Host) => {
                    Some(self.hidden_bound(var, Companion::Extent(at + 1)))
                }
                None => None,
                Some(upper) => {
                    let upper = self.integer(upper);
                    let is_wide = |bound: &IntegerExpr| fold::constant(bound).is_none_or(|bound| bound < 0);
                    // The extent of an automatic array with bounds that are far apart may have more bits.
                    let extent = match !is_dummy && is_wide(&lower) && is_wide(&upper) {
                        true => self.allocated_extent(lower.clone(), upper),
                        false => extent_of(&lower, upper),
                    };
                    Some(if is_last && is_dummy && !self.differs_later(&extent) {
                        extent
                    } else {
                        self.capture(extent, var, Companion::Extent(at + 1))
                    })
                }
            };
            let length = extent.as_ref().and_then(fold::constant).and_then(|extent| u64::try_from(extent.max(0)).ok());
            declared = declared.zip(length).and_then(|(product, length)| product.checked_mul(length));
            dimensions.push((lower, extent));
        }
        Array { var, dimensions, declared, width: 1, part: None }
    }

    /// An automatic array, whose size is known at entry.
    pub(super) fn declare_automatic(&mut self, array: &Array, span: Span) {
        if self.vars[array.var].storage != Storage::Local {
            return self.error(span, "the bounds of an array that is kept must be constants");
        }
        let mut factors: Vec<IntegerExpr> = self.whole_extents(array);
        self.vars[array.var].array = Some(ArrayLength::Dynamic);
        factors.push(IntegerExpr::Constant(IntegerKind::I4, array.width));
        self.allocate_product(array.var, &factors);
    }

    fn form(&self, id: SymbolId) -> ArrayForm {
        match &self.source.symbols[id].class {
            SymbolClass::Variable(variable) => variable.form,
            _ => ArrayForm::Explicit,
        }
    }

    /// A hidden dummy argument that brings a bound or an extent of a dummy array.
    fn hidden_bound(&mut self, array: VarId, what: Companion) -> IntegerExpr {
        let name = names::companion(&self.vars[array].name, what);
        let var = self.make_variable(name, Type::Integer(IntegerKind::I4));
        self.vars[var].storage = Storage::Dummy;
        self.hidden.entry(array).or_default().push((what, var));
        self.read_integer(var)
    }

    /// The hidden dummy arguments for the extents of those of these dummy arguments that have an assumed shape.
    pub(super) fn extents_of(&self, dummies: &[SymbolId]) -> Vec<VarId> {
        let arrays = dummies.iter().filter_map(|dummy| self.entities[dummy.index()].var());
        arrays.filter_map(|array| self.hidden.get(&array)).flatten().map(|(_, hidden)| *hidden).collect()
    }

    pub(super) fn bound(&mut self, bound: &resolved::Expr, array: VarId, what: Companion) -> IntegerExpr {
        let expr = self.integer(bound);
        self.capture(expr, array, what)
    }

    /// Keeps a value that the executable part must not change: constants and variables that are never assigned stand
    /// for themselves, others are copied at entry.
    pub(super) fn capture(&mut self, expr: IntegerExpr, array: VarId, what: Companion) -> IntegerExpr {
        let stays = match &expr {
            IntegerExpr::Constant(..) => true,
            IntegerExpr::Read(_, Place::Variable(var)) => self.is_never_assigned(*var),
            _ => false,
        };
        if stays {
            return expr;
        }
        let kind = expr.kind();
        let name = names::companion(&self.vars[array].name, what);
        let var = self.make_variable(name, Type::Integer(kind));
        self.action(ActionKind::Assign { target: var, value: Expr::Integer(expr) });
        IntegerExpr::Read(kind, Place::Variable(var))
    }

    /// Whether a value may be another one after the executable part has begun.
    fn differs_later(&self, expr: &IntegerExpr) -> bool {
        let mut differs = false;
        expr.for_each_place(&mut |place| {
            differs |= !matches!(place, Place::Variable(var) if self.is_never_assigned(*var));
        });
        differs
    }

    pub(super) fn is_never_assigned(&self, var: VarId) -> bool {
        // A call may change what lies in an area.
        let mut symbols = self.source.symbols.iter().filter(|_| self.vars[var].storage != Storage::Area);
        let is_it = |id: SymbolId| self.entities.get(id.index()).and_then(LoweredSymbol::var) == Some(var);
        symbols.any(|(id, _)| is_it(id) && !self.facts.assigned.contains(&id))
    }
}

/// The arrays and texts among these symbols in an order in which each follows those that its bounds and its length ask
/// about, else arrays of numbers first.
pub(super) fn in_order_of_sizes(source: &resolved::ProgramUnit, symbols: &[SymbolId]) -> Vec<SymbolId> {
    let sized = symbols.iter().filter_map(|id| match &source.symbols[*id].class {
        SymbolClass::Variable(variable) if variable.ty == Type::Character || variable.shape.is_some() => {
            Some((*id, variable.ty == Type::Character, asked_for(&source.symbols[*id], variable)))
        }
        _ => None,
    });
    let mut left: Vec<(SymbolId, bool, Vec<SymbolId>)> = sized.collect();
    left.sort_by_key(|(_, is_text, _)| *is_text);
    let mut ordered = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waiting: HashSet<SymbolId> = left.iter().map(|(id, ..)| *id).collect();
        let (later, now): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|(id, _, asked)| asked.iter().any(|asked| asked != id && waiting.contains(asked)));
        // Those that wait for each other have no order.
        let is_circle = now.is_empty();
        ordered.extend(now.iter().map(|(id, ..)| *id));
        left = later;
        if is_circle {
            ordered.extend(left.drain(..).map(|(id, ..)| id));
        }
    }
    ordered
}

/// What the bounds and the length of a variable ask about.
fn asked_for(symbol: &Symbol, variable: &Variable) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let bounds = variable.shape.iter().flatten();
    let bounds = bounds.flat_map(|dimension| std::iter::once(&dimension.lower).chain(&dimension.upper));
    let length = match &symbol.length {
        Some(CharacterLength::Expression(length)) => Some(length),
        _ => None,
    };
    for_each_inside(bounds.chain(length).map(resolved::Part::Expr), &mut |part| {
        if let resolved::Part::Symbol(symbol, _) = part {
            found.push(symbol);
        }
        true
    });
    found
}

/// Whether the caller provides the elements of an array: of a dummy argument, and of a function's value.
pub(super) fn is_given(storage: resolved::Storage) -> bool {
    matches!(storage, resolved::Storage::Dummy | resolved::Storage::Result)
}

/// `upper - lower + 1`.
pub(super) fn extent_of(lower: &IntegerExpr, upper: IntegerExpr) -> IntegerExpr {
    let kind = lower.kind().max(upper.kind());
    let (lower, upper) = (fold::to_integer(kind, lower.clone()), fold::to_integer(kind, upper));
    let below = fold::binary(IntegerBinary::Subtract, lower, IntegerExpr::Constant(kind, 1));
    fold::binary(IntegerBinary::Subtract, upper, below)
}
