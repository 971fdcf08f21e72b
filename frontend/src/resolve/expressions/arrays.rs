//! Arrays in expressions: whole arrays, sections, whether their shapes go together, and the names of indices.

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::{common_type, one};
use crate::resolve::scope::facts::{Facts, Use};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::specification::settle::constant_extent;
use crate::resolved::{
    ArrayForm, ArrayKind, ArrayOperand, BinaryOp, ConstructorItem, Designator, Expr, ExprKind, Section, Storage,
    Subscript, Symbol, SymbolClass, SymbolId, Variable,
};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::STORE;
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// What `array(subscripts)` is.
pub(crate) enum ElementOrSection {
    Element(Designator),
    Section(Section, usize),
}

impl Scope<'_> {
    /// Resolves an expression whose value must be a scalar, in the present [`crate::resolve::scope::facts::Mode`].
    pub fn resolve_expression(&mut self, expr: &tree::Expr) -> Outcome<Expr> {
        let resolved = self.resolve_any(expr)?;
        match resolved.rank() {
            0 => Ok(resolved),
            _ => Err(self.error("E0974", resolved.span, "an array is used where a scalar is needed")),
        }
    }

    /// Resolves an expression that may be an array, all operands of which then have the same shape as far as is known.
    pub fn resolve_array_or_scalar(&mut self, expr: &tree::Expr) -> Outcome<Expr> {
        let resolved = self.resolve_any(expr)?;
        self.check_conformance(&resolved, None)?;
        Ok(resolved)
    }

    /// A whole array as an operand.
    pub fn whole_array(&mut self, symbol: SymbolId, name: &str, span: Span) -> Outcome<Expr> {
        let Some(Variable { ty, shape: Some(shape), form, storage, .. }) = self.variable(symbol) else {
            return Err(self.reported_before());
        };
        let (ty, rank) = (*ty, shape.len());
        let is_star = *form == ArrayForm::Explicit
            && *storage == Storage::Dummy
            && shape.last().is_some_and(|dimension| dimension.upper.is_none());
        if is_star && self.is_one_in_source(name) {
            // As many elements as the declaration says.
            let part = |at: usize| {
                let bound = || (at + 1 == rank).then(|| one(span));
                Subscript::Range { first: bound(), last: bound(), step: None }
            };
            let section = Section { subscripts: (0..rank).map(part).collect(), ..Section::whole(symbol, span) };
            return Ok(Expr::of_section(section, rank, ty));
        }
        if is_star {
            let message = format!("the extent of the last dimension of `{}` is not known here", name.to_uppercase());
            return Err(self.error("E0974", span, message));
        }
        let section = Section::whole(symbol, span);
        Ok(Expr::of_section(section, rank, ty))
    }

    /// Whether the last dimension is declared as 1, not as `*`.
    pub fn is_one_in_source(&self, name: &str) -> bool {
        let declared = self.names.get(name).and_then(|facts| facts.dimensions);
        declared.and_then(|(dimensions, _)| dimensions.last()).is_some_and(|last| last.upper.is_some())
    }

    /// Resolves `array(subscripts)`.
    pub fn resolve_subscripted(
        &mut self,
        name: &Name,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<(ElementOrSection, Type)> {
        let symbol = self.symbol_of_name(&name.text, name.span)?;
        self.use_as(&name.text, Use::Variable, name.span)?;
        let Some(ty) = self.variable(symbol).map(|variable| variable.ty) else { return Err(self.reported_before()) };
        let rank = self.check_rank(symbol, subscripts.len(), span);
        let subscripts: Vec<Outcome<Subscript>> =
            subscripts.iter().map(|subscript| self.resolve_any_subscript(subscript)).collect();
        rank?;
        let subscripts = subscripts.into_iter().collect::<Outcome<Vec<Subscript>>>()?;
        let rank = subscripts.iter().filter(|subscript| !matches!(subscript, Subscript::Index(_))).count();
        if rank > 0 {
            self.check_open_range(symbol, &subscripts, span)?;
            return Ok((
                ElementOrSection::Section(Section { array: symbol, subscripts, substring: None, span }, rank),
                ty,
            ));
        }
        let indices = subscripts.into_iter().filter_map(|subscript| match subscript {
            Subscript::Index(index) => Some(index),
            _ => None,
        });
        let mut indices: Vec<Expr> = indices.collect();
        if self.symbols[symbol].name.starts_with(STORE) {
            indices = self.sum_of_indices(indices)?;
        }
        Ok((ElementOrSection::Element(Designator::Element(symbol, indices)), ty))
    }

    /// The one index of an element of a store, which is the sum of its subscripts.
    fn sum_of_indices(&mut self, indices: Vec<Expr>) -> Outcome<Vec<Expr>> {
        let mut sum: Option<Expr> = None;
        for index in indices {
            sum = Some(match sum {
                None => index,
                Some(sum) => {
                    let ty = common_type(sum.ty, index.ty).unwrap_or(sum.ty);
                    let span = sum.span;
                    let (left, right) = (self.convert(sum, ty)?, self.convert(index, ty)?);
                    Expr::new(ExprKind::Binary(BinaryOp::Add, Box::new(left), Box::new(right)), ty, span)
                }
            });
        }
        Ok(sum.into_iter().collect())
    }

    fn resolve_any_subscript(&mut self, subscript: &tree::Argument) -> Outcome<Subscript> {
        self.refuse_keyword(subscript)?;
        let tree::ExprKind::Range(range) = &subscript.value.kind else {
            let expr = self.resolve_any(&subscript.value)?;
            let expr = self.subscript_value(expr)?;
            return match expr.rank() {
                0 => Ok(Subscript::Index(expr)),
                1 => Ok(Subscript::Vector(expr)),
                rank => {
                    let message = format!("an array of rank {rank} can't be a subscript");
                    Err(self.error("E0225", expr.span, message))
                }
            };
        };
        let mut bound = |bound: &Option<tree::Expr>| bound.as_ref().map(|bound| self.resolve_index(bound)).transpose();
        let (first, last, step) = (bound(&range.lower), bound(&range.upper), bound(&range.stride));
        let (first, last, step) = (first?, last?, step?);
        if let Some(step) = &step
            && matches!(as_constant(step), Some(Constant::Integer(_, 0)))
        {
            return Err(self.error_with_help(
                "E0225",
                step.span,
                "the increment of a section is zero",
                "use an increment that is not zero",
            ));
        }
        Ok(Subscript::Range { first, last, step })
    }

    /// A subscript as an INTEGER. gfortran takes a REAL one too, and cuts its fraction off.
    fn subscript_value(&mut self, expr: Expr) -> Outcome<Expr> {
        match expr.ty {
            Type::Integer(_) => Ok(expr),
            Type::Real(_) if expr.rank() == 0 => self.convert(expr, Type::Integer(IntegerKind::I4)),
            ty => {
                let message = format!("a subscript must be INTEGER, not {}", ty.name());
                Err(self.error("E0225", expr.span, message))
            }
        }
    }

    /// A scalar INTEGER expression.
    pub fn resolve_index(&mut self, expr: &tree::Expr) -> Outcome<Expr> {
        let expr = self.resolve_expression(expr)?;
        match expr.ty {
            Type::Integer(_) => Ok(expr),
            ty => {
                let message = format!("a subscript must be INTEGER, not {}", ty.name());
                Err(self.error("E0225", expr.span, message))
            }
        }
    }

    /// `A(:)` needs an upper bound where that of the array is `*`.
    fn check_open_range(&mut self, symbol: SymbolId, subscripts: &[Subscript], span: Span) -> Outcome<()> {
        let Some(Variable { shape: Some(shape), form: ArrayForm::Explicit, .. }) = self.variable(symbol) else {
            return Ok(());
        };
        let is_open = shape.last().is_some_and(|dimension| dimension.upper.is_none());
        if is_open && matches!(subscripts.last(), Some(Subscript::Range { last: None, .. })) {
            let message = "the last dimension has no known extent, so its section needs an upper bound";
            return Err(self.error("E0974", span, message));
        }
        Ok(())
    }

    /// Reports array operands that do not have the same rank, or whose known extents differ.
    pub fn check_conformance(&mut self, expr: &Expr, target: Option<(&Section, usize)>) -> Outcome<()> {
        let mut operands: Vec<(&ArrayOperand, Span)> = Vec::new();
        expr.for_each_array(&mut |operand, span| operands.push((operand, span)));
        let mut first = target.map(|(section, rank)| (rank, self.section_extents(section), section.span));
        for (operand, span) in operands {
            let extents = self.operand_extents(operand);
            let Some((rank, known, place)) = &first else {
                first = Some((operand.rank, extents, span));
                continue;
            };
            if *rank != operand.rank {
                let message = format!("an array of rank {} does not conform to one of rank {rank}", operand.rank);
                let error = Diagnostic::error("E0280", span, message).with_related(*place, "the other one");
                return Err(self.report(error));
            }
            let differ =
                known.iter().zip(&extents).find_map(|(left, right)| (*left)?.ne(&(*right)?).then_some((left, right)));
            if let Some((Some(left), Some(right))) = differ {
                let message = format!("an extent of {right} does not conform to one of {left}");
                let error = Diagnostic::error("E0280", span, message).with_related(*place, "the other array");
                return Err(self.report(error));
            }
        }
        Ok(())
    }

    fn operand_extents(&self, operand: &ArrayOperand) -> Vec<Option<i64>> {
        match &operand.kind {
            ArrayKind::Section(section) => self.section_extents(section),
            ArrayKind::Constructor(items) => vec![self.constructor_extent(items)],
            ArrayKind::Function(call) => self.function_extents(call, operand.rank),
            ArrayKind::Call { bounds, .. } if bounds.is_empty() => vec![None; operand.rank],
            ArrayKind::Call { bounds, .. } => {
                let extent = |(lower, upper): &(Expr, Expr)| {
                    let extent = integer_constant(upper)?.checked_sub(integer_constant(lower)?)?.checked_add(1)?;
                    Some(extent.max(0))
                };
                bounds.iter().map(extent).collect()
            }
        }
    }

    /// The extents of an expression's dimensions, as far as they are constant.
    pub fn known_extents(&self, expr: &Expr) -> Vec<Option<i64>> {
        let mut extents: Vec<Option<i64>> = Vec::new();
        expr.for_each_array(&mut |operand, _| {
            let more = self.operand_extents(operand);
            if extents.is_empty() {
                extents = more;
            } else {
                extents.iter_mut().zip(more).for_each(|(extent, more)| *extent = extent.or(more));
            }
        });
        extents
    }

    /// The extents of a section's dimensions, as far as they are constant.
    fn section_extents(&self, section: &Section) -> Vec<Option<i64>> {
        let Some(Variable { shape: Some(shape), form, .. }) = self.variable(section.array) else { return Vec::new() };
        let extents = shape.iter().map(|dimension| constant_extent(dimension).filter(|_| *form == ArrayForm::Explicit));
        if section.subscripts.is_empty() {
            return extents.map(|extent| extent.map(|(_, extent)| extent)).collect();
        }
        // A store has one dimension, and any number of subscripts.
        let sections = section.subscripts.iter().zip(extents.chain(std::iter::repeat(None)));
        sections.filter_map(|(subscript, declared)| self.subscript_extent(subscript, declared)).collect()
    }

    /// The extent of a section's subscript, none if it is an index. The inner option says whether it is known.
    fn subscript_extent(&self, subscript: &Subscript, declared: Option<(i64, i64)>) -> Option<Option<i64>> {
        let constant = |bound: &Option<Expr>, default: Option<i64>| match bound {
            None => default,
            Some(bound) => integer_constant(bound),
        };
        match subscript {
            Subscript::Index(_) => None,
            Subscript::Vector(vector) => Some(self.known_extents(vector).first().copied().flatten()),
            Subscript::Range { first, last, step } => {
                let lower = constant(first, declared.map(|(lower, _)| lower));
                let upper = constant(last, declared.map(|(lower, extent)| lower.saturating_add(extent) - 1));
                let step = constant(step, Some(1));
                Some(lower.zip(upper).zip(step).and_then(|((lower, upper), step)| {
                    let count = (i128::from(upper) - i128::from(lower) + i128::from(step)).checked_div(step.into())?;
                    i64::try_from(count.max(0)).ok()
                }))
            }
        }
    }

    fn constructor_extent(&self, items: &[ConstructorItem]) -> Option<i64> {
        let mut sum = 0i64;
        for item in items {
            let count = match item {
                ConstructorItem::Value(value) => self
                    .known_extents(value)
                    .into_iter()
                    .try_fold(1i64, |product, extent| product.checked_mul(extent?))?,
                ConstructorItem::ImpliedDo { first, last, step, items, .. } => {
                    let [first, last, step] = [first, last, step].map(integer_constant);
                    let (first, last, step) = (first?, last?, step?);
                    let trips = (i128::from(last) - i128::from(first) + i128::from(step)).checked_div(step.into())?;
                    self.constructor_extent(items)?.checked_mul(i64::try_from(trips.max(0)).ok()?)?
                }
            };
            sum = sum.checked_add(count)?;
        }
        Some(sum)
    }
}

/// What a name stood for before an index of a constructor or FORALL took it.
pub(crate) type Hidden<'a> = Option<Facts<'a>>;

impl<'a> Scope<'a> {
    /// Gives a name to a new INTEGER variable until [`Scope::uncover`].
    pub fn hide_by_index(&mut self, name: &Name) -> Outcome<(SymbolId, IntegerKind, Hidden<'a>)> {
        let is_known = self.names.contains_key(&name.text);
        let ty = self.type_of_name(&name.text, name.span)?;
        if !is_known {
            // An index makes no variable of the unit, which procedures in it would take.
            self.names.shift_remove(&name.text);
        }
        let Type::Integer(kind) = ty else {
            let message = format!("the index `{}` must be INTEGER, not {}", name.text.to_uppercase(), ty.name());
            return Err(self.error("E0227", name.span, message));
        };
        let class = SymbolClass::Variable(crate::resolve::scope::local_variable(ty));
        let unique = format!("{}.{}", name.text, self.symbols.len());
        let symbol = self.symbols.alloc(Symbol { name: unique, span: name.span, class, unit: None, length: None });
        let mut facts = Facts::new(symbol);
        (facts.settled, facts.is_index) = (true, true);
        facts.ty = Some((ty, name.span));
        let hidden = self.names.insert(name.text.clone(), facts);
        Ok((symbol, kind, hidden))
    }

    /// Gives the name back its meaning.
    pub fn uncover(&mut self, name: &Name, hidden: Hidden<'a>) {
        if let Some(facts) = hidden {
            self.names.insert(name.text.clone(), facts);
        } else {
            self.names.shift_remove(&name.text);
        }
    }
}

/// The value of a constant INTEGER.
pub(in crate::resolve) fn integer_constant(expr: &Expr) -> Option<i64> {
    match as_constant(expr) {
        Some(Constant::Integer(_, value)) => Some(*value),
        _ => None,
    }
}
