//! LOGICALs that are held as INTEGERs of their size, since they share storage, where a LOGICAL is needed: as arguments
//! and as items that are read; and LOGICALs that are read as INTEGERs of their size, from an unformatted record.
//!
//! ```text
//! CALL S(L)      held.1 = l /= 0; call s(&held.1); l = 1 if held.1, else 0
//! ```
//!
//! An element belongs to its whole array, since the dummy argument may be an array of those after it.

use super::arguments::{Held, Passed};
use super::sections::constant;
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument};
use forlane_cfg::transfer::{IoAction, IoKind};
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, SymbolClass, SymbolId};
use forlane_semantics::types::{IntegerKind, Type};

impl Builder<'_> {
    /// Whether a variable holds LOGICALs as INTEGERs.
    pub fn holds_logical(&self, symbol: SymbolId) -> bool {
        let class = &self.source.symbols[symbol].class;
        matches!(class, SymbolClass::Variable(variable) if variable.holds_logical)
    }

    /// The argument for a variable that holds LOGICALs, or for a part of one.
    pub fn held_argument(&mut self, argument: &resolved::Argument) -> Option<Passed> {
        let (symbol, span) = match argument {
            resolved::Argument::Designator(designator, span) => (designator.symbol(), *span),
            resolved::Argument::Array(symbol, span) => (*symbol, *span),
            resolved::Argument::Section(section) => (section.array, section.span),
            _ => return None,
        };
        if !self.holds_logical(symbol) {
            return None;
        }
        let place = match argument {
            resolved::Argument::Designator(designator, _) => Some(self.place(designator, span).ok()?),
            _ => None,
        };
        if let Some(place @ Place::Variable(_)) = &place {
            let copy = self.copy_held(place);
            let held = Held::Scalar(copy, place.clone());
            return Some(Passed { held: Some(held), ..Passed::of(Argument::Variable(copy)) });
        }
        let array = self.array(symbol, span)?;
        let copy = self.copy_held_array(&array);
        let passed = match (argument, place) {
            (resolved::Argument::Section(section), _) => self.pass_section(section, Some(copy.var)),
            (_, Some(Place::Element(_, offset))) => Passed::of(Argument::Element(copy.var, *offset)),
            _ => self.pass_whole(&copy),
        };
        Some(Passed { held: Some(Held::Array(Box::new((copy, array)))), ..passed })
    }

    /// Reads what holds a LOGICAL as an INTEGER, or a LOGICAL that is an INTEGER in the record; false for other places.
    pub fn read_logical(&mut self, symbol: SymbolId, place: &Place, ty: Type) -> bool {
        match (self.holds_logical(symbol), self.vars[variable_of(place)].ty, ty) {
            (true, _, Type::Logical) => self.read_held(place),
            (false, Type::Logical, Type::Integer(kind)) => self.read_as_number(place, kind),
            _ => return false,
        }
        true
    }

    /// Reads a LOGICAL to where it is held.
    pub fn read_held(&mut self, place: &Place) {
        let copy = self.copy_held(place);
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, vec![Argument::Variable(copy)])));
        self.take_back_held(&Held::Scalar(copy, place.clone()));
    }

    /// Reads an INTEGER of that kind to where a LOGICAL is.
    fn read_as_number(&mut self, place: &Place, kind: IntegerKind) {
        let Some(Expr::Logical(before)) = Expr::read(Type::Logical, place.clone()) else { return };
        let (copy, before) = (self.temporary("held", Type::Integer(kind)), self.number_of(before, kind));
        self.action(ActionKind::Assign { target: copy, value: before });
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, vec![Argument::Variable(copy)])));
        let read = IntegerExpr::Read(kind, Place::Variable(copy));
        self.assign_to(place.clone(), is_true(Expr::Integer(read)));
    }

    /// Holds the LOGICALs that the callee may have changed.
    pub(super) fn take_back_held(&mut self, held: &Held) {
        match held {
            Held::Scalar(copy, place) => {
                let condition = LogicalExpr::Read(Place::Variable(*copy));
                let value = self.number_of(condition, self.kind_of_held(variable_of(place)));
                self.assign_to(place.clone(), value);
            }
            Held::Array(arrays) => {
                let (copy, array) = &**arrays;
                let count = self.product(&copy.extents());
                let (open, index) = self.open_count(&count);
                let condition = match self.read_linear(copy, index.clone()).pop() {
                    Some(Expr::Logical(condition)) => condition,
                    _ => LogicalExpr::Constant(false),
                };
                let value = self.number_of(condition, self.kind_of_held(array.var));
                self.store_linear(array, index, vec![value]);
                self.close_loop(open);
            }
        }
    }

    fn copy_held(&mut self, place: &Place) -> VarId {
        let copy = self.temporary("held", Type::Logical);
        if let Some(read) = Expr::read(self.vars[variable_of(place)].ty, place.clone()) {
            self.action(ActionKind::Assign { target: copy, value: is_true(read) });
        }
        copy
    }

    fn copy_held_array(&mut self, array: &Array) -> Array {
        let extents = self.whole_extents(array);
        let copy = self.temporary_array("held", Type::Logical, extents);
        let count = self.product(&copy.extents());
        let (open, index) = self.open_count(&count);
        let values = self.read_linear(array, index.clone()).into_iter().map(is_true).collect();
        self.store_linear(&copy, index, values);
        self.close_loop(open);
        copy
    }

    fn kind_of_held(&self, var: VarId) -> IntegerKind {
        match self.vars[var].ty {
            Type::Integer(kind) => kind,
            _ => IntegerKind::I4,
        }
    }

    /// 1 or 0, as an INTEGER of that kind.
    fn number_of(&mut self, condition: LogicalExpr, kind: IntegerKind) -> Expr {
        let number = self.temporary("number", Type::Integer(IntegerKind::I4));
        for (condition, value) in [(None, 0), (Some(condition), 1)] {
            let others = condition.map(|condition| self.open_if(condition));
            self.action(ActionKind::Assign { target: number, value: Expr::Integer(constant(value)) });
            others.into_iter().for_each(|others| self.fall_into(others));
        }
        let number = IntegerExpr::Read(IntegerKind::I4, Place::Variable(number));
        Expr::Integer(fold::to_integer(kind, number))
    }
}

fn variable_of(place: &Place) -> VarId {
    match place {
        Place::Variable(var) | Place::Element(var, _) => *var,
        Place::Section(section) => section.array,
        Place::Value(_) => unreachable!("values exist from SSA form on"),
    }
}

fn is_true(held: Expr) -> Expr {
    let Expr::Integer(held) = held else { return held };
    let kind = held.kind().max(IntegerKind::I4);
    let zero = IntegerExpr::Constant(kind, 0);
    Expr::Logical(LogicalExpr::CompareInteger(
        Relation::NotEqual,
        Box::new(fold::to_integer(kind, held)),
        Box::new(zero),
    ))
}
