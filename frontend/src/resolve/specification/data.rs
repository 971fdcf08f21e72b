//! Initial values: DATA statements, and initial values in type declarations.

use super::settle::constant_extent;
use crate::resolve::constants::constant_of_type;
use crate::resolve::constants::fold::fitted;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::specification::outside_blocks;
use crate::resolved::{CharacterLength, Initial, Storage, SymbolClass, SymbolId};
use crate::source::Span;
use crate::tree::{self, DataObject, DataSet, DataValue, ExprKind, Initializer, StatementKind};
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, Type};
use indexmap::IndexMap;

/// How deep implied DOs may nest.
const MAX_IMPLIED_DEPTH: usize = 20;

/// How many elements one DATA statement may name one by one.
const MAX_STEPS: u64 = 10_000_000;

/// The initial values found so far, in the order of the statements.
type Runs = IndexMap<SymbolId, Vec<(Initial, Span)>>;

/// A value of DATA.
#[derive(Clone)]
enum InitialValue {
    /// One that has a type.
    Value(Constant),
    /// One that takes the type of the variable.
    Typeless(tree::Expr),
}

/// The values of a DATA statement that no object has taken yet.
struct Values {
    /// Count, value and place; in reverse order.
    left: Vec<(u64, InitialValue, Span)>,
    /// Steps of implied DOs that are still allowed.
    steps: u64,
}

impl Values {
    /// Takes up to `most` equal values.
    fn take(&mut self, most: u64) -> Option<(u64, InitialValue, Span)> {
        while self.left.last().is_some_and(|(count, ..)| *count == 0) {
            self.left.pop();
        }
        let (count, value, span) = self.left.last_mut()?;
        let taken = most.min(*count);
        *count -= taken;
        Some((taken, value.clone(), *span))
    }
}

impl<'a> Scope<'a> {
    /// Applies all initial values of the unit.
    pub fn apply_initial_values(&mut self) {
        let statements: &'a [tree::Statement] = &self.tree.statements;
        self.apply_initial_values_of(outside_blocks(statements));
    }

    /// Applies the initial values of some statements.
    pub fn apply_initial_values_of(&mut self, statements: impl Iterator<Item = &'a tree::Statement>) {
        let mut runs = Runs::new();
        for statement in statements {
            // Each error has been reported; the other statements still count.
            match &statement.kind {
                StatementKind::Data(sets) => {
                    for set in sets {
                        let _ = self.apply_data_set(set, &mut runs);
                    }
                }
                StatementKind::TypeDeclaration { attributes, entities, .. }
                    if !attributes.contains(&tree::Attribute::Parameter) =>
                {
                    for entity in entities {
                        let _ = self.apply_initializer(entity, &mut runs);
                    }
                }
                _ => {}
            }
        }
        for (symbol, runs) in runs {
            if let Some((_, span)) = runs.first()
                && self.refuse_value_outside_common(symbol, *span).is_err()
            {
                continue;
            }
            self.store_runs(symbol, runs);
        }
    }

    fn apply_initializer(&mut self, entity: &tree::EntityDeclaration, runs: &mut Runs) -> Outcome<()> {
        let name = &entity.name;
        let mut values = match &entity.initial {
            None => return Ok(()),
            Some(Initializer::Target(target)) => {
                return Err(self.error("E0952", target.span, "a pointer's initial target is not supported here yet"));
            }
            Some(Initializer::Data(values)) => self.data_values(values)?,
            Some(Initializer::Value(value)) => self.initializer_values(value, &name.text)?,
        };
        self.initialize_whole(&name.text, name.span, &mut values, runs)?;
        if matches!(entity.initial, Some(Initializer::Data(_))) { self.check_no_values_left(values) } else { Ok(()) }
    }

    /// The values of an initializer: one is for every element of an array.
    fn initializer_values(&mut self, value: &tree::Expr, name: &str) -> Outcome<Values> {
        if let ExprKind::Hollerith(_) | ExprKind::Bits(..) = value.kind {
            return Ok(Values { left: vec![(u64::MAX, InitialValue::Typeless(value.clone()), value.span)], steps: 0 });
        }
        let given = self.constant_value(value)?;
        if given.extents.is_empty() {
            let value_of = |constant| (u64::MAX, InitialValue::Value(constant), value.span);
            let left = given.elements.into_iter().map(value_of).collect();
            return Ok(Values { left, steps: 0 });
        }
        let variable = self.names.get(name).and_then(|facts| self.variable(facts.symbol));
        let shape = variable.and_then(|variable| variable.shape.as_ref());
        let extents: Option<Vec<u64>> = shape.and_then(|shape| {
            shape.iter().map(|one| constant_extent(one).map(|(_, extent)| extent.unsigned_abs())).collect()
        });
        if extents != Some(given.extents) {
            let message = "the initial value does not have the shape of the variable";
            return Err(self.error("E0280", value.span, message));
        }
        let left =
            given.elements.into_iter().rev().map(|constant| (1, InitialValue::Value(constant), value.span)).collect();
        Ok(Values { left, steps: 0 })
    }

    fn apply_data_set(&mut self, set: &DataSet, runs: &mut Runs) -> Outcome<()> {
        let mut values = self.data_values(&set.values)?;
        for object in &set.objects {
            self.apply_data_object(object, &mut values, runs, 0)?;
        }
        self.check_no_values_left(values)
    }

    fn check_no_values_left(&mut self, mut values: Values) -> Outcome<()> {
        match values.take(1) {
            Some((_, _, span)) => Err(self.error("E0209", span, "DATA has more values than elements to initialise")),
            None => Ok(()),
        }
    }

    /// The values of a DATA statement with their repeat counts.
    fn data_values(&mut self, values: &[DataValue]) -> Outcome<Values> {
        let mut left = Vec::with_capacity(values.len());
        for value in values {
            let count = match &value.repeat {
                None => 1,
                Some(repeat) => {
                    let count = self.constant_integer(repeat)?;
                    let negative = |_| {
                        self.error_with_help(
                            "E0209",
                            repeat.span,
                            "a repeat count is not negative",
                            "use a count of 0 or more",
                        )
                    };
                    u64::try_from(count).map_err(negative)?
                }
            };
            left.push((count, self.data_constant(&value.value)?, value.value.span));
        }
        left.reverse();
        Ok(Values { left, steps: MAX_STEPS })
    }

    /// A value of DATA, which may be a constant without a type.
    fn data_constant(&mut self, value: &tree::Expr) -> Outcome<InitialValue> {
        match &value.kind {
            ExprKind::Hollerith(text) => Ok(InitialValue::Value(Constant::Character(bytes::encode(text)))),
            ExprKind::Bits(..) => Ok(InitialValue::Typeless(value.clone())),
            _ => self.constant_expression(value).map(InitialValue::Value),
        }
    }

    /// A value of DATA as one of the variable's type.
    fn value_given(&mut self, given: &InitialValue, ty: Type, place: Span) -> Outcome<Constant> {
        match given {
            InitialValue::Typeless(value) => self.constant_given(value, ty),
            InitialValue::Value(Constant::Character(text)) if ty != Type::Character => {
                self.constant_of_text(text, ty, place)
            }
            InitialValue::Value(value) => constant_of_type(self, value, ty, place),
        }
    }

    fn apply_data_object(
        &mut self,
        object: &DataObject,
        values: &mut Values,
        runs: &mut Runs,
        depth: usize,
    ) -> Outcome<()> {
        match object {
            DataObject::Variable(expr) => match &expr.kind {
                ExprKind::Name(name) => self.initialize_whole(name, expr.span, values, runs),
                ExprKind::Reference(name, subscripts) if is_section(subscripts) && self.is_array(&name.text) => {
                    self.initialize_section(name, subscripts, expr.span, values, runs)
                }
                ExprKind::Substring(..) => self.initialize_substring(expr, values, runs),
                ExprKind::Reference(_, subscripts) if only_range(subscripts).is_some() => {
                    self.initialize_substring(expr, values, runs)
                }
                ExprKind::Reference(name, subscripts) => {
                    let symbol = self.initialized_variable(&name.text, name.span)?;
                    let element = self.element_index(symbol, subscripts, expr.span)?;
                    self.initialize(symbol, element, 1, expr.span, values, runs)
                }
                _ => Err(self.error("E0209", expr.span, "DATA initialises variables and array elements only")),
            },
            DataObject::ImpliedDo(implied) if depth >= MAX_IMPLIED_DEPTH => {
                Err(self.error("E0209", implied.span, "implied DOs are nested too deeply"))
            }
            DataObject::ImpliedDo(implied) => self.apply_implied_do(implied, values, runs, depth),
        }
    }

    fn apply_implied_do(
        &mut self,
        implied: &tree::ImpliedDo,
        values: &mut Values,
        runs: &mut Runs,
        depth: usize,
    ) -> Outcome<()> {
        let count = &implied.count;
        let (first, last) = (self.constant_integer(&count.first)?, self.constant_integer(&count.last)?);
        let step = count.step.as_ref().map_or(Ok(1), |step| self.constant_integer(step))?;
        if step == 0 {
            return Err(self.error_with_help(
                "E0209",
                implied.span,
                "the increment of an implied DO is zero",
                "use an increment that is not zero",
            ));
        }
        let mut value = first;
        while if step > 0 { value <= last } else { value >= last } {
            if values.steps == 0 {
                return Err(self.error("E0209", implied.span, format!("DATA names more than {MAX_STEPS} elements")));
            }
            values.steps -= 1;
            self.implied.push((count.variable.text.to_string(), value));
            let result =
                implied.objects.iter().try_for_each(|object| self.apply_data_object(object, values, runs, depth + 1));
            self.implied.pop();
            result?;
            let Some(next) = value.checked_add(step) else { break };
            value = next;
        }
        Ok(())
    }

    /// Initialises a scalar or a whole array.
    fn initialize_whole(&mut self, name: &str, span: Span, values: &mut Values, runs: &mut Runs) -> Outcome<()> {
        let symbol = self.initialized_variable(name, span)?;
        let shape = self.variable(symbol).and_then(|variable| variable.shape.as_ref());
        let count = shape.map_or(1, |shape| {
            let extents = shape.iter().map(|dimension| constant_extent(dimension).map_or(0, |(_, extent)| extent));
            extents.product::<i64>().unsigned_abs()
        });
        self.initialize(symbol, 0, count, span, values, runs)
    }

    /// Initialises the elements of a section in array element order.
    fn initialize_section(
        &mut self,
        name: &tree::Name,
        subscripts: &[tree::Argument],
        span: Span,
        values: &mut Values,
        runs: &mut Runs,
    ) -> Outcome<()> {
        let symbol = self.initialized_variable(&name.text, name.span)?;
        let mut places = self.section_places(symbol, subscripts, span)?;
        // Elements side by side are one run.
        let mut run = 1;
        if let Some(first) = places.first_mut().filter(|first| first.step == 1) {
            (run, first.count) = (first.count, first.count.min(1));
        }
        let count = places.iter().fold(1u64, |count, along| count.saturating_mul(along.count));
        if count > values.steps {
            return Err(self.error("E0209", span, format!("DATA names more than {MAX_STEPS} elements")));
        }
        values.steps -= count;
        for index in 0..count {
            let (mut rest, mut element) = (index, 0_i64);
            for along in &places {
                element += along.first + (rest % along.count) as i64 * along.step;
                rest /= along.count;
            }
            self.initialize(symbol, element.unsigned_abs(), run, span, values, runs)?;
        }
        Ok(())
    }

    /// The symbol of a variable that may have an initial value.
    pub(super) fn initialized_variable(&mut self, name: &str, span: Span) -> Outcome<SymbolId> {
        let symbol = self.symbol_of_name(name, span)?;
        let what = match &self.symbols[symbol].class {
            SymbolClass::Variable(_) if self.is_constant_array(name) => "a named constant",
            SymbolClass::Variable(variable) => match variable.storage {
                Storage::Local | Storage::Static | Storage::Area => return Ok(symbol),
                Storage::Dummy => "a dummy argument",
                Storage::Result => "a function result",
            },
            SymbolClass::NamedConstant(_) => "a named constant",
            SymbolClass::External { .. } | SymbolClass::Intrinsic | SymbolClass::StatementFunction => "a procedure",
        };
        let message = format!("`{}` is {what} and can't have an initial value", name.to_uppercase());
        Err(self.error_with_help("E0210", span, message, "remove the value"))
    }

    /// Gives `count` elements the next values.
    fn initialize(
        &mut self,
        symbol: SymbolId,
        mut first: u64,
        count: u64,
        span: Span,
        values: &mut Values,
        runs: &mut Runs,
    ) -> Outcome<()> {
        let Some(ty) = self.variable(symbol).map(|variable| variable.ty) else { return Err(self.reported_before()) };
        let end = first + count;
        while first < end {
            let Some((count, value, place)) = values.take(end - first) else {
                return Err(self.error("E0209", span, "DATA has fewer values than elements to initialise"));
            };
            let value = match (&value, ty) {
                (InitialValue::Value(Constant::Logical(value)), Type::Integer(kind)) if self.holds_logical(symbol) => {
                    Constant::Integer(kind, i64::from(*value))
                }
                _ => self.value_given(&value, ty, place)?,
            };
            let run = match (value, &self.symbols[symbol].length) {
                (Constant::Character(text), Some(CharacterLength::Constant(length))) => {
                    let value = Constant::Character(fitted(&text, *length as usize));
                    Initial { first: first * length, count: count * length, value }
                }
                (value, _) => Initial { first, count, value },
            };
            runs.entry(symbol).or_default().push((run, span));
            first += count;
        }
        Ok(())
    }

    /// Gives some characters of a variable or element the next value.
    fn initialize_substring(&mut self, expr: &tree::Expr, values: &mut Values, runs: &mut Runs) -> Outcome<()> {
        let (symbol, first, length) = self.constant_substring(expr)?;
        let Some((_, value, place)) = values.take(1) else {
            return Err(self.error("E0209", expr.span, "DATA has fewer values than elements to initialise"));
        };
        let value = self.value_given(&value, Type::Character, place)?;
        if let (Constant::Character(text), 1..) = (value, length) {
            let value = Constant::Character(fitted(&text, length as usize));
            runs.entry(symbol).or_default().push((Initial { first, count: length, value }, expr.span));
        }
        Ok(())
    }
}

/// True if one of the subscripts is a range.
fn is_section(subscripts: &[tree::Argument]) -> bool {
    subscripts.iter().any(|subscript| matches!(subscript.value.kind, ExprKind::Range(_)))
}
