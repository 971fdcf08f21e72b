//! Named constants that are arrays: `PARAMETER` of a name with dimensions.
//!
//! Such a name is a static variable with initial values that nothing may assign, so that its elements can be read with
//! any subscripts; building makes constant storage of it, which all lanes share. Its elements are kept for constant
//! expressions too. A scope that takes the name from a module or a host has a copy.

use super::initial_runs::is_same;
use super::settle::MAX_RANK;
use crate::diagnostics::Diagnostic;
use crate::resolve::constants::constant_of_type;
use crate::resolve::constants::constant_values::MAX_CONSTANT_ELEMENTS;
use crate::resolve::constants::fold::fitted;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::facts::DeclaredLength;
use crate::resolve::scope::facts::{ConstantArray, ConstantValue};
use crate::resolve::scope::{Outcome, Reported, Scope, local_variable};
use crate::resolved::{CharacterLength, Dimension, Initial, Storage, SymbolClass, Variable};
use crate::source::Span;
use crate::tree::{self, DimensionSpec, Name};
use forlane_semantics::types::{Constant, IntegerKind, Type};
use std::rc::Rc;

impl Scope<'_> {
    /// Gives a name with dimensions the value that PARAMETER says.
    pub fn declare_constant_array(&mut self, name: &Name, specs: &[DimensionSpec], value: &tree::Expr) -> Outcome<()> {
        let ty = self.type_of_name(&name.text, name.span)?;
        self.announce_shape(name, specs, ty)?;
        let given = self.constant_value(value)?;
        let (lower, extents) = self.constant_shape(specs, &given, value.span)?;
        let count = extents.iter().try_fold(1u64, |count, extent| count.checked_mul(*extent));
        let Some(count) = count.filter(|count| *count <= MAX_CONSTANT_ELEMENTS) else {
            let message = format!("a named constant has at most {MAX_CONSTANT_ELEMENTS} elements");
            return Err(self.error("E0208", name.span, message));
        };
        let elements = match given.extents.is_empty() {
            true => std::iter::repeat_n(given.elements, count as usize).flatten().collect(),
            false if given.extents == extents => given.elements,
            false => {
                let message = "the value does not have the shape of the named constant";
                return Err(self.error_with_help("E0280", value.span, message, "give a value of that shape"));
            }
        };
        let elements: Outcome<Vec<Constant>> =
            elements.iter().map(|element| constant_of_type(self, element, ty, value.span)).collect();
        let (elements, length) = self.fit_elements(elements?, &name.text);
        let (variable, array) = constant_array(ty, lower, extents, (elements, length), name.span);
        let array = Rc::new(array);
        let facts = self.facts(&name.text, name.span);
        let symbol = facts.symbol;
        facts.constant = Some(Rc::clone(&array));
        if let Some(length) = length {
            facts.length = Some(DeclaredLength::Constant(length));
        }
        self.constant_arrays.insert(symbol, array);
        self.symbols[symbol].class = SymbolClass::Variable(variable);
        self.symbols[symbol].length = length.map(CharacterLength::Constant);
        Ok(())
    }

    /// Gives the name the shape that is declared before its value is known, which may use it: `[(I, I = 1,
    /// SIZE(P))]`.
    fn announce_shape(&mut self, name: &Name, specs: &[DimensionSpec], ty: Type) -> Outcome<()> {
        if specs.len() > MAX_RANK || specs.iter().any(|spec| spec.upper.is_none()) {
            return Ok(());
        }
        let nothing = ConstantValue { extents: Vec::new(), elements: Vec::new() };
        let (lower, extents) = self.constant_shape(specs, &nothing, name.span)?;
        let shape = lower.iter().zip(&extents).map(|(lower, extent)| dimension(*lower, *extent, name.span)).collect();
        let symbol = self.facts(&name.text, name.span).symbol;
        self.symbols[symbol].class = SymbolClass::Variable(Variable { shape: Some(shape), ..local_variable(ty) });
        Ok(())
    }

    /// Lower bounds and extents; those of `*` are the value's.
    fn constant_shape(
        &mut self,
        specs: &[DimensionSpec],
        value: &ConstantValue,
        place: Span,
    ) -> Outcome<(Vec<i64>, Vec<u64>)> {
        if let Some(spec) = specs.get(MAX_RANK) {
            return Err(self.error("E0208", spec.span, format!("an array has at most {MAX_RANK} dimensions")));
        }
        let is_implied = specs.iter().any(|spec| spec.upper.is_none());
        if is_implied && value.extents.len() != specs.len() {
            return Err(self.error_with_help(
                "E0280",
                place,
                "the value does not have the rank of the named constant",
                "give a value of that rank",
            ));
        }
        let (mut lower, mut extents) = (Vec::with_capacity(specs.len()), Vec::with_capacity(specs.len()));
        for (at, spec) in specs.iter().enumerate() {
            let first = spec.lower.as_ref().map_or(Ok(1), |lower| self.constant_integer(lower))?;
            let extent = match &spec.upper {
                Some(upper) => {
                    let extent = self.constant_integer(upper)?.saturating_sub(first).saturating_add(1);
                    u64::try_from(extent).unwrap_or(0)
                }
                None if spec.is_open => {
                    let message = "a named constant takes the extent of its value by `*`, not by `:`";
                    return Err(self.error("E0208", spec.span, message));
                }
                None => value.extents.get(at).copied().unwrap_or(0),
            };
            lower.push(first);
            extents.push(extent);
        }
        Ok((lower, extents))
    }

    /// The elements of CHARACTER with the length that is declared, or that of the first where it is `*`.
    fn fit_elements(&self, elements: Vec<Constant>, name: &str) -> (Vec<Constant>, Option<u64>) {
        let length = match elements.first() {
            Some(Constant::Character(first)) => self.constant_length(name).unwrap_or(first.len() as u64),
            _ => return (elements, self.constant_length(name)),
        };
        let fit = |element| match element {
            Constant::Character(text) => Constant::Character(fitted(&text, length as usize)),
            other => other,
        };
        (elements.into_iter().map(fit).collect(), Some(length))
    }

    /// Reports an assignment to a named constant that is an array.
    pub fn check_not_constant(&mut self, name: &str, span: Span) -> Outcome<()> {
        let Some(facts) = self.names.get(name).filter(|facts| facts.constant.is_some()) else { return Ok(()) };
        let place = self.symbols[facts.symbol].span;
        let message = format!("`{}` is a named constant and can't be assigned to", name.to_uppercase());
        Err::<(), Reported>(
            self.report(Diagnostic::error("E0210", span, message).with_related(place, "it is first here")),
        )
    }

    /// True if the name is a named constant that is an array.
    pub fn is_constant_array(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| facts.constant.is_some())
    }
}

/// An array that PARAMETER names: the variable that it is, and its elements for constant expressions. Those of
/// CHARACTER have the length given.
pub(in crate::resolve) fn constant_array(
    ty: Type,
    lower: Vec<i64>,
    extents: Vec<u64>,
    (elements, length): (Vec<Constant>, Option<u64>),
    span: Span,
) -> (Variable, ConstantArray) {
    let shape = lower.iter().zip(&extents).map(|(lower, extent)| dimension(*lower, *extent, span)).collect();
    let initial = runs(&elements, length);
    let variable = Variable { storage: Storage::Static, shape: Some(shape), initial, ..local_variable(ty) };
    (variable, ConstantArray { lower, value: ConstantValue { extents, elements } })
}

fn dimension(lower: i64, extent: u64, span: Span) -> Dimension {
    let upper = lower.saturating_add_unsigned(extent).saturating_sub(1);
    let kind =
        if IntegerKind::I4.holds(lower) && IntegerKind::I4.holds(upper) { IntegerKind::I4 } else { IntegerKind::I8 };
    let bound = |value| constant_expr(Constant::Integer(kind, value), span);
    Dimension { lower: bound(lower), upper: Some(bound(upper)) }
}

/// The elements as runs; those of CHARACTER count characters.
fn runs(elements: &[Constant], length: Option<u64>) -> Vec<Initial> {
    let width = elements.first().map_or(1, |first| match first.ty() {
        Type::Character => length.unwrap_or(1),
        _ => 1,
    });
    let mut runs: Vec<Initial> = Vec::new();
    for (at, value) in elements.iter().enumerate().filter(|_| width > 0) {
        match runs.last_mut() {
            Some(last) if is_same(&last.value, value) => last.count += width,
            _ => runs.push(Initial { first: at as u64 * width, count: width, value: value.clone() }),
        }
    }
    runs
}
