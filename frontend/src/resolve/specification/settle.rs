//! Settling the specification part: classes, types, storage and shapes of all names it speaks of.

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::one;
use crate::resolve::scope::facts::{Facts, Mode};
use crate::resolve::scope::{Outcome, Scope, local_variable};
use crate::resolved::{
    AreaPlace, ArrayForm, Dimension, Expr, ExprKind, Storage, SymbolClass, SymbolId, UnitKind, Variable,
};
use crate::source::Span;
use crate::tree::{self, Step, Word, finds};
use forlane_semantics::module_area;
use forlane_semantics::types::{Constant, Type};

/// The greatest number of dimensions.
pub(crate) const MAX_RANK: usize = 15;

/// The greatest number of elements of an array.
const MAX_ELEMENTS: i128 = i32::MAX as i128;

impl<'a> Scope<'a> {
    /// Gives every name its class, then every array its shape, then places what shares storage, then
    /// applies DATA and initial values.
    pub fn settle_specifications(&mut self) {
        self.declare_listed();
        // Settling adds no names, so the positions hold.
        for index in 0..self.names.len() {
            let Some((name, facts)) = self.names.get_index(index) else { break };
            if facts.origin.is_some() {
                continue;
            }
            let (name, symbol) = (name.clone(), facts.symbol);
            let span = self.symbols[symbol].span;
            // What is wrong has been reported.
            let _ = self.settle_name(&name, span);
        }
        self.settle_lengths(false);
        self.find_late_arrays();
        // The bounds of some arrays are elements of others, which come first.
        for of_elements in [false, true] {
            for index in 0..self.names.len() {
                let Some((
                    name,
                    Facts { dimensions: Some((dimensions, _)), reported: false, origin: None, constant, .. },
                )) = self.names.get_index(index)
                else {
                    continue;
                };
                // Named constants have theirs already.
                if constant.is_some() {
                    continue;
                }
                let (name, dimensions): (Word, &'a [tree::DimensionSpec]) = (name.clone(), dimensions);
                if !self.late_arrays.contains(&name) && self.has_element(dimensions) == of_elements {
                    self.settle_shape(&name, dimensions, self.bound_mode(&name));
                }
            }
        }
        self.settle_lengths(true);
        self.associate_storage();
        self.apply_initial_values();
        self.mode = Mode::Executable;
    }

    /// Declares what only PUBLIC and PRIVATE name, as a variable of its implied type: old modules list COMMON blocks
    /// so.
    fn declare_listed(&mut self) {
        let listed: Vec<&'a str> = self.listed_access.keys().copied().collect();
        for name in listed {
            let is_new = !self.names.contains_key(name) && self.find_outside(name).is_none();
            if is_new && self.kind == UnitKind::Module && self.implicit.of(name).is_some() {
                self.facts(name, self.name_span);
            }
        }
    }

    /// Gives a name the class that its facts say.
    pub(in crate::resolve) fn settle_name(&mut self, name: &str, span: Span) -> Outcome<()> {
        let facts = self.facts(name, span);
        if facts.reported {
            // The unit fails when it is reached; what was declared by a statement that was refused is an argument, or
            // the result, all the same.
            let (symbol, storage) = (facts.symbol, facts.dummy.map(|_| Storage::Dummy));
            let storage = storage.or(facts.result.then_some(Storage::Result));
            if let (Some(storage), SymbolClass::Variable(variable)) = (storage, &mut self.symbols[symbol].class) {
                variable.storage = storage;
            }
            return Err(self.reported_before());
        }
        let (symbol, dummy, result, saved) = (facts.symbol, facts.dummy, facts.result, facts.save);
        let (declared, is_parameter) = (facts.ty.map(|(ty, _)| ty), facts.parameter.is_some());
        let (is_target, intent) = (facts.is_target, facts.intent);
        let (is_external, is_intrinsic) = (facts.external.is_some(), facts.intrinsic.is_some());
        facts.settled = true;
        if is_parameter || self.statement_functions.contains_key(name) {
            return Ok(());
        }
        self.settle_length(name, symbol);
        if is_external {
            if self.symbols[symbol].unit.is_none() {
                self.symbols[symbol].class = SymbolClass::External { result: declared };
            }
            return Ok(());
        }
        if is_intrinsic {
            self.symbols[symbol].class = SymbolClass::Intrinsic;
            return Ok(());
        }
        let ty = self.type_of_name(name, span)?;
        let is_scalar_allocatable =
            self.names.get(name).is_some_and(|facts| facts.allocatable.is_some() && facts.dimensions.is_none());
        let form = if is_scalar_allocatable { ArrayForm::Allocatable } else { ArrayForm::Explicit };
        let storage = match () {
            () if dummy.is_some() => Storage::Dummy,
            () if result => Storage::Result,
            () if self.kind == UnitKind::Module => {
                let variable = Variable { form, is_target, ..self.module_variable(name, ty) };
                self.symbols[symbol].class = SymbolClass::Variable(variable);
                return Ok(());
            }
            () if saved.is_some() || self.save_all.is_some() => Storage::Static,
            () => Storage::Local,
        };
        let variable = Variable { storage, form, intent, is_target, ..local_variable(ty) };
        self.symbols[symbol].class = SymbolClass::Variable(variable);
        Ok(())
    }

    /// A variable of this module, in an area of its own.
    fn module_variable(&self, name: &str, ty: Type) -> Variable {
        let place = AreaPlace { area: module_area(&self.unit, name), offset: 0 };
        Variable { storage: Storage::Area, area: Some(place), ..local_variable(ty) }
    }

    /// The symbol of a name, which becomes a variable of its implied type if it is new.
    pub fn symbol_of_name(&mut self, name: &str, span: Span) -> Outcome<SymbolId> {
        let is_own_name = self.is_own_name(name);
        let facts = self.facts(name, span);
        let symbol = facts.symbol;
        match (facts.reported, facts.settled) {
            (true, _) => Err(self.reported_before()),
            (false, true) => Ok(symbol),
            (false, false) if is_own_name => {
                facts.reported = true;
                let message = format!("`{}` is the name of this program unit", name.to_uppercase());
                let error = Diagnostic::error("E0203", span, message).with_related(self.name_span, "named here");
                Err(self.report(error))
            }
            (false, false) => {
                self.settle_name(name, span)?;
                Ok(symbol)
            }
        }
    }

    /// Whether these bounds name an array: for an element of it, or to ask about its bounds.
    fn has_element(&self, specs: &[tree::DimensionSpec]) -> bool {
        self.mentions_array(specs.iter().flat_map(|spec| spec.lower.iter().chain(&spec.upper)))
    }

    /// Which names the bounds of an array in the unit's own specification part may use.
    pub(in crate::resolve) fn bound_mode(&self, name: &str) -> Mode {
        let is_dummy = self.names.get(name).is_some_and(|facts| facts.dummy.is_some());
        match self.kind {
            UnitKind::Program | UnitKind::BlockData if !is_dummy => Mode::Constant,
            _ => Mode::Bound,
        }
    }

    /// Gives an array its shape before the specification part is complete, because a constant there depends on it. What
    /// later statements say is added when all names are settled.
    pub(in crate::resolve) fn settle_shape_early(&mut self, name: &str, span: Span) -> Outcome<()> {
        let Some(Facts {
            symbol,
            dimensions: Some((dimensions, _)),
            origin: None,
            constant: None,
            is_settling_shape,
            ..
        }) = self.names.get(name)
        else {
            return Ok(());
        };
        let is_settling_shape = *is_settling_shape;
        let (symbol, dimensions): (SymbolId, &'a [tree::DimensionSpec]) = (*symbol, dimensions);
        if is_settling_shape {
            let message = format!("the bounds of `{}` depend on themselves", name.to_uppercase());
            return Err(self.error("E0208", span, message));
        }
        if self.variable(symbol).is_none_or(|variable| variable.shape.is_some()) {
            return Ok(());
        }
        self.settle_name(name, span)?;
        let mode = self.mode;
        self.settle_shape(name, dimensions, self.bound_mode(name));
        self.mode = mode;
        Ok(())
    }

    /// Gives an array its shape; its bounds are resolved in that mode.
    pub(in crate::resolve) fn settle_shape(&mut self, name: &str, specs: &[tree::DimensionSpec], mode: Mode) {
        let Some(facts) = self.names.get_mut(name) else { return };
        facts.is_settling_shape = true;
        let (symbol, is_dummy, allocatable) = (facts.symbol, facts.dummy.is_some(), facts.allocatable);
        let form = self.array_form(name, specs, is_dummy, allocatable.is_some());
        let shape = form.and_then(|form| {
            self.mode = mode;
            let shape = self.resolve_shape(specs, is_dummy, form)?;
            self.check_size(&shape, specs)?;
            Ok((shape, form))
        });
        if let Some(facts) = self.names.get_mut(name) {
            facts.is_settling_shape = false;
        }
        match (shape, &mut self.symbols[symbol].class) {
            (Ok((shape, form)), SymbolClass::Variable(variable)) => {
                variable.shape = Some(shape);
                variable.form = form;
            }
            (Err(_), _) => {
                if let Some(facts) = self.names.get_mut(name) {
                    facts.reported = true;
                }
            }
            (Ok(_), _) => {
                let error = format!("`{}` has dimensions, but is not a variable", name.to_uppercase());
                self.error("E0202", self.symbols[symbol].span, error);
            }
        }
    }

    /// Where an array's extents come from.
    fn array_form(
        &mut self,
        name: &str,
        specs: &[tree::DimensionSpec],
        is_dummy: bool,
        is_allocatable: bool,
    ) -> Outcome<ArrayForm> {
        let open = specs.iter().filter(|spec| spec.is_open).count();
        let shown = name.to_uppercase();
        let place = specs.first().map_or_else(Span::default, |spec| spec.span);
        if specs.iter().any(tree::DimensionSpec::assumes_rank) {
            return Err(self.error("E0208", place, "`..` is for all dimensions of a dummy argument alone"));
        }
        match (is_allocatable, open == specs.len(), is_dummy) {
            (true, true, _) => Ok(ArrayForm::Allocatable),
            (true, false, _) => Err(self.error(
                "E0208",
                place,
                format!("the ALLOCATABLE array `{shown}` is declared with `:` for each dimension"),
            )),
            (false, true, true) => Ok(ArrayForm::Assumed),
            (false, _, _) if open > 0 => {
                let message = "only a dummy argument or an ALLOCATABLE array is declared with `:`, for each dimension";
                Err(self.error("E0208", place, message))
            }
            (false, ..) => Ok(ArrayForm::Explicit),
        }
    }

    fn resolve_shape(
        &mut self,
        specs: &[tree::DimensionSpec],
        is_dummy: bool,
        form: ArrayForm,
    ) -> Outcome<Vec<Dimension>> {
        if let Some(spec) = specs.get(MAX_RANK) {
            return Err(self.error("E0208", spec.span, format!("an array has at most {MAX_RANK} dimensions")));
        }
        let last = specs.len().saturating_sub(1);
        let mut shape = Vec::with_capacity(specs.len());
        for (index, spec) in specs.iter().enumerate() {
            let lower = match &spec.lower {
                Some(lower) => self.resolve_bound(lower)?,
                None => one(spec.span),
            };
            let upper = match &spec.upper {
                Some(upper) => Some(self.resolve_bound(upper)?),
                None if form != ArrayForm::Explicit || is_dummy && index == last => None,
                None => {
                    let message = "only the last dimension of a dummy argument may be `*`";
                    return Err(self.error("E0208", spec.span, message));
                }
            };
            // Old code writes (1) for what became (*).
            let is_old_star = is_dummy && index == last && is_one(&lower) && upper.as_ref().is_some_and(is_one);
            shape.push(Dimension { lower, upper: if is_old_star { None } else { upper } });
        }
        Ok(shape)
    }

    fn resolve_bound(&mut self, bound: &tree::Expr) -> Outcome<Expr> {
        let expr = self.resolve_expression(bound)?;
        match expr.ty {
            Type::Integer(_) if as_constant(&expr).is_some() => Ok(expr),
            Type::Integer(_) => Ok(self.reduced_bound(bound).unwrap_or(expr)),
            ty => {
                let message = format!("the bound of an array is INTEGER, not {}", ty.name());
                Err(self.error("E0208", bound.span, message))
            }
        }
    }

    /// The value of a bound that refers to functions of constant arrays, as `SUM(SIZES)` is.
    fn reduced_bound(&mut self, bound: &tree::Expr) -> Option<Expr> {
        let is_reference = &mut |expr: &tree::Expr| match expr.kind {
            tree::ExprKind::Reference(..) => Step::Found,
            _ => Step::Inside,
        };
        if !finds([bound], is_reference) {
            return None;
        }
        let reported = self.diagnostics.len();
        let value = self.constant_expression(bound);
        self.diagnostics.truncate(reported);
        let value = value.ok()?;
        let ty = value.ty();
        Some(Expr::new(ExprKind::Constant(value), ty, bound.span))
    }

    /// Reports an array that is too large to be counted.
    fn check_size(&mut self, shape: &[Dimension], specs: &[tree::DimensionSpec]) -> Outcome<()> {
        let mut elements: i128 = 1;
        for (dimension, spec) in shape.iter().zip(specs) {
            let Some((_, extent)) = constant_extent(dimension) else { continue };
            elements = elements.saturating_mul(i128::from(extent));
            if elements > MAX_ELEMENTS {
                return Err(self.error("E0208", spec.span, "the array has more than 2147483647 elements"));
            }
        }
        Ok(())
    }
}

fn is_one(bound: &Expr) -> bool {
    matches!(as_constant(bound), Some(Constant::Integer(_, 1)))
}

/// Lower bound and number of elements of a dimension with constant bounds.
pub(crate) fn constant_extent(dimension: &Dimension) -> Option<(i64, i64)> {
    let lower = as_constant(&dimension.lower);
    let upper = dimension.upper.as_ref().and_then(as_constant);
    match (lower, upper) {
        (Some(Constant::Integer(_, lower)), Some(Constant::Integer(_, upper))) => {
            Some((*lower, upper.saturating_sub(*lower).saturating_add(1).max(0)))
        }
        _ => None,
    }
}
