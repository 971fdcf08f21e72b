//! Variables and array elements of type COMPLEX.

use super::Parts;
use crate::Builder;
use crate::entities::{ComplexVariable, LoweredSymbol};
use forlane_cfg::array::Section;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place, RealExpr};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument};
use forlane_cfg::names;
use forlane_cfg::unit::{ArrayLength, Shape, Storage, Var, VarId};
use forlane_frontend::resolved::{self, Designator, Initial, SymbolId, Variable};
use forlane_frontend::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

/// Of an array of both parts, where a number's real part is.
pub(super) struct ComplexPlace {
    /// The array.
    pub array: VarId,
    /// The zero-based place of the real part.
    pub offset: IntegerExpr,
}

impl Builder<'_> {
    /// Declares a scalar.
    pub fn declare_complex(&mut self, id: SymbolId, name: &str, kind: RealKind, variable: &Variable) -> LoweredSymbol {
        let is_main = self.is_entered_once();
        let is_kept = variable.storage == resolved::Storage::Static || !variable.initial.is_empty();
        let is_passed = self.facts.passed.contains(&id);
        let (storage, length) = match variable.storage {
            // The result is the first argument.
            resolved::Storage::Dummy | resolved::Storage::Result => (Storage::Dummy, ArrayLength::Actual),
            resolved::Storage::Area => (Storage::Area, ArrayLength::Constant(2)),
            _ if is_kept && !self.facts.assigned.contains(&id) => match &variable.initial[..] {
                [only] => return LoweredSymbol::Constant(only.value.clone()),
                _ => (Storage::Static, ArrayLength::Constant(2)),
            },
            _ if is_kept && (is_passed || !is_main) => (Storage::Static, ArrayLength::Constant(2)),
            _ if is_passed => (Storage::Local, ArrayLength::Constant(2)),
            _ => return self.declare_parts(name, kind, variable),
        };
        let var = Var::local(self.own_name(name), Type::Real(kind), self.scope);
        let var = self.vars.alloc(Var {
            array: Some(length),
            storage,
            area: variable.area.clone(),
            is_target: variable.is_target,
            initial: parts_of_runs(&variable.initial),
            shape: if storage == Storage::Dummy { Shape::Uniform } else { Shape::Varying },
            ..var
        });
        LoweredSymbol::Complex(ComplexVariable::Memory(var))
    }

    fn declare_parts(&mut self, name: &str, kind: RealKind, variable: &Variable) -> LoweredSymbol {
        let name = self.own_name(name);
        let [re, im] = names::parts(&name).map(|part| self.make_variable(part, Type::Real(kind)));
        if let Some(Constant::Complex(_, real, imaginary)) = variable.initial.first().map(|run| &run.value) {
            self.assign_parts(re, im, RealExpr::Constant(kind, *real), RealExpr::Constant(kind, *imaginary));
        }
        LoweredSymbol::Complex(ComplexVariable::Parts(re, im))
    }

    /// The value of a variable or element.
    pub(super) fn read_complex(&mut self, designator: &Designator, kind: RealKind, span: Span) -> Parts {
        if self.names_by_subscripts()
            && let Some([re, im]) = self.element_sections(designator, span).as_deref()
        {
            let read = |part: &Section| RealExpr::Read(kind, self.section_place(part.clone()));
            return Parts { re: read(re), im: read(im) };
        }
        match self.complex_place(designator, span) {
            Ok(ComplexVariable::Parts(re, im)) => {
                Parts { re: RealExpr::Read(kind, Place::Variable(re)), im: RealExpr::Read(kind, Place::Variable(im)) }
            }
            Ok(ComplexVariable::Memory(array)) => {
                self.read_parts(kind, &ComplexPlace { array, offset: IntegerExpr::Constant(IntegerKind::I4, 0) })
            }
            Err(Some(place)) => self.read_parts(kind, &place),
            Err(None) => match designator {
                Designator::Variable(symbol) => match &self.entities[symbol.index()] {
                    LoweredSymbol::Constant(Constant::Complex(kind, re, im)) => Parts::constant(*kind, *re, *im),
                    _ => self.not_complex(span),
                },
                Designator::Element(..) | Designator::Substring(..) => self.not_complex(span),
            },
        }
    }

    fn read_parts(&self, kind: RealKind, place: &ComplexPlace) -> Parts {
        let read = |offset| RealExpr::Read(kind, self.element(place.array, offset));
        Parts { re: read(place.offset.clone()), im: read(after(&place.offset)) }
    }

    /// Reads both parts, of which the first is at that offset.
    pub fn read_pair(&mut self, kind: RealKind, array: VarId, offset: IntegerExpr) -> Parts {
        let offset = self.keep_integer("element", offset);
        self.read_parts(kind, &ComplexPlace { array, offset })
    }

    /// A scalar; or the place of an element, or nothing for a constant or after an error.
    pub(super) fn complex_place(
        &mut self,
        designator: &Designator,
        span: Span,
    ) -> Result<ComplexVariable, Option<ComplexPlace>> {
        match designator {
            Designator::Variable(symbol) => match &self.entities[symbol.index()] {
                LoweredSymbol::Complex(variable) => Ok(*variable),
                _ => Err(None),
            },
            Designator::Substring(..) => Err(None),
            Designator::Element(symbol, subscripts) => {
                let array = self.array(*symbol, span).ok_or(None)?;
                // The offset is needed for both parts.
                let offset = self.offset(&array, subscripts);
                let offset = self.keep_integer("element", offset);
                Err(Some(ComplexPlace { array: array.var, offset }))
            }
        }
    }

    /// Assigns a variable or element.
    pub fn assign_complex(&mut self, target: &Designator, value: &resolved::Expr, span: Span) {
        let mut place = self.complex_place(target, span);
        if let Err(Some(element)) = &mut place {
            element.offset = self.target_before(element.offset.clone(), value);
        }
        let value = self.complex(value);
        self.assign_place(place, value, span);
    }

    /// Assigns a value that was evaluated before.
    pub fn assign_complex_value(&mut self, target: &Designator, value: Parts, span: Span) {
        let place = self.complex_place(target, span);
        self.assign_place(place, value, span);
    }

    fn assign_place(&mut self, place: Result<ComplexVariable, Option<ComplexPlace>>, value: Parts, span: Span) {
        match place {
            Ok(ComplexVariable::Parts(re, im)) => self.exchange((re, im), value),
            Ok(ComplexVariable::Memory(array)) => {
                let offset = IntegerExpr::Constant(IntegerKind::I4, 0);
                self.store_parts(&ComplexPlace { array, offset }, value);
            }
            Err(Some(place)) => self.store_parts(&place, value),
            Err(None) => self.error(span, "this can't be assigned a COMPLEX value"),
        }
    }

    /// Both parts of a variable or element, to be assigned by something else than an assignment.
    pub fn complex_objects(&mut self, designator: &Designator, span: Span) -> Option<[Argument; 2]> {
        let place = match self.complex_place(designator, span) {
            Ok(ComplexVariable::Parts(re, im)) => return Some([Argument::Variable(re), Argument::Variable(im)]),
            Ok(ComplexVariable::Memory(array)) => {
                ComplexPlace { array, offset: IntegerExpr::Constant(IntegerKind::I4, 0) }
            }
            Err(place) => place?,
        };
        let second = after(&place.offset);
        Some([Argument::Element(place.array, place.offset), Argument::Element(place.array, second)])
    }

    /// Stores both parts, the real one at that offset.
    pub fn store_pair(&mut self, array: VarId, offset: IntegerExpr, value: Parts) {
        let offset = self.keep_integer("element", offset);
        self.store_parts(&ComplexPlace { array, offset }, value);
    }

    /// Stores both parts; the first store must not change what the second value reads.
    fn store_parts(&mut self, place: &ComplexPlace, value: Parts) {
        let im = self.keep_part("im", value.im);
        let (first, second) = (place.offset.clone(), after(&place.offset));
        let array = place.array;
        self.action(ActionKind::Store { array, offset: first, value: Expr::Real(value.re) });
        self.action(ActionKind::Store { array, offset: second, value: Expr::Real(im) });
    }

    /// A new array of both parts of a value.
    pub fn complex_in_memory(&mut self, stem: &str, kind: RealKind, value: Option<Parts>) -> VarId {
        let array = self.temporary(stem, Type::Real(kind));
        self.vars[array].array = Some(ArrayLength::Constant(2));
        if let Some(value) = value {
            self.store_parts(&ComplexPlace { array, offset: IntegerExpr::Constant(IntegerKind::I4, 0) }, value);
        }
        array
    }
}

/// The offset of the imaginary part.
fn after(offset: &IntegerExpr) -> IntegerExpr {
    fold::binary(IntegerBinary::Add, offset.clone(), IntegerExpr::Constant(offset.kind(), 1))
}

/// Initial values of both parts, as runs of (first element, number, value).
pub fn parts_of_runs(runs: &[Initial]) -> Vec<(u64, u64, Constant)> {
    let mut parts = Vec::new();
    for run in runs {
        match run.value {
            Constant::Complex(kind, re, im) if re.to_bits() == im.to_bits() => {
                parts.push((2 * run.first, 2 * run.count, Constant::Real(kind, re)));
            }
            Constant::Complex(kind, re, im) => {
                for number in run.first..run.first + run.count {
                    parts.push((2 * number, 1, Constant::Real(kind, re)));
                    parts.push((2 * number + 1, 1, Constant::Real(kind, im)));
                }
            }
            _ => {}
        }
    }
    parts
}
