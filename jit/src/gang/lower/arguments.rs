//! Arguments of calls: each is passed where it is, or by a copy in a stack slot.

use super::Lowering;
use super::calls::Afterwards;
use super::locations::Location;
use super::memory::{ElementPlace, memory_element};
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use forlane_cfg::{Argument, Expr, IntegerExpr, Type, Var, VarId};

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);

/// An argument as it is passed.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    pub base: ValueId,
    pub length: ValueId,
    pub given: ArgumentLayout,
    /// Bytes between the arrays of lanes that are apart.
    pub stride: Option<ValueId>,
    /// What is at `base` before the call, if that is memory made for it.
    pub content: Option<ValueId>,
    /// Where the rest of an array begins in each lane, if they differ; `base` and `length` are the array's.
    pub part: Option<(Location, ValueId)>,
}

impl Passed {
    pub(super) fn new(base: ValueId, length: ValueId, given: ArgumentLayout) -> Passed {
        Passed { base, length, given, stride: None, content: None, part: None }
    }
}

impl Lowering<'_> {
    /// An argument as it is passed.
    pub(super) fn argument(
        &mut self,
        callee: &str,
        argument: &Argument,
        dummy: &Var,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Result<Passed, JitError> {
        let ty = match argument {
            Argument::Procedure(_) => return Err(self.malformed("a procedure is passed")),
            Argument::Absent => return Ok(self.absent(dummy)),
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.ty(),
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => self.unit.vars[*var].ty,
        };
        if ty.size() != dummy.ty.size() {
            let passed = self.resized(argument, ty, dummy, is_assigned, afterwards)?;
            return passed.ok_or_else(|| {
                let problem = format!("`{}` is {:?}, the argument {ty:?}", dummy.name, dummy.ty);
                self.mismatch(callee, &problem)
            });
        }
        match argument {
            Argument::Procedure(_) | Argument::Absent => Err(self.malformed("an argument has no value")),
            Argument::Value(expr) => self.by_value(expr, is_assigned),
            Argument::InOut { before, after } => {
                let passed = self.by_value(before, true)?;
                afterwards.push(match dummy.array.is_some() && is_narrow(ty) {
                    true => Afterwards::DefineBytes(*after, passed.base, ty),
                    false => Afterwards::Define(*after, passed.base, ty),
                });
                Ok(passed)
            }
            Argument::Variable(var) if dummy.array.is_none() && self.is_narrow_in_memory(*var) => {
                self.narrow_by_copy(*var, None, is_assigned, afterwards)
            }
            Argument::Element(var, offset) if dummy.array.is_none() && self.is_narrow_in_memory(*var) => {
                self.narrow_by_copy(*var, Some(offset), is_assigned, afterwards)
            }
            Argument::Variable(var) | Argument::Array(var) => {
                let at = self.locate(*var)?;
                if dummy.array.is_some() {
                    return Ok(self.pass_array(at));
                }
                // A whole array stands for its first element, which must exist.
                let first = self.builder.integer(0);
                Ok(self.common_element(*var, at, first, is_assigned, afterwards))
            }
            Argument::Element(var, offset) => {
                let at = self.locate_element(*var, offset)?;
                let index = self.integer(offset)?;
                let is_varying = self.builder.code.ty(index).is_varying();
                if dummy.array.is_some() {
                    let index = self.rest(*var, at, index);
                    if is_varying && at.lay != LaneLayout::ByAddress {
                        return Ok(Passed { part: Some((at, index)), ..self.pass_array(at) });
                    }
                    let base = self.address(at, index);
                    let length = self.builder.binary(BinaryOp::Subtract, at.length, index);
                    return Ok(self.pass_array(Location { base, length, least: 0, ..at }));
                }
                if !is_varying {
                    return Ok(self.common_element(*var, at, index, is_assigned, afterwards));
                }
                let ElementPlace::Each(index) = self.element(*var, at, offset)? else {
                    return Err(self.malformed("an index is uniform and is not"));
                };
                Ok(self.by_copy(*var, at, index, is_assigned, afterwards))
            }
        }
    }

    /// What is in a slot as arrays of one element that are one piece each. What is of a narrow kind has the room of an
    /// I32.
    pub(super) fn in_pieces(&mut self, passed: Passed, ty: Type) -> Passed {
        if passed.given != ArgumentLayout::Interleaved {
            return passed;
        }
        let stride = Some(self.builder.integer(i64::from(memory_element(ty).size())));
        Passed { given: ArgumentLayout::Apart, stride, ..passed }
    }

    /// Passes all elements of a location.
    pub(super) fn pass_array(&mut self, at: Location) -> Passed {
        match at.lay {
            LaneLayout::Shared => Passed::new(at.base, at.length, ArgumentLayout::Shared),
            LaneLayout::Interleaved => Passed::new(at.base, at.length, ArgumentLayout::Interleaved),
            LaneLayout::Apart(stride) => {
                Passed { stride: Some(stride), ..Passed::new(at.base, at.length, ArgumentLayout::Apart) }
            }
            LaneLayout::ByAddress => self.pass_by_address(at.base, at.length),
        }
    }

    /// Passes the element with a common index to a scalar dummy argument.
    fn common_element(
        &mut self,
        var: VarId,
        at: Location,
        index: ValueId,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Passed {
        if at.lay == LaneLayout::ByAddress {
            let index = self.index_of(at, index);
            let index = self.check_each(var, at, index);
            return self.by_copy(var, at, index, is_assigned, afterwards);
        }
        let index = self.check_common(var, at, index);
        let length = self.builder.integer(1);
        let base = self.address(at, index);
        if matches!(at.lay, LaneLayout::Apart(_)) {
            let at = Location { base, length, least: 1, ..at };
            let first = self.builder.constant(GangType::varying(Element::I32), 0);
            return self.by_copy(var, at, first, is_assigned, afterwards);
        }
        self.pass_array(Location { base, length, least: 1, ..at })
    }

    /// Passes an element of each lane by a copy, which goes back if the callee assigns it.
    fn by_copy(
        &mut self,
        var: VarId,
        at: Location,
        index: ValueId,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Passed {
        let found = self.load_place(at, ElementPlace::Each(index));
        let passed = self.in_slot(found);
        if is_assigned {
            afterwards.push(Afterwards::Scatter(var, at, index, passed.base));
        }
        passed
    }

    /// As [`Lowering::by_copy`], of a narrow kind.
    fn narrow_by_copy(
        &mut self,
        var: VarId,
        offset: Option<&IntegerExpr>,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Result<Passed, JitError> {
        let (address, bytes) = self.narrow_address(var, offset)?;
        let found = self.load_each(address, bytes);
        let found = self.builder.splat(found);
        let passed = self.in_slot(found);
        if is_assigned {
            afterwards.push(Afterwards::StoreEach(address, self.unit.vars[var].ty, passed.base));
        }
        Ok(passed)
    }

    /// Zeros for a scalar, no elements for an array.
    fn absent(&mut self, dummy: &Var) -> Passed {
        let element = memory_element(dummy.ty);
        let zero = self.builder.constant(GangType::varying(element), 0);
        let passed = self.in_slot(zero);
        match dummy.array {
            Some(_) => Passed { content: None, length: self.builder.integer(0), ..passed },
            None => passed,
        }
    }

    pub(super) fn by_value(&mut self, expr: &Expr, is_assigned: bool) -> Result<Passed, JitError> {
        let value = self.expr(expr)?;
        let value = self.as_stored(value, expr.ty());
        let ty = self.builder.code.ty(value);
        if ty.is_varying() || is_assigned {
            let value = self.builder.splat(value);
            return Ok(self.in_slot(value));
        }
        let slot = self.new_slot(8);
        let base = self.builder.push(POINTER, Op::Slot(slot));
        self.builder.effect(Op::Store { address: base, value, mask: None });
        let length = self.builder.integer(1);
        Ok(Passed::new(base, length, ArgumentLayout::Shared))
    }

    /// A varying value in a stack slot of its own.
    pub(super) fn in_slot(&mut self, value: ValueId) -> Passed {
        let base = self.lane_slot(self.builder.code.ty(value).element);
        self.builder.effect(Op::Store { address: base, value, mask: None });
        let length = self.builder.integer(1);
        Passed { content: Some(value), ..Passed::new(base, length, ArgumentLayout::Interleaved) }
    }

    pub(super) fn lane_slot(&mut self, element: Element) -> ValueId {
        let slot = self.new_slot(self.around.lanes * element.size());
        self.builder.push(POINTER, Op::Slot(slot))
    }
}

pub(super) fn is_narrow(ty: Type) -> bool {
    matches!(ty, Type::Integer(kind) if kind.is_narrow())
}
