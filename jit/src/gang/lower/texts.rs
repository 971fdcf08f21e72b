//! Texts in gang code, for each active lane.
//!
//! There are no instructions for texts of several lanes, so what is done with them is a function of the run-time
//! support, which generated code calls for each active lane, one after the other ([`Op::Runtime`] under a mask);
//! addresses and lengths are computed for all lanes at once. What all lanes have in common is done once: of a constant,
//! and of an argument that the lanes share, the address is uniform, and so is what is found out about such texts.
//!
//! Each lane releases as many pieces of scratch memory as it took. A lane that fails in between keeps its own until
//! the gang ends.

use super::Lowering;
use super::locations::Location;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::{Text, TextCode};
use forlane_cfg::{CharacterFunction, CharacterPart, IntegerExpr, Relation, VarId};

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);

impl TextCode for Lowering<'_> {
    type Value = ValueId;

    fn constant(&mut self, value: i64) -> ValueId {
        self.builder.integer(value)
    }

    fn product(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.builder.binary(BinaryOp::Multiply, left, right)
    }

    fn wide(&mut self, expr: &IntegerExpr) -> Result<ValueId, JitError> {
        let value = self.integer(expr)?;
        Ok(self.builder.convert(value, Element::I64))
    }

    fn count(&mut self, expr: &IntegerExpr) -> Result<ValueId, JitError> {
        let value = self.wide(expr)?;
        let zero = self.builder.integer(0);
        Ok(self.builder.binary(BinaryOp::Max, value, zero))
    }

    fn call_support(&mut self, function: RuntimeFunction, operands: Vec<ValueId>) -> Result<(), JitError> {
        self.for_each_lane(function, operands, None);
        Ok(())
    }

    fn compute_of_texts(&mut self, function: CharacterFunction, operands: Vec<ValueId>) -> Result<ValueId, JitError> {
        Ok(self.once_or_for_each(RuntimeFunction::OfTexts(function), operands, Element::I32))
    }

    fn take_scratch(&mut self, function: RuntimeFunction, operands: Vec<ValueId>) -> Result<ValueId, JitError> {
        let address = self.once_or_for_each(function, operands, Element::I64);
        self.scratch_pieces.push(self.builder.code.ty(address).is_varying());
        let none = self.zero_like(address);
        let missing = self.builder.compare(Relation::Equal, address, none);
        self.fail_at_once(missing, SiteReason::OutOfMemory);
        Ok(address)
    }

    fn scratch_depth(&self) -> usize {
        self.scratch_pieces.len()
    }

    fn release_scratch(&mut self, depth: usize) -> Result<(), JitError> {
        for is_of_lanes in self.scratch_pieces.split_off(depth) {
            let one = self.builder.integer(1);
            let (function, operands) = (RuntimeFunction::ReleaseScratch, vec![one]);
            match is_of_lanes {
                true => drop(self.for_each_lane(function, operands, None)),
                false => self.builder.effect(Op::Runtime { function, operands, mask: None }),
            }
        }
        Ok(())
    }

    fn constant_text(&mut self, text: &[u8]) -> Text<ValueId> {
        let texts = &mut self.builder.code.texts;
        let index = texts.iter().position(|other| other == text).unwrap_or_else(|| {
            texts.push(text.to_vec());
            texts.len() - 1
        });
        let length = self.builder.integer(text.len() as i64);
        Text { address: self.builder.push(POINTER, Op::Text(index as u32)), length }
    }

    fn join(&mut self, parts: &[CharacterPart]) -> Result<Text<ValueId>, JitError> {
        let mut pieces = Vec::with_capacity(parts.len());
        let mut total = self.builder.integer(0);
        for part in parts {
            let piece = match part {
                CharacterPart::Text(text) => self.constant_text(text),
                CharacterPart::Range { start, length } => self.range_from(start, length)?,
                CharacterPart::Repeat(text, count) => self.repeat(text, count)?,
                CharacterPart::Char(code) => self.character(code)?,
            };
            total = self.builder.binary(BinaryOp::Add, total, piece.length);
            pieces.push(piece);
        }
        // A piece that varies is written by its lanes alone, so that they all need memory of their own.
        let is_common = pieces.iter().all(|piece| !self.varies(piece));
        if !is_common {
            total = self.builder.splat(total);
        }
        let address = self.take_scratch(RuntimeFunction::TakeScratch, vec![total])?;
        let mut cursor = address;
        for piece in pieces {
            let operands = vec![cursor, piece.length, piece.address, piece.length];
            match is_common {
                true => {
                    self.builder.effect(Op::Runtime { function: RuntimeFunction::AssignText, operands, mask: None })
                }
                false => drop(self.for_each_lane(RuntimeFunction::AssignText, operands, None)),
            }
            cursor = self.builder.binary(BinaryOp::Add, cursor, piece.length);
        }
        Ok(Text { address, length: total })
    }

    fn range(&mut self, array: VarId, offset: &IntegerExpr, length: &IntegerExpr) -> Result<Text<ValueId>, JitError> {
        let offset = self.wide(offset)?;
        let length = self.count(length)?;
        self.bytes_at(array, offset, length)
    }

    fn broken(&self, problem: &str) -> JitError {
        self.malformed(problem)
    }
}

impl Lowering<'_> {
    /// Calls a function of the run-time support for each active lane; the result, if there is one, varies.
    pub(super) fn for_each_lane(
        &mut self,
        function: RuntimeFunction,
        operands: Vec<ValueId>,
        result: Option<Element>,
    ) -> ValueId {
        let ty = result.map_or(GangType::uniform(Element::Nothing), GangType::varying);
        let mask = Some(self.active_mask());
        self.builder.push(ty, Op::Runtime { function, operands, mask })
    }

    /// As [`Lowering::for_each_lane`], but once if all operands are uniform.
    fn once_or_for_each(&mut self, function: RuntimeFunction, operands: Vec<ValueId>, result: Element) -> ValueId {
        if operands.iter().any(|operand| self.builder.code.ty(*operand).is_varying()) {
            return self.for_each_lane(function, operands, Some(result));
        }
        self.builder.push(GangType::uniform(result), Op::Runtime { function, operands, mask: None })
    }

    fn varies(&self, text: &Text<ValueId>) -> bool {
        [text.address, text.length].iter().any(|part| self.builder.code.ty(*part).is_varying())
    }

    /// One character: the low byte of its code, in a slot of its own.
    fn character(&mut self, code: &IntegerExpr) -> Result<Text<ValueId>, JitError> {
        let code = self.integer(code)?;
        let code = self.builder.convert(code, Element::I32);
        let length = self.builder.integer(1);
        if self.builder.code.ty(code).is_varying() {
            let address = self.in_lane_slot(code);
            return Ok(Text { address, length });
        }
        let slot = self.new_slot(8);
        let address = self.builder.push(POINTER, Op::Slot(slot));
        self.builder.effect(Op::Store { address, value: code, mask: None });
        Ok(Text { address, length })
    }

    /// The bytes of a range; lanes for which they are not inside of the array fail. It is empty for these, and where no
    /// lane may be active that knows better. A negative length counts as zero.
    pub(super) fn bytes_at(
        &mut self,
        array: VarId,
        offset: ValueId,
        length: ValueId,
    ) -> Result<Text<ValueId>, JitError> {
        let at = self.locate_piece(array)?;
        let none = self.builder.integer(0);
        let length = self.builder.binary(BinaryOp::Max, length, none);
        let zero = self.builder.integer(0);
        let room = self.builder.binary(BinaryOp::Subtract, at.length, offset);
        let begins = self.builder.compare(Relation::GreaterEqual, offset, zero);
        let ends = self.builder.compare(Relation::LessEqual, length, room);
        let inside = self.builder.binary(BinaryOp::And, begins, ends);
        let empty = self.builder.compare(Relation::Equal, length, zero);
        let good = self.builder.binary(BinaryOp::Or, inside, empty);
        let bad = self.builder.unary(crate::gang::ir::UnaryOp::Not, good);
        let name = self.unit.vars[array].name.clone();
        self.fail_where(bad, SiteReason::OutOfBounds { array: name });
        let is_used = match self.around.options.checks.are_made() {
            true => good,
            false => {
                let active = self.active_mask();
                self.builder.any(active)
            }
        };
        let length = self.builder.blend(is_used, length, zero);
        let pointers = self.lane_pointers(at);
        Ok(Text { address: self.builder.binary(BinaryOp::Add, pointers, offset), length })
    }

    /// Where each lane's element 0 is: uniform if the lanes share it.
    pub(super) fn lane_pointers(&mut self, at: Location) -> ValueId {
        let between = match at.lay {
            LaneLayout::Shared | LaneLayout::ByAddress => return at.base,
            LaneLayout::Interleaved => self.builder.integer(i64::from(at.width)),
            LaneLayout::Apart(stride) => stride,
        };
        let lanes = self.builder.push(GangType::varying(Element::I64), Op::Lanes);
        let behind = self.builder.binary(BinaryOp::Multiply, lanes, between);
        self.builder.binary(BinaryOp::Add, behind, at.base)
    }

    /// The addresses of a varying value in a stack slot of its own.
    pub(super) fn in_lane_slot(&mut self, value: ValueId) -> ValueId {
        let element = self.builder.code.ty(value).element;
        let base = self.lane_slot(element);
        self.builder.effect(Op::Store { address: base, value, mask: None });
        self.slot_pointers(base, element.size())
    }

    /// The addresses of the lanes in memory that has `bytes` bytes for each lane, one after the other.
    pub(super) fn slot_pointers(&mut self, base: ValueId, bytes: u32) -> ValueId {
        let lanes = self.builder.push(GangType::varying(Element::I64), Op::Lanes);
        let bytes = self.builder.integer(i64::from(bytes));
        let behind = self.builder.binary(BinaryOp::Multiply, lanes, bytes);
        self.builder.binary(BinaryOp::Add, behind, base)
    }
}
