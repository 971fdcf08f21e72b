//! References to the functions of arrays: SUM, MATMUL, SIZE and the like.

use super::matcher::{Matched, Reference};
use super::row::IntrinsicProcedure;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::{common_type, constant_expr, is_numeric};
use crate::resolve::scope::facts::Mode;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    ArrayCall, ArrayForm, ArrayFunction, ArrayKind, ArrayOperand, Expr, ExprKind, Section, Variable,
};
use crate::tree;
use forlane_semantics::types::{Constant, Type};

/// The arguments of a reference, in the order of the dummy arguments.
type Arguments = Vec<Option<Expr>>;

/// What the rank of a function of arrays depends on.
pub(crate) struct ArrayReference {
    /// The ranks of the first two arguments, as far as they are known; zero where there is none.
    pub ranks: [Option<usize>; 2],
    /// Whether there is a DIM.
    pub has_dim: bool,
    /// Whether there is a SIZE.
    pub has_size: bool,
    /// The extent of the second argument of RESHAPE, if it is known.
    pub extent: Option<usize>,
}

impl ArrayReference {
    /// The rank of the function's result; none if it is not known, or there is none for such arguments.
    pub fn rank(&self, function: ArrayFunction) -> Option<usize> {
        use ArrayFunction::*;
        let [first, second] = self.ranks;
        let along = || first.map(|rank| rank.saturating_sub(1));
        match function {
            Sum | Product | MaxVal | MinVal | Any | All | AllBits | AnyBits | ParityBits | Parity | Norm2 | Count => {
                if self.has_dim {
                    along()
                } else {
                    Some(0)
                }
            }
            MaxLoc | MinLoc | FindLoc => {
                if self.has_dim {
                    along()
                } else {
                    Some(1)
                }
            }
            DotProduct | Size | Len => Some(0),
            MatMul => (first? + second?).checked_sub(2).filter(|rank| *rank > 0),
            Transpose => Some(2),
            Reshape => self.extent.filter(|extent| (1..=15).contains(extent)),
            Spread => first.map(|rank| rank + 1),
            Pack | Shape | BesselJ | BesselY => Some(1),
            Unpack => second,
            CShift | EoShift => first,
            Transfer => {
                if self.has_size {
                    Some(1)
                } else {
                    second.map(|rank| rank.min(1))
                }
            }
            LBound | UBound => Some(usize::from(!self.has_dim)),
        }
    }
}

impl Scope<'_> {
    /// Resolves a reference to a function of arrays.
    pub(super) fn resolve_array_function(
        &mut self,
        function: ArrayFunction,
        reference: Reference<'_>,
        matched: &Matched<'_>,
    ) -> Outcome<Expr> {
        let kind = self.type_by_kind(reference, matched)?;
        let mut values: Arguments = Vec::with_capacity(matched.len());
        for (dummy, argument) in reference.row.dummies.iter().zip(matched) {
            let argument = argument.filter(|_| !dummy.is_kind());
            values.push(argument.map(|argument| self.resolve_array_argument(function, argument)).transpose()?);
        }
        if function == ArrayFunction::Transfer {
            return self.resolve_transfer(reference, matched, values);
        }
        self.array_function_call(function, reference, (values, kind))
    }

    /// TRANSFER, for which arguments that are LOGICAL have the size of their kind.
    fn resolve_transfer(
        &mut self,
        reference: Reference<'_>,
        matched: &Matched<'_>,
        mut values: Arguments,
    ) -> Outcome<Expr> {
        let mut gives_logical = false;
        for (at, argument) in matched.iter().enumerate().take(2) {
            let (Some(argument), Some(value)) = (argument, values[at].take()) else { continue };
            let is_mold = at == 1;
            let (value, is_held) = self.transferred(argument, value, is_mold)?;
            gives_logical |= is_mold && is_held;
            values[at] = Some(value);
        }
        let made = self.array_function_call(ArrayFunction::Transfer, reference, (values, None))?;
        if gives_logical { self.truth_of(made) } else { Ok(made) }
    }

    /// The reference with arguments that are resolved.
    fn array_function_call(
        &mut self,
        function: ArrayFunction,
        reference: Reference<'_>,
        (mut values, kind): (Arguments, Option<Type>),
    ) -> Outcome<Expr> {
        let (row, span) = (reference.row, reference.span);
        move_mask(row, &mut values);
        self.check_array_arguments(reference, &values)?;
        let dim = self.known_dim(function, reference, &mut values)?;
        let given = values.iter_mut().enumerate().filter_map(|(place, value)| Some((place, value.take()?)));
        let mut given: Vec<(usize, Expr)> = given.collect();
        self.replace_absent(reference, &mut given);
        given.into_iter().for_each(|(place, value)| values[place] = Some(value));
        self.unify_operands(function, reference, &mut values)?;
        let ty = kind.or_else(|| row.result.map(|result| result.of(&types_of(&values))));
        let Some(ty) = ty else { return Err(self.reported_before()) };
        let rank = self.result_rank(function, reference, &values, dim)?;
        let given = row.dummies.iter().zip(values).filter_map(|(dummy, value)| Some((dummy.keyword, value?)));
        let call = ArrayCall { function, arguments: given.collect(), dim };
        if let Some(constant) = self.known_property(&call, ty) {
            return Ok(constant_expr(constant, span));
        }
        if rank > 0 {
            let operand = ArrayOperand { rank, kind: ArrayKind::Function(call) };
            return Ok(Expr::new(ExprKind::Array(Box::new(operand)), ty, span));
        }
        let value = Expr::new(ExprKind::ArrayFunction(Box::new(call.clone())), ty, span);
        Ok(self.size_unless_absent(&call, value))
    }

    /// What is asked about an array's bounds may be an array of unknown extent.
    fn resolve_array_argument(&mut self, function: ArrayFunction, value: &tree::Expr) -> Outcome<Expr> {
        use ArrayFunction::{LBound, Shape, Size, UBound};
        let asks_bounds = match function {
            Size | LBound | UBound => true,
            // In a constant expression the array need not be a constant.
            Shape => self.mode == Mode::Constant,
            _ => false,
        };
        if let tree::ExprKind::Name(name) = &value.kind
            && asks_bounds
            && self.is_array(name)
        {
            self.settle_shape_early(name, value.span)?;
            let symbol = self.symbol_of_name(name, value.span)?;
            self.use_as(name, crate::resolve::scope::facts::Use::Variable, value.span)?;
            let Some(Variable { ty, shape: Some(shape), .. }) = self.variable(symbol) else {
                return Err(self.reported_before());
            };
            let section = Section::whole(symbol, value.span);
            return Ok(Expr::of_section(section, shape.len(), *ty));
        }
        self.resolve_array_or_scalar(value)
    }

    fn check_array_arguments(&mut self, reference: Reference<'_>, values: &Arguments) -> Outcome<()> {
        let Some(first) = values.iter().flatten().next().map(|first| first.ty) else { return Ok(()) };
        for (at, value) in values.iter().enumerate() {
            if let Some(value) = value {
                self.check_form(reference, at, (value.ty, value.rank(), value.span), first)?;
            }
        }
        self.check_mask(reference.row, values)
    }

    /// The array and its mask have one shape.
    fn check_mask(&mut self, row: &IntrinsicProcedure, values: &Arguments) -> Outcome<()> {
        let value = |keyword: &str| values[row.place_of(keyword)?].as_ref();
        if let (Some(array), Some(mask)) = (value("array"), value("mask"))
            && mask.rank() > 0
            && mask.rank() != array.rank()
        {
            return Err(self.error("E0280", mask.span, "the mask does not have the array's rank"));
        }
        Ok(())
    }

    /// The value of DIM, a dimension of the array; none if it is not given, or not a constant, which stays an
    /// argument.
    fn known_dim(
        &mut self,
        function: ArrayFunction,
        reference: Reference<'_>,
        values: &mut Arguments,
    ) -> Outcome<Option<usize>> {
        let Some(place) = reference.row.place_of("dim") else { return Ok(None) };
        let Some(dim) = values[place].take() else { return Ok(None) };
        let rank = values[0].as_ref().map_or(0, Expr::rank);
        let most = if function == ArrayFunction::Spread { rank + 1 } else { rank };
        match as_constant(&dim) {
            Some(Constant::Integer(_, value)) => {
                match usize::try_from(*value).ok().filter(|dim| (1..=most).contains(dim)) {
                    Some(dim) => Ok(Some(dim)),
                    None => Err(self.error("E0226", dim.span, format!("the array has no dimension {value}"))),
                }
            }
            _ => {
                values[place] = Some(dim);
                Ok(None)
            }
        }
    }

    /// The rank of the result.
    fn result_rank(
        &mut self,
        function: ArrayFunction,
        reference: Reference<'_>,
        values: &Arguments,
        dim: Option<usize>,
    ) -> Outcome<usize> {
        let row = reference.row;
        let rank_of = |at: usize| Some(values.get(at).and_then(Option::as_ref).map_or(0, Expr::rank));
        let has = |keyword: &str| row.place_of(keyword).is_some_and(|place| values[place].is_some());
        let extent = match function {
            ArrayFunction::Reshape => values[1].as_ref().and_then(|shape| *self.known_extents(shape).first()?),
            _ => None,
        };
        let of = ArrayReference {
            ranks: [rank_of(0), rank_of(1)],
            has_dim: dim.is_some() || has("dim"),
            has_size: has("size"),
            extent: extent.and_then(|extent| usize::try_from(extent).ok()),
        };
        of.rank(function).ok_or_else(|| {
            let message = match function {
                ArrayFunction::Reshape => "the extent of SHAPE must be known, and at most 15".to_owned(),
                _ => format!("one argument of {} must have rank 2", reference.shown()),
            };
            self.error("E0226", reference.name.span, message)
        })
    }

    /// Converts the two operands of a product, or of the comparison that FINDLOC makes, to their common type.
    fn unify_operands(
        &mut self,
        function: ArrayFunction,
        reference: Reference<'_>,
        values: &mut Arguments,
    ) -> Outcome<()> {
        use ArrayFunction::{DotProduct, FindLoc, MatMul};
        if !matches!(function, DotProduct | MatMul | FindLoc) {
            return Ok(());
        }
        let [Some(left), Some(right), ..] = &values[..] else { return Err(self.reported_before()) };
        let is_same = left.ty == right.ty && !is_numeric(left.ty);
        if is_same && (left.ty == Type::Logical || function == FindLoc) {
            return Ok(());
        }
        let Some(common) = common_type(left.ty, right.ty) else {
            let (shown, left, span) = (reference.shown(), left.ty.name(), right.span);
            let message = format!("the arguments of {shown} can't be {left} and {}", right.ty.name());
            return Err(self.error("E0226", span, message));
        };
        for value in &mut values[..2] {
            if let Some(operand) = value.take() {
                *value = Some(self.convert(operand, common)?);
            }
        }
        Ok(())
    }

    /// SIZE, LBOUND and UBOUND of constant bounds, which constant expressions use.
    pub(in crate::resolve) fn known_property(&self, call: &ArrayCall, ty: Type) -> Option<Constant> {
        let Type::Integer(kind) = ty else { return None };
        if call.argument("dim").is_some() {
            return None;
        }
        let array = call.first()?;
        let extents = self.known_extents(array);
        let value = match (call.function, call.dim) {
            (ArrayFunction::Size, None) => {
                extents.into_iter().try_fold(1i64, |size, extent| size.checked_mul(extent?))?
            }
            (ArrayFunction::Size, Some(dim)) => (*extents.get(dim - 1)?)?,
            (ArrayFunction::LBound | ArrayFunction::UBound, Some(dim)) => {
                let ArrayKind::Section(section) = &array.as_array()?.kind else { return None };
                let lower = match section.subscripts.is_empty() {
                    true => {
                        let variable = self.variable(section.array)?;
                        let dimension = variable.shape.as_ref()?.get(dim - 1)?;
                        let explicit = !matches!(variable.form, ArrayForm::Allocatable | ArrayForm::Host);
                        match as_constant(&dimension.lower).filter(|_| explicit)? {
                            Constant::Integer(_, lower) => *lower,
                            _ => return None,
                        }
                    }
                    false => 1,
                };
                let extent = extents.get(dim - 1).copied().flatten();
                match call.function {
                    // Of a dimension without elements it is 1.
                    ArrayFunction::LBound if lower == 1 || extent == Some(0) => 1,
                    ArrayFunction::LBound => extent.map(|_| lower)?,
                    _ if extent == Some(0) => 0,
                    _ => lower.checked_add(extent?)?.checked_sub(1)?,
                }
            }
            _ => return None,
        };
        kind.holds(value).then_some(Constant::Integer(kind, value))
    }
}

/// `SUM(A, M)` with a LOGICAL second argument leaves out DIM.
fn move_mask(row: &IntrinsicProcedure, values: &mut Arguments) {
    let (Some(dim), Some(mask)) = (row.place_of("dim"), row.place_of("mask")) else { return };
    let is_mask = values[dim].as_ref().is_some_and(|value| value.ty == Type::Logical);
    if dim < mask && is_mask && values[mask].is_none() {
        values.swap(dim, mask);
    }
}

/// The types of the arguments that are given.
fn types_of(values: &Arguments) -> Vec<Type> {
    values.iter().flatten().map(|value| value.ty).collect()
}
