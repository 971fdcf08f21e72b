//! Texts in scalar code, and arrays of dynamic length.

use super::array_base::{ArrayBase, Length};
use super::{Emitter, MEMORY};
use crate::error::JitError;
use crate::runtime::memory::{AllocationFailure, ArrayDescriptor};
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::{Text, TextCode};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::{CharacterFunction, CharacterPart, IntegerExpr, IntegerKind, VarId};

/// A part of a text that is joined.
enum Piece {
    Bytes(Text<ir::Value>),
    Char(ir::Value),
}

impl TextCode for Emitter<'_> {
    type Value = ir::Value;

    fn constant(&mut self, value: i64) -> ir::Value {
        self.builder.ins().iconst(I64, value)
    }

    fn product(&mut self, left: ir::Value, right: ir::Value) -> ir::Value {
        self.builder.ins().imul(left, right)
    }

    fn wide(&mut self, expr: &IntegerExpr) -> Result<ir::Value, JitError> {
        if let IntegerExpr::Constant(_, value) = expr {
            return Ok(self.builder.ins().iconst(I64, *value));
        }
        let value = self.integer(expr)?;
        Ok(if expr.kind() == IntegerKind::I8 { value } else { self.builder.ins().sextend(I64, value) })
    }

    fn count(&mut self, expr: &IntegerExpr) -> Result<ir::Value, JitError> {
        let value = self.wide(expr)?;
        if matches!(expr, IntegerExpr::Constant(_, 0..)) {
            return Ok(value);
        }
        let zero = self.builder.ins().iconst(I64, 0);
        Ok(self.builder.ins().smax(value, zero))
    }

    fn call_support(&mut self, function: RuntimeFunction, operands: Vec<ir::Value>) -> Result<(), JitError> {
        self.call_runtime(function, &operands).map(drop)
    }

    fn compute_of_texts(
        &mut self,
        function: CharacterFunction,
        operands: Vec<ir::Value>,
    ) -> Result<ir::Value, JitError> {
        self.compute_by_runtime(RuntimeFunction::OfTexts(function), &operands)
    }

    fn take_scratch(&mut self, function: RuntimeFunction, operands: Vec<ir::Value>) -> Result<ir::Value, JitError> {
        let address = self.compute_by_runtime(function, &operands)?;
        let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, address, 0);
        self.check(good, SiteReason::OutOfMemory);
        self.scratch_depth += 1;
        Ok(address)
    }

    fn scratch_depth(&self) -> usize {
        self.scratch_depth
    }

    fn release_scratch(&mut self, depth: usize) -> Result<(), JitError> {
        let taken = self.scratch_depth - depth;
        if taken > 0 {
            let taken = self.builder.ins().iconst(I64, taken as i64);
            self.call_runtime(RuntimeFunction::ReleaseScratch, &[taken])?;
            self.scratch_depth = depth;
        }
        Ok(())
    }

    fn constant_text(&mut self, text: &[u8]) -> Text<ir::Value> {
        let offset = self.tables.constants.text(text);
        let constants = self.builder.ins().load(I64, MEMORY, self.context, crate::runtime::Context::CONSTANTS);
        let address = self.builder.ins().iadd_imm_s(constants, i64::from(offset));
        Text { address, length: self.builder.ins().iconst(I64, text.len() as i64) }
    }

    fn join(&mut self, parts: &[CharacterPart]) -> Result<Text<ir::Value>, JitError> {
        let mut pieces = Vec::with_capacity(parts.len());
        let mut total = self.builder.ins().iconst(I64, 0);
        for part in parts {
            let piece = match part {
                CharacterPart::Text(text) => Piece::Bytes(self.constant_text(text)),
                CharacterPart::Range { start, length } => Piece::Bytes(self.range_from(start, length)?),
                CharacterPart::Repeat(text, count) => Piece::Bytes(self.repeat(text, count)?),
                CharacterPart::Char(code) => {
                    let kind = code.kind();
                    let code = self.integer(code)?;
                    Piece::Char(if kind == IntegerKind::I1 { code } else { self.builder.ins().ireduce(I8, code) })
                }
            };
            total = match &piece {
                Piece::Bytes(text) => self.builder.ins().iadd(total, text.length),
                Piece::Char(_) => self.builder.ins().iadd_imm_s(total, 1),
            };
            pieces.push(piece);
        }
        let address = self.take_scratch(RuntimeFunction::TakeScratch, vec![total])?;
        let mut cursor = address;
        for piece in pieces {
            match piece {
                Piece::Char(code) => {
                    self.builder.ins().store(MEMORY, code, cursor, 0);
                    cursor = self.builder.ins().iadd_imm_s(cursor, 1);
                }
                Piece::Bytes(text) => {
                    let arguments = [cursor, text.length, text.address, text.length];
                    self.call_runtime(RuntimeFunction::AssignText, &arguments)?;
                    cursor = self.builder.ins().iadd(cursor, text.length);
                }
            }
        }
        Ok(Text { address, length: total })
    }

    fn range(&mut self, array: VarId, offset: &IntegerExpr, length: &IntegerExpr) -> Result<Text<ir::Value>, JitError> {
        let base = self.base(array)?;
        let is_inside = match (offset, length, base.length) {
            (IntegerExpr::Constant(_, at), IntegerExpr::Constant(_, length), Length::Known(elements)) => {
                *at >= 0 && at.checked_add((*length).max(0)).is_some_and(|end| end as u64 <= elements)
            }
            _ => false,
        };
        let text = Text { address: self.wide(offset)?, length: self.count(length)? };
        Ok(self.bytes_at(array, base, text, is_inside))
    }

    fn broken(&self, problem: &str) -> JitError {
        self.malformed(problem)
    }
}

impl Emitter<'_> {
    /// The bytes of a text whose address is an offset in the array, which are checked to be inside of it unless that is
    /// known.
    pub(super) fn bytes_at(
        &mut self,
        array: VarId,
        base: ArrayBase,
        Text { address: offset, length }: Text<ir::Value>,
        is_inside: bool,
    ) -> Text<ir::Value> {
        if self.options.checks.are_made() && !is_inside {
            let elements = match base.length {
                Length::Known(elements) => self.builder.ins().iconst(I64, elements as i64),
                Length::Actual(elements) => elements,
            };
            let room = self.builder.ins().isub(elements, offset);
            let begins = self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, offset, 0);
            let ends = self.builder.ins().icmp(IntCC::SignedLessThanOrEqual, length, room);
            let inside = self.builder.ins().band(begins, ends);
            let empty = self.builder.ins().icmp_imm_s(IntCC::Equal, length, 0);
            let good = self.builder.ins().bor(inside, empty);
            let array = self.unit.vars[array].name.clone();
            self.check(good, SiteReason::OutOfBounds { array });
        }
        Text { address: self.builder.ins().iadd(base.address, offset), length }
    }

    /// Allocates an array of dynamic length; frees it if there is no length.
    pub(super) fn allocate(&mut self, array: VarId, length: Option<&IntegerExpr>) -> Result<(), JitError> {
        let is_allocated = length.is_some();
        let length = match length {
            Some(length) => self.wide(length)?,
            None => self.builder.ins().iconst(I64, 0),
        };
        let size = self.builder.ins().iconst(I64, self.unit.vars[array].ty.size() as i64);
        let descriptor = self.descriptor(array)?;
        let address = self.builder.ins().iadd_imm_s(descriptor, i64::from(ArrayDescriptor::ADDRESS));
        let number = self.builder.ins().iadd_imm_s(descriptor, i64::from(ArrayDescriptor::LENGTH));
        let arguments = [address, number, length, size];
        let failed = self.compute_by_runtime(RuntimeFunction::Allocate, &arguments)?;
        if self.tables.frees.holds() {
            let held = i64::from(AllocationFailure::Held as i32);
            let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, failed, held);
            let array = self.unit.vars[array].name.clone();
            self.check(good, SiteReason::FreedWhileHeld { array });
        }
        if is_allocated {
            let good = self.builder.ins().icmp_imm_s(IntCC::Equal, failed, 0);
            self.check(good, SiteReason::OutOfMemory);
        }
        Ok(())
    }
}
