//! CHARACTER: texts as addresses and lengths, arrays of dynamic length.
//!
//! A text that is joined of parts is built in scratch memory of the run, which works as a stack: what an operation took
//! it gives back after its last use. How much that is, is known when the code is emitted.

use super::array_base::Length;
use super::{Emitter, MEMORY};
use crate::error::JitError;
use crate::runtime::memory::{AllocationFailure, ArrayDescriptor};
use crate::runtime::{RuntimeFunction, SiteReason};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart, IntegerExpr, IntegerKind, Place, VarId};

/// A text: the address of its first byte and its length, 64 bits, not negative.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub address: ir::Value,
    pub length: ir::Value,
}

/// A part of a text that is joined.
enum Piece {
    Bytes(Text),
    Char(ir::Value),
}

impl Emitter<'_> {
    /// What is computed of texts.
    pub(super) fn of_texts(
        &mut self,
        function: CharacterFunction,
        texts: &[CharacterExpr],
    ) -> Result<ir::Value, JitError> {
        let depth = self.scratch_depth;
        let operands = texts.iter().map(|text| self.text(text)).collect::<Result<Vec<Text>, _>>()?;
        if operands.len() != function.operands() {
            return Err(self.malformed("a function of texts has another number of operands"));
        }
        let arguments: Vec<ir::Value> = operands.iter().flat_map(|text| [text.address, text.length]).collect();
        let result = self.compute_by_runtime(RuntimeFunction::OfTexts(function), &arguments)?;
        self.release_scratch(depth)?;
        Ok(result)
    }

    /// Assigns a text in memory.
    pub(super) fn store_text(
        &mut self,
        array: VarId,
        offset: &IntegerExpr,
        length: &IntegerExpr,
        value: &CharacterExpr,
    ) -> Result<(), JitError> {
        let depth = self.scratch_depth;
        let value = self.text(value)?;
        let target = self.range(array, offset, length)?;
        let arguments = [target.address, target.length, value.address, value.length];
        self.call_runtime(RuntimeFunction::AssignText, &arguments)?;
        self.release_scratch(depth)
    }

    /// Gives an array of dynamic length that many elements, or none.
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
        let arguments = [self.context, address, number, length, size];
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

    /// A CHARACTER value. It may be in scratch memory.
    pub(super) fn text(&mut self, text: &CharacterExpr) -> Result<Text, JitError> {
        if let Some(constant) = text.as_text() {
            return Ok(self.constant_text(constant));
        }
        match &text.parts[..] {
            [CharacterPart::Range { start, length }] => self.range_of(start, length),
            [CharacterPart::Repeat(text, count)] => self.repeat(text, count),
            parts => self.join(parts),
        }
    }

    fn constant_text(&mut self, text: &[u8]) -> Text {
        let offset = self.tables.constants.text(text);
        let constants = self.builder.ins().load(I64, MEMORY, self.context, crate::runtime::Context::CONSTANTS);
        let address = self.builder.ins().iadd_imm_s(constants, i64::from(offset));
        Text { address, length: self.builder.ins().iconst(I64, text.len() as i64) }
    }

    fn join(&mut self, parts: &[CharacterPart]) -> Result<Text, JitError> {
        let mut pieces = Vec::with_capacity(parts.len());
        let mut total = self.builder.ins().iconst(I64, 0);
        for part in parts {
            let piece = match part {
                CharacterPart::Text(text) => Piece::Bytes(self.constant_text(text)),
                CharacterPart::Range { start, length } => Piece::Bytes(self.range_of(start, length)?),
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
        let address = self.compute_by_runtime(RuntimeFunction::TakeScratch, &[self.context, total])?;
        self.check_scratch(address);
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

    fn repeat(&mut self, text: &CharacterExpr, count: &IntegerExpr) -> Result<Text, JitError> {
        let text = self.text(text)?;
        let count = self.count(count)?;
        let arguments = [self.context, text.address, text.length, count];
        let address = self.compute_by_runtime(RuntimeFunction::RepeatText, &arguments)?;
        self.check_scratch(address);
        Ok(Text { address, length: self.builder.ins().imul(text.length, count) })
    }

    /// Fails the lane if there was no scratch memory, and counts what there is.
    fn check_scratch(&mut self, address: ir::Value) {
        let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, address, 0);
        self.check(good, SiteReason::OutOfMemory);
        self.scratch_depth += 1;
    }

    pub(super) fn release_scratch(&mut self, depth: usize) -> Result<(), JitError> {
        let taken = self.scratch_depth - depth;
        if taken > 0 {
            let taken = self.builder.ins().iconst(I64, taken as i64);
            self.call_runtime(RuntimeFunction::ReleaseScratch, &[self.context, taken])?;
            self.scratch_depth = depth;
        }
        Ok(())
    }

    fn range_of(&mut self, start: &Place, length: &IntegerExpr) -> Result<Text, JitError> {
        match start {
            Place::Element(array, offset) => self.range(*array, offset, length),
            Place::Variable(_) | Place::Value(_) | Place::Section(_) => {
                Err(self.malformed("a text does not begin at an element"))
            }
        }
    }

    /// The bytes of a range, checked to be inside of the array.
    pub(super) fn range(&mut self, array: VarId, offset: &IntegerExpr, length: &IntegerExpr) -> Result<Text, JitError> {
        let base = self.base(array)?;
        let is_inside = match (offset, length, base.length) {
            (IntegerExpr::Constant(_, at), IntegerExpr::Constant(_, length), Length::Known(elements)) => {
                *at >= 0 && at.checked_add((*length).max(0)).is_some_and(|end| end as u64 <= elements)
            }
            _ => false,
        };
        let offset = self.wide(offset)?;
        let length = self.count(length)?;
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
        Ok(Text { address: self.builder.ins().iadd(base.address, offset), length })
    }

    /// An INTEGER as 64 bits.
    pub(super) fn wide(&mut self, expr: &IntegerExpr) -> Result<ir::Value, JitError> {
        if let IntegerExpr::Constant(_, value) = expr {
            return Ok(self.builder.ins().iconst(I64, *value));
        }
        let value = self.integer(expr)?;
        Ok(if expr.kind() == IntegerKind::I8 { value } else { self.builder.ins().sextend(I64, value) })
    }

    /// As [`Emitter::wide`], with zero for what is negative.
    fn count(&mut self, expr: &IntegerExpr) -> Result<ir::Value, JitError> {
        let value = self.wide(expr)?;
        if matches!(expr, IntegerExpr::Constant(_, 0..)) {
            return Ok(value);
        }
        let zero = self.builder.ins().iconst(I64, 0);
        Ok(self.builder.ins().smax(value, zero))
    }
}
