//! Rules of input and output: rule `io`, the operands and objects that each step has.

use super::Checker;
use crate::expr::Expr;
use crate::graph::Argument;
use crate::text::UnitPart;
use crate::transfer::{IoAction, IoKind};
use crate::unit::{ArrayLength, Storage};
use forlane_semantics::types::{IntegerKind, Type};

impl Checker<'_> {
    pub(super) fn io(&mut self, entity: UnitPart, io: &IoAction) {
        io.operands.iter().for_each(|operand| self.expr(entity, operand));
        io.objects.iter().for_each(|object| self.argument(entity, object));
        if !self.has_right_operands(io) {
            self.error("io", entity, "the operands are not those of this step");
        }
        if !self.has_right_objects(io) {
            self.error("io", entity, "the objects are not those of this step");
        }
        for object in io.objects.iter().filter(|_| io.kind.assigns()) {
            if let Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) = object
                && self.unit.vars[*var].storage == Storage::Constant
            {
                self.error("constant-assigned", entity, format!("{} is constant", self.unit.vars[*var].name));
            }
        }
    }

    fn has_right_operands(&self, io: &IoAction) -> bool {
        match (io.kind, &io.operands[..]) {
            (IoKind::WriteUnit | IoKind::ReadUnit, [Expr::Integer(_)]) => true,
            (IoKind::WriteUnit | IoKind::ReadUnit, [Expr::Integer(_), Expr::Character(_)]) => true,
            (IoKind::WriteInternal | IoKind::ReadInternal, [Expr::Integer(_), Expr::Integer(_), rest @ ..]) => {
                matches!(rest, [] | [Expr::Character(_)])
            }
            (IoKind::Write, [_]) | (IoKind::ReadText | IoKind::ExitStatus, [Expr::Integer(_)]) => true,
            (IoKind::Write, [Expr::Real(real), Expr::Real(imaginary)]) => real.kind() == imaginary.kind(),
            (IoKind::WriteArray | IoKind::Read | IoKind::ReadArray | IoKind::End(_) | IoKind::System(_), []) => true,
            _ => false,
        }
    }

    fn has_right_objects(&self, io: &IoAction) -> bool {
        let ty = |object: &Argument| object.ty(self.unit);
        match (io.kind, &io.objects[..]) {
            (IoKind::WriteUnit | IoKind::ReadUnit | IoKind::Write | IoKind::End(_), []) => true,
            (IoKind::ExitStatus | IoKind::System(_), []) => true,
            (IoKind::WriteInternal | IoKind::ReadInternal | IoKind::ReadText, [text @ Argument::Element(..)]) => {
                ty(text) == Some(Type::Integer(IntegerKind::I1))
            }
            (IoKind::WriteArray | IoKind::ReadArray, [Argument::Array(var)]) => {
                matches!(self.unit.vars[*var].array, Some(ArrayLength::Constant(_) | ArrayLength::Dynamic))
            }
            (IoKind::Read, [scalar]) => is_scalar(scalar),
            (IoKind::Read, [real, imaginary]) => {
                is_scalar(real)
                    && is_scalar(imaginary)
                    && ty(real) == ty(imaginary)
                    && matches!(ty(real), Some(Type::Real(_)))
            }
            (IoKind::End(_), [status]) => is_scalar(status) && matches!(ty(status), Some(Type::Integer(_))),
            _ => false,
        }
    }
}

fn is_scalar(object: &Argument) -> bool {
    matches!(object, Argument::Variable(_) | Argument::Element(..) | Argument::InOut { .. })
}
