//! References to the functions of arrays: SUM, MATMUL, SIZE and the like.

use crate::resolve::constants::{as_constant, type_of_kind};
use crate::resolve::expressions::{common_type, is_numeric};
use crate::resolve::scope::{Mode, Outcome, Scope};
use crate::resolved::{
    ArrayCall, ArrayForm, ArrayFunction, ArrayKind, ArrayOperand, Expr, ExprKind, Section, Variable,
};
use crate::source::Span;
use crate::tree::{self, Name, TypeName};
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// The arguments of a reference, in the order of the function's parameters.
pub(in crate::resolve) type Arguments = Vec<Option<Expr>>;

impl Scope<'_> {
    /// The function of arrays that a name stands for, unless the unit makes it something else.
    pub fn array_function_of(&self, name: &str) -> Option<ArrayFunction> {
        let function = ArrayFunction::of_name(self.intrinsic_name(name))?;
        (!self.is_redefined(name)).then_some(function)
    }

    /// Resolves a reference to a function of arrays.
    pub fn resolve_array_function(
        &mut self,
        function: ArrayFunction,
        name: &Name,
        arguments: &[tree::Argument],
        span: Span,
    ) -> Outcome<Expr> {
        let (mut values, kind) = self.match_arguments(function, name, arguments)?;
        if function == ArrayFunction::Transfer {
            return self.resolve_transfer(name, arguments, values, span);
        }
        self.resolve_function_of(function, name, (&mut values, kind), span)
    }

    /// The reference with arguments that are resolved.
    pub(in crate::resolve) fn resolve_function_of(
        &mut self,
        function: ArrayFunction,
        name: &Name,
        (values, kind): (&mut Arguments, Option<IntegerKind>),
        span: Span,
    ) -> Outcome<Expr> {
        self.move_mask(function, values);
        self.check_array_arguments(function, name, values)?;
        let dim = self.known_dim(function, name, values)?;
        let (rank, ty) = self.result_of(function, name, values, dim, kind)?;
        self.note_intrinsic(name);
        let call = ArrayCall { function, arguments: std::mem::take(values), dim };
        if let Some(constant) = self.known_property(&call, ty) {
            return Ok(crate::resolve::expressions::constant_expr(constant, span));
        }
        let kind = match rank {
            0 => ExprKind::ArrayFunction(Box::new(call)),
            _ => ExprKind::Array(Box::new(ArrayOperand { rank, kind: ArrayKind::Function(call) })),
        };
        Ok(Expr { kind, ty, span })
    }

    /// Puts each argument in the place of its parameter; KIND is a constant.
    fn match_arguments(
        &mut self,
        function: ArrayFunction,
        name: &Name,
        arguments: &[tree::Argument],
    ) -> Outcome<(Arguments, Option<IntegerKind>)> {
        let (parameters, needed) = function.parameters();
        let shown = name.text.to_uppercase();
        let mut values: Arguments = vec![None; parameters.len()];
        let mut kind = None;
        for (index, argument) in arguments.iter().enumerate() {
            let place = match &argument.keyword {
                Some(keyword) => parameters.iter().position(|parameter| *parameter == keyword.text),
                None => Some(index).filter(|index| *index < parameters.len()),
            };
            let Some(place) = place.filter(|place| values[*place].is_none()) else {
                let span = argument.keyword.as_ref().map_or(argument.value.span, |keyword| keyword.span);
                return Err(self.error("E0226", span, format!("{shown} has no such argument")));
            };
            if parameters[place] == "kind" {
                let value = self.constant_integer(&argument.value)?;
                kind = Some(match type_of_kind(TypeName::Integer, value) {
                    Some(Type::Integer(kind)) => kind,
                    _ => {
                        return Err(self.error(
                            "E0206",
                            argument.value.span,
                            format!("{shown} has no result of kind {value}"),
                        ));
                    }
                });
                continue;
            }
            values[place] = Some(self.resolve_array_argument(function, &argument.value)?);
        }
        match parameters.iter().zip(&values).take(needed).find(|(_, value)| value.is_none()) {
            Some((missing, _)) => {
                let message = format!("{shown} needs the argument {}", missing.to_uppercase());
                Err(self.error("E0226", name.span, message))
            }
            None => Ok((values, kind)),
        }
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
            self.use_as(name, crate::resolve::scope::Use::Variable, value.span)?;
            let Some(Variable { ty, shape: Some(shape), .. }) = self.variable(symbol) else {
                return Err(self.reported_before());
            };
            let section = Section::whole(symbol, value.span);
            return Ok(Expr::of_section(section, shape.len(), *ty));
        }
        self.resolve_array_or_scalar(value)
    }

    /// `SUM(A, M)` with a LOGICAL second argument leaves out DIM.
    fn move_mask(&mut self, function: ArrayFunction, values: &mut Arguments) {
        let Some(mask) = function.parameters().0.iter().position(|parameter| *parameter == "mask") else { return };
        // DIM stands before MASK.
        let is_mask = |value: &Option<Expr>| value.as_ref().is_some_and(|value| value.ty == Type::Logical);
        if mask > 0 && values[mask].is_none() && is_mask(&values[mask - 1]) {
            values.swap(mask - 1, mask);
        }
    }

    fn check_array_arguments(&mut self, function: ArrayFunction, name: &Name, values: &Arguments) -> Outcome<()> {
        use ArrayFunction::*;
        let (parameters, _) = function.parameters();
        for (parameter, value) in parameters.iter().zip(values) {
            let Some(value) = value else { continue };
            let rank = value.rank();
            let (fits, wanted) = match (*parameter, function) {
                ("dim" | "ncopies", _) => (matches!(value.ty, Type::Integer(_)) && rank == 0, "a scalar INTEGER"),
                ("mask", Any | All | Count | Unpack | Parity) => {
                    (value.ty == Type::Logical && rank > 0, "a LOGICAL array")
                }
                ("mask", _) => (value.ty == Type::Logical, "LOGICAL"),
                ("shape" | "order", _) => {
                    (matches!(value.ty, Type::Integer(_)) && rank == 1, "an INTEGER array of rank 1")
                }
                ("size", Transfer) => (matches!(value.ty, Type::Integer(_)) && rank == 0, "a scalar INTEGER"),
                ("shift", _) => (matches!(value.ty, Type::Integer(_)), "INTEGER"),
                ("vector" | "vector_a" | "vector_b", _) => (rank == 1, "an array of rank 1"),
                ("matrix", _) => (rank == 2, "an array of rank 2"),
                ("matrix_a" | "matrix_b", _) => ((1..=2).contains(&rank), "an array of rank 1 or 2"),
                ("array", Sum | Product) => (is_numeric(value.ty) && rank > 0, "a numeric array"),
                ("array", MaxVal | MinVal | MaxLoc | MinLoc) => {
                    let is_ordered = matches!(value.ty, Type::Integer(_) | Type::Real(_) | Type::Character);
                    (is_ordered && rank > 0, "an INTEGER, REAL or CHARACTER array")
                }
                ("array", AllBits | AnyBits | ParityBits) => {
                    (matches!(value.ty, Type::Integer(_)) && rank > 0, "an INTEGER array")
                }
                ("x", _) => (matches!(value.ty, Type::Real(_)) && rank > 0, "a REAL array"),
                ("value", _) => (rank == 0, "a scalar"),
                ("array", _) => (rank > 0, "an array"),
                ("back", _) => (value.ty == Type::Logical && rank == 0, "a scalar LOGICAL"),
                ("source", Reshape | Shape) => (rank > 0, "an array"),
                _ => (true, ""),
            };
            if !fits {
                let message = format!("{} expects {wanted} for {}", name.text.to_uppercase(), parameter.to_uppercase());
                return Err(self.error("E0226", value.span, message));
            }
        }
        self.check_mask(values, parameters)
    }

    /// The array and its mask have one shape.
    fn check_mask(&mut self, values: &Arguments, parameters: &[&str]) -> Outcome<()> {
        let at = |wanted: &str| parameters.iter().position(|parameter| *parameter == wanted);
        let (Some(array), Some(mask)) = (at("array"), at("mask")) else { return Ok(()) };
        if let (Some(array), Some(mask)) = (&values[array], &values[mask])
            && mask.rank() > 0
            && mask.rank() != array.rank()
        {
            return Err(self.error("E0280", mask.span, "the mask does not have the array's rank"));
        }
        Ok(())
    }

    /// The value of DIM, a dimension of the array; none if it is not given, or no constant, which stays an argument of
    /// the functions that ask about bounds.
    fn known_dim(&mut self, function: ArrayFunction, name: &Name, values: &mut Arguments) -> Outcome<Option<usize>> {
        let Some(place) = function.parameters().0.iter().position(|parameter| *parameter == "dim") else {
            return Ok(None);
        };
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
            _ if matches!(function, ArrayFunction::Size | ArrayFunction::LBound | ArrayFunction::UBound) => {
                values[place] = Some(dim);
                Ok(None)
            }
            _ => {
                let message =
                    format!("{} with a DIM that is not a constant is not supported yet", name.text.to_uppercase());
                Err(self.error("E0982", dim.span, message))
            }
        }
    }

    /// Rank and type of the result; the arguments are converted to a common type where they must have one.
    fn result_of(
        &mut self,
        function: ArrayFunction,
        name: &Name,
        values: &mut Arguments,
        dim: Option<usize>,
        kind: Option<IntegerKind>,
    ) -> Outcome<(usize, Type)> {
        use ArrayFunction::*;
        let integer = Type::Integer(kind.unwrap_or(IntegerKind::I4));
        let rank = values[0].as_ref().map_or(0, Expr::rank);
        let ty = values[0].as_ref().map_or(integer, |first| first.ty);
        let reduced = if dim.is_some() { rank.saturating_sub(1) } else { 0 };
        Ok(match function {
            Sum | Product | MaxVal | MinVal | Any | All | AllBits | AnyBits | ParityBits | Parity | Norm2 => {
                (reduced, ty)
            }
            Count => (reduced, integer),
            MaxLoc | MinLoc => (if dim.is_some() { rank.saturating_sub(1) } else { 1 }, integer),
            FindLoc => {
                self.check_value_sought(values)?;
                (if dim.is_some() { rank.saturating_sub(1) } else { 1 }, integer)
            }
            DotProduct | MatMul => {
                let ty = self.unify(values, 0, 1)?;
                let second = values[1].as_ref().map_or(0, Expr::rank);
                if function == MatMul && rank + second < 3 {
                    let message = format!("one argument of {} must have rank 2", name.text.to_uppercase());
                    return Err(self.error("E0226", name.span, message));
                }
                (if function == MatMul { rank + second - 2 } else { 0 }, ty)
            }
            Transpose => (2, ty),
            Reshape => {
                let extents = values[1].as_ref().map(|shape| self.known_extents(shape)).unwrap_or_default();
                let Some(Some(rank @ 1..=15)) = extents.first() else {
                    return Err(self.error("E0226", name.span, "the extent of SHAPE must be known, and at most 15"));
                };
                let rank = *rank as usize;
                self.same_type(values, 0, 2)?;
                (rank, ty)
            }
            Spread => (rank + 1, ty),
            Pack => {
                self.same_type(values, 0, 2)?;
                (1, ty)
            }
            Unpack => {
                self.same_type(values, 0, 2)?;
                (values[1].as_ref().map_or(1, Expr::rank), ty)
            }
            CShift | EoShift => (rank, ty),
            Size | Len => (0, integer),
            Transfer => {
                let mold = values[1].as_ref().map_or((0, ty), |mold| (mold.rank(), mold.ty));
                (usize::from(mold.0 > 0 || values[2].is_some()), mold.1)
            }
            Shape => (1, integer),
            LBound | UBound => (usize::from(dim.is_none() && values[1].is_none()), integer),
        })
    }

    /// FINDLOC compares the elements with a scalar that goes with them.
    fn check_value_sought(&mut self, values: &mut Arguments) -> Outcome<()> {
        let types = [0, 1].map(|index| values[index].as_ref().map(|value| (value.ty, value.rank(), value.span)));
        let [Some((ty, ..)), Some((value, rank, span))] = types else { return Err(self.reported_before()) };
        if rank > 0 {
            return Err(self.error("E0226", span, "FINDLOC expects a scalar for VALUE"));
        }
        match ty == value && !is_numeric(ty) {
            true => Ok(()),
            false => self.unify(values, 0, 1).map(|_| ()),
        }
    }

    /// Converts two numeric arguments to their common type.
    fn unify(&mut self, values: &mut Arguments, left: usize, right: usize) -> Outcome<Type> {
        let types = [left, right].map(|index| values[index].as_ref().map(|value| value.ty));
        let [Some(a), Some(b)] = types else { return Err(self.reported_before()) };
        if a == Type::Logical && b == Type::Logical {
            return Ok(a);
        }
        let Some(common) = common_type(a, b) else {
            let span = values[right].as_ref().map_or_else(Span::default, |value| value.span);
            return Err(self.error("E0226", span, format!("{} does not go with {}", a.name(), b.name())));
        };
        for index in [left, right] {
            if let Some(value) = values[index].take() {
                values[index] = Some(self.convert(value, common)?);
            }
        }
        Ok(common)
    }

    fn same_type(&mut self, values: &Arguments, left: usize, right: usize) -> Outcome<()> {
        match (&values[left], &values[right]) {
            (Some(a), Some(b)) if a.ty != b.ty => {
                let message = format!("{} does not go with {}", a.ty.name(), b.ty.name());
                Err(self.error("E0226", b.span, message))
            }
            _ => Ok(()),
        }
    }

    /// SIZE, LBOUND and UBOUND of constant bounds, which constant expressions use.
    pub(in crate::resolve) fn known_property(&self, call: &ArrayCall, ty: Type) -> Option<Constant> {
        let Type::Integer(kind) = ty else { return None };
        if call.argument("dim").is_some() {
            return None;
        }
        let array = call.arguments.first()?.as_ref()?;
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
                    ArrayFunction::LBound if extent != Some(0) => lower,
                    ArrayFunction::LBound => 1,
                    _ if extent == Some(0) => 0,
                    _ => lower.checked_add(extent?)?.checked_sub(1)?,
                }
            }
            _ => return None,
        };
        kind.holds(value).then_some(Constant::Integer(kind, value))
    }
}
