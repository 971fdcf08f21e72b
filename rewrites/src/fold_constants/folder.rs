//! Folds expressions: from the operands up, what has constant operands becomes a constant.

use forlane_cfg::{
    Argument, ArrayAssignment, CharacterExpr, CharacterPart, Constant, ElementStore, Expr, IndexRange, IntegerExpr,
    LogicalExpr, Place, RealExpr, Section, Storage, Unit, ValueId, VarId, fold,
};
use forlane_interpreter::constant_value;
use std::collections::HashMap;

/// Scalars that are known to have a value wherever they are read.
pub(crate) type Known = HashMap<VarId, Constant>;

/// The most bytes of a constant range that is put in its place.
const MOST_BYTES: i64 = 64;

/// Folds the expressions of a unit.
pub(crate) struct Folder<'u> {
    unit: &'u Unit,
    known: Known,
    /// Values of SSA form that are known.
    values: Option<&'u HashMap<ValueId, Constant>>,
}

impl<'u> Folder<'u> {
    /// For expressions of a unit, in which these variables are known beside its constants.
    pub fn new(unit: &'u Unit, known: Known) -> Folder<'u> {
        Folder { unit, known, values: None }
    }

    /// For expressions in which these values are known beside the unit's constants.
    pub fn of_values(unit: &'u Unit, values: &'u HashMap<ValueId, Constant>) -> Folder<'u> {
        Folder { unit, known: Known::new(), values: Some(values) }
    }

    /// The unit whose expressions it folds.
    pub fn unit(&self) -> &'u Unit {
        self.unit
    }

    /// The variables that are known.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// From here on a variable has a value.
    pub fn learn(&mut self, var: VarId, value: Constant) {
        if is_followed(self.unit, var) && value.ty() == self.unit.vars[var].ty {
            self.known.insert(var, value);
        }
    }

    /// From here on a variable is not known.
    pub fn forget(&mut self, var: VarId) {
        self.known.remove(&var);
    }

    /// Whether a place is of a constant, or of a variable that is known.
    pub fn may_know(&self, place: &Place) -> bool {
        let is_known = |var| self.known.contains_key(&var) || self.unit.vars[var].storage == Storage::Constant;
        place.var().is_some_and(is_known)
    }

    /// The value of a variable or an element.
    fn place(&self, place: &Place) -> Option<Expr> {
        let (var, index) = match place {
            Place::Variable(var) => (*var, 0),
            Place::Element(array, offset) => match **offset {
                IntegerExpr::Constant(_, offset) => (*array, u64::try_from(offset).ok()?),
                _ => return None,
            },
            Place::Value(value) => return Expr::constant(self.values?.get(value)?),
            Place::Section(_) => return None,
        };
        if let Some(value) = self.known.get(&var) {
            return Expr::constant(value);
        }
        let about = &self.unit.vars[var];
        if about.storage != Storage::Constant || index >= about.element_count()? {
            return None;
        }
        let covers =
            |(first, count, _): &&(u64, u64, Constant)| (*first..first.saturating_add(*count)).contains(&index);
        let value = match about.initial.iter().rev().find(covers) {
            Some((_, _, value)) => Expr::constant(value),
            None => Expr::zero(about.ty),
        };
        value.filter(|value| !is_nan(value))
    }

    /// The value of an expression whose operands are constants.
    fn value(&self, expr: &Expr) -> Option<Expr> {
        Expr::constant(&constant_value(self.unit, expr)?.to_constant()).filter(|value| !is_nan(value))
    }

    /// What an argument by reference passes, if that is a constant.
    pub fn passed(&self, argument: &Argument) -> Option<Expr> {
        match argument {
            Argument::Variable(var) => self.place(&Place::Variable(*var)),
            Argument::Element(array, offset) => self.place(&Place::Element(*array, Box::new(offset.clone()))),
            _ => None,
        }
    }

    pub fn expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Integer(expr) => self.integer(expr),
            Expr::Real(expr) => self.real(expr),
            Expr::Logical(expr) => self.logical(expr),
            Expr::Character(text) => self.text(text),
        }
    }

    pub fn integer(&self, expr: &mut IntegerExpr) {
        let is_folded = match expr {
            IntegerExpr::Constant(..) => return,
            IntegerExpr::Read(_, place) => {
                self.offsets(place);
                if let Some(Expr::Integer(value)) = self.place(place) {
                    *expr = value;
                }
                return;
            }
            IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => {
                self.integer(operand);
                is_integer(operand)
            }
            IntegerExpr::Binary(_, left, right) => {
                self.integer(left);
                self.integer(right);
                is_integer(left) && is_integer(right)
            }
            IntegerExpr::FromReal(_, _, operand) => {
                self.real(operand);
                is_real(operand)
            }
            IntegerExpr::Character(_, texts) => {
                texts.iter_mut().for_each(|text| self.text(text));
                texts.iter().all(|text| text.parts.iter().all(|part| matches!(part, CharacterPart::Text(_))))
            }
        };
        if is_folded && let Some(Expr::Integer(value)) = self.value(&Expr::Integer(expr.clone())) {
            *expr = value;
        }
    }

    pub fn real(&self, expr: &mut RealExpr) {
        let is_folded = match expr {
            RealExpr::Constant(..) => return,
            RealExpr::Read(_, place) => {
                self.offsets(place);
                if let Some(Expr::Real(value)) = self.place(place) {
                    *expr = value;
                }
                return;
            }
            RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => {
                self.real(operand);
                is_real(operand)
            }
            RealExpr::Binary(operation, left, right) => {
                self.real(left);
                self.real(right);
                fold::prefer_product(operation, right);
                is_real(left) && is_real(right)
            }
            RealExpr::PowerInteger(base, exponent) => {
                self.real(base);
                self.integer(exponent);
                is_real(base) && is_integer(exponent)
            }
            RealExpr::FromInteger(_, operand) => {
                self.integer(operand);
                is_integer(operand)
            }
        };
        if is_folded && let Some(Expr::Real(value)) = self.value(&Expr::Real(expr.clone())) {
            *expr = value;
        }
    }

    pub fn logical(&self, expr: &mut LogicalExpr) {
        let is_folded = match expr {
            LogicalExpr::Constant(_) => return,
            LogicalExpr::Read(place) => {
                self.offsets(place);
                if let Some(Expr::Logical(value)) = self.place(place) {
                    *expr = value;
                }
                return;
            }
            LogicalExpr::Not(operand) => {
                self.logical(operand);
                matches!(**operand, LogicalExpr::Constant(_))
            }
            LogicalExpr::Binary(_, left, right) => {
                self.logical(left);
                self.logical(right);
                [left, right].iter().all(|operand| matches!(***operand, LogicalExpr::Constant(_)))
            }
            LogicalExpr::CompareInteger(_, left, right) => {
                self.integer(left);
                self.integer(right);
                is_integer(left) && is_integer(right)
            }
            LogicalExpr::CompareReal(_, left, right) => {
                self.real(left);
                self.real(right);
                is_real(left) && is_real(right)
            }
        };
        if is_folded && let Some(Expr::Logical(value)) = self.value(&Expr::Logical(expr.clone())) {
            *expr = value;
        }
    }

    /// Folds offsets, lengths and codes in a text.
    pub fn text(&self, text: &mut CharacterExpr) {
        for part in &mut text.parts {
            match part {
                CharacterPart::Text(_) => {}
                CharacterPart::Range { start, length } => {
                    self.offsets(start);
                    self.integer(length);
                    if let Some(bytes) = self.bytes(start, length) {
                        *part = CharacterPart::Text(bytes);
                    }
                }
                CharacterPart::Char(code) => self.integer(code),
                CharacterPart::Repeat(text, count) => {
                    self.text(text);
                    self.integer(count);
                }
            }
        }
    }

    /// A range of constant bytes.
    fn bytes(&self, start: &Place, length: &IntegerExpr) -> Option<Vec<u8>> {
        let (Place::Element(array, offset), IntegerExpr::Constant(_, length)) = (start, length) else { return None };
        let IntegerExpr::Constant(kind, first) = **offset else { return None };
        let element =
            |index: i64| match self.place(&Place::Element(*array, Box::new(IntegerExpr::Constant(kind, index)))) {
                Some(Expr::Integer(IntegerExpr::Constant(_, byte))) => Some(byte as u8),
                _ => None,
            };
        (0..(*length).clamp(0, MOST_BYTES + 1))
            .map(|at| element(first.checked_add(at)?))
            .collect::<Option<Vec<u8>>>()
            .filter(|bytes| bytes.len() as i64 <= MOST_BYTES)
    }

    pub fn assignment(&self, assignment: &mut ArrayAssignment) {
        for IndexRange { first, step, count, .. } in &mut assignment.ranges {
            [first, step, count].into_iter().for_each(|bound| self.integer(bound));
        }
        assignment.mask.iter_mut().for_each(|mask| self.logical(mask));
        assignment.parts.iter_mut().for_each(|(_, value)| self.expr(value));
        for ElementStore { target, value } in &mut assignment.stores {
            self.section(target);
            self.expr(value);
        }
    }

    fn offsets(&self, place: &mut Place) {
        match place {
            Place::Element(_, offset) => self.integer(offset),
            Place::Section(section) => self.section(section),
            Place::Variable(_) | Place::Value(_) => {}
        }
    }

    fn section(&self, section: &mut Section) {
        for subscript in &mut section.subscripts {
            self.integer(&mut subscript.at);
            subscript.extent.iter_mut().for_each(|extent| self.integer(extent));
        }
    }
}

fn is_integer(expr: &IntegerExpr) -> bool {
    matches!(expr, IntegerExpr::Constant(..))
}

fn is_real(expr: &RealExpr) -> bool {
    matches!(expr, RealExpr::Constant(..))
}

/// The sign and payload of a NaN are that of the operation which makes it, so it is left to that.
fn is_nan(value: &Expr) -> bool {
    matches!(value, Expr::Real(RealExpr::Constant(_, value)) if value.is_nan())
}

/// Whether a variable is a scalar that can be known for a while.
pub(super) fn is_followed(unit: &Unit, var: VarId) -> bool {
    unit.vars[var].is_promotable() && !unit.vars[var].is_target
}
