//! Appends operations to gang code, folding what is known or without effect.

use super::fold;
use super::ir::{
    BinaryOp, BlockId, Element, Fused, GangCode, GangType, Op, Target, Terminator, UnaryOp, Value, ValueId,
};
use forlane_cfg::{Relation, Shape};
use std::collections::HashMap;

/// Appends to one block of the code at a time.
#[derive(Debug)]
pub struct Builder {
    /// The code built so far.
    pub code: GangCode,
    /// Where operations go.
    pub block: BlockId,
    /// The pure operations whose values can be used where building is. Only looked up, never walked.
    known: HashMap<(GangType, Op), ValueId>,
    /// The keys of `known`, in the order in which they became known.
    trail: Vec<(GangType, Op)>,
    /// Whether what is built now can't be used later.
    forgets: bool,
}

/// A place to which [`Builder::forget`] goes back.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl Builder {
    /// Starts at the entry of empty code.
    pub fn new(name: &str, lanes: u32) -> Builder {
        let code = GangCode::new(name, lanes);
        let block = code.entry;
        Builder { code, block, known: HashMap::new(), trail: Vec::new(), forgets: false }
    }

    /// Marks where code begins whose values can't be used after it.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Ends code that began at the mark: its values can't be used any more.
    pub fn forget(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            if let Some(key) = self.trail.pop() {
                self.known.remove(&key);
            }
        }
    }

    /// Builds elsewhere, in a block from which no way leads here or that is ended already.
    pub fn aside<T>(&mut self, block: BlockId, build: impl FnOnce(&mut Builder) -> T) -> T {
        let (here, forgot) = (std::mem::replace(&mut self.block, block), std::mem::replace(&mut self.forgets, true));
        let result = build(self);
        (self.block, self.forgets) = (here, forgot);
        result
    }

    /// A new, empty block.
    pub fn new_block(&mut self) -> BlockId {
        self.code.blocks.alloc(super::ir::Block::new())
    }

    /// A new parameter of a block.
    pub fn parameter(&mut self, block: BlockId, ty: GangType) -> ValueId {
        let value = self.code.values.alloc(Value { ty, op: Op::Parameter });
        self.code.blocks[block].parameters.push(value);
        value
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        self.code.blocks[self.block].terminator = terminator;
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: BlockId, arguments: Vec<ValueId>) {
        self.terminate(Terminator::Jump(Target { block, arguments }));
    }

    /// Appends an operation, or returns the value that it would have.
    pub fn push(&mut self, ty: GangType, op: Op) -> ValueId {
        match fold::fold(&self.code, ty, op) {
            fold::Folded::Value(value) => value,
            fold::Folded::Op(op) => self.append(ty, op),
        }
    }

    fn append(&mut self, ty: GangType, op: Op) -> ValueId {
        let key = (ty, op);
        let is_kept = !self.forgets && key.1.is_pure();
        if is_kept && let Some(value) = self.known.get(&key) {
            return *value;
        }
        let value = self.code.values.alloc(Value { ty, op: key.1.clone() });
        self.code.blocks[self.block].ops.push(value);
        if is_kept {
            self.known.insert(key.clone(), value);
            self.trail.push(key);
        }
        value
    }

    /// Appends an operation that is done for its effect.
    pub fn effect(&mut self, op: Op) {
        self.push(GangType::uniform(Element::Nothing), op);
    }

    /// A constant of that type.
    pub fn constant(&mut self, ty: GangType, bits: u64) -> ValueId {
        self.push(ty, Op::Constant(bits))
    }

    /// What no lane reads. Only reals can be anything: masks are tested, and of integers addresses are made, for idle
    /// lanes, too.
    pub fn unread(&mut self, ty: GangType) -> ValueId {
        match ty.is_varying() && ty.element.is_real() {
            true => self.push(ty, Op::Undefined),
            false => self.constant(ty, 0),
        }
    }

    /// A uniform I64.
    pub fn integer(&mut self, value: i64) -> ValueId {
        self.constant(GangType::uniform(Element::I64), value as u64)
    }

    /// A mask or condition that is the same everywhere.
    pub fn truth(&mut self, ty: GangType, value: bool) -> ValueId {
        self.constant(ty, if value { u64::MAX } else { 0 })
    }

    /// On one operand.
    pub fn unary(&mut self, op: UnaryOp, operand: ValueId) -> ValueId {
        let ty = self.code.ty(operand);
        self.push(ty, Op::Unary(op, operand))
    }

    /// On two operands of one element; a uniform one is splat if the other varies.
    pub fn binary(&mut self, op: BinaryOp, left: ValueId, right: ValueId) -> ValueId {
        let (left, right) = self.same_shape(left, right);
        let ty = self.code.ty(left);
        if let Some((inner, sum)) = self.sum_with_constants(op, left, right) {
            let sum = self.constant(ty, fold::normalize(ty.element, sum));
            return self.push(ty, Op::Binary(BinaryOp::Add, inner, sum));
        }
        let factor = if ty.element.is_real() { None } else { self.code.constant(right) };
        match (op, factor) {
            (BinaryOp::Multiply, Some(2)) => self.push(ty, Op::Binary(BinaryOp::Add, left, left)),
            (BinaryOp::Multiply, Some(3)) => {
                let twice = self.push(ty, Op::Binary(BinaryOp::Add, left, left));
                self.push(ty, Op::Binary(BinaryOp::Add, twice, left))
            }
            (BinaryOp::Multiply, _)
                if !ty.element.is_real() && factor.is_none() && self.code.constant(left).is_some() =>
            {
                self.binary(op, right, left)
            }
            _ => self.push(ty, Op::Binary(op, left, right)),
        }
    }

    /// On a product and a third operand, all reals of one element.
    pub fn fused(&mut self, fused: Fused, a: ValueId, b: ValueId, c: ValueId) -> ValueId {
        let is_varying = [a, b, c].into_iter().any(|operand| self.code.ty(operand).is_varying());
        let [a, b, c] = [a, b, c].map(|operand| if is_varying { self.splat(operand) } else { operand });
        self.push(self.code.ty(a), Op::Fused(fused, a, b, c))
    }

    /// Of an integer sum or difference of two constants and something, that and the one constant to be added.
    fn sum_with_constants(&self, op: BinaryOp, left: ValueId, right: ValueId) -> Option<(ValueId, u64)> {
        let signed = |op: BinaryOp, bits: u64| match op {
            BinaryOp::Add => Some(bits),
            BinaryOp::Subtract => Some(bits.wrapping_neg()),
            _ => None,
        };
        let Op::Binary(inner, operand, constant) = self.code.values[left].op else { return None };
        if !matches!(self.code.ty(left).element, Element::I64 | Element::I32) {
            return None;
        }
        let first = signed(inner, self.code.constant(constant)?)?;
        let second = signed(op, self.code.constant(right)?)?;
        Some((operand, first.wrapping_add(second)))
    }

    /// A comparison of two operands of one element.
    pub fn compare(&mut self, relation: Relation, left: ValueId, right: ValueId) -> ValueId {
        let (mut left, right) = self.same_shape(left, right);
        let ty = self.code.ty(left);
        if matches!(relation, Relation::Equal | Relation::NotEqual)
            && self.code.constant(right) == Some(0)
            && let Some((dividend, rest)) = self.remainder_by_power_of_two(left)
        {
            // It is zero where the lower bits are, whatever the sign.
            let rest = self.constant(ty, rest);
            left = self.push(ty, Op::Binary(BinaryOp::And, dividend, rest));
        }
        let element = if ty.is_varying() { ty.element.mask() } else { Element::Bool };
        self.push(GangType { element, ..ty }, Op::Compare(relation, left, right))
    }

    /// Of a remainder by a power of two, as [`super::lower`] computes it, the dividend and the divisor less one.
    fn remainder_by_power_of_two(&self, value: ValueId) -> Option<(ValueId, u64)> {
        let op = |value: ValueId| &self.code.values[value].op;
        let Op::Binary(BinaryOp::Subtract, dividend, whole) = *op(value) else { return None };
        let Op::Binary(BinaryOp::And, moved, mask) = *op(whole) else { return None };
        let Op::Binary(BinaryOp::Add, unmoved, bias) = *op(moved) else { return None };
        let Op::Unary(UnaryOp::ShiftRightUnsigned(shift), sign) = *op(bias) else { return None };
        let (mask, bits) = (self.code.constant(mask)?, self.code.ty(value).element.size() * 8);
        let exponent = mask.trailing_zeros();
        let is_sign = sign == dividend && exponent == 1
            || matches!(*op(sign), Op::Unary(UnaryOp::ShiftRight(all), of) if of == dividend && u32::from(all) == bits - 1);
        let fits =
            is_sign && unmoved == dividend && u32::from(shift) + exponent == bits && mask == u64::MAX << exponent;
        fits.then_some((dividend, !mask))
    }

    /// Where the mask (or, of uniform values, the condition) is true the first value, else the second. The mask gets
    /// the width of the values.
    pub fn blend(&mut self, mask: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let (mut yes, mut no) = self.same_shape(yes, no);
        if self.code.ty(mask).is_varying() {
            (yes, no) = (self.splat(yes), self.splat(no));
        }
        let ty = self.code.ty(yes);
        let mask = if ty.is_varying() { self.mask_of_width(mask, ty.element.mask()) } else { mask };
        match self.blend_of_signs(mask, yes, no) {
            Some(value) => value,
            None => self.push(ty, Op::Blend(mask, yes, no)),
        }
    }

    /// A blend of a varying real and its negative: the real, its sign changed by the mask.
    fn blend_of_signs(&mut self, mask: ValueId, yes: ValueId, no: ValueId) -> Option<ValueId> {
        let ty = self.code.ty(yes);
        if !ty.is_varying() || !ty.element.is_real() {
            return None;
        }
        let is_negative_of = |a: ValueId, b: ValueId| self.code.values[a].op == Op::Unary(UnaryOp::Negate, b);
        let (value, negated_in_mask) = match (is_negative_of(yes, no), is_negative_of(no, yes)) {
            (true, _) => (no, true),
            (_, true) => (yes, false),
            _ => return None,
        };
        let sign = self.constant(ty, 1 << (ty.element.size() * 8 - 1));
        let zero = self.constant(ty, 0);
        let (yes, no) = if negated_in_mask { (sign, zero) } else { (zero, sign) };
        let change = self.push(ty, Op::Blend(mask, yes, no));
        Some(self.push(ty, Op::Binary(BinaryOp::Xor, value, change)))
    }

    /// Converts to an element, keeping the shape.
    pub fn convert(&mut self, value: ValueId, element: Element) -> ValueId {
        let ty = self.code.ty(value);
        if ty.element == element {
            return value;
        }
        if let Op::Unary(UnaryOp::Not, inner) = self.code.values[value].op {
            // Outside, so that it becomes part of an and-not.
            let inner = self.push(GangType { element, ..ty }, Op::Convert(inner));
            return self.unary(UnaryOp::Not, inner);
        }
        self.push(GangType { element, ..ty }, Op::Convert(value))
    }

    /// The value in all lanes; a condition becomes a mask of 32 bits.
    pub fn splat(&mut self, value: ValueId) -> ValueId {
        let ty = self.code.ty(value);
        let element = if ty.element == Element::Bool { Element::Mask32 } else { ty.element };
        if ty.is_varying() { value } else { self.push(GangType::varying(element), Op::Splat(value)) }
    }

    /// A mask or condition as a mask of that width.
    pub fn mask_of_width(&mut self, mask: ValueId, element: Element) -> ValueId {
        match self.code.ty(mask) {
            GangType { shape: Shape::Uniform, .. } => self.push(GangType::varying(element), Op::Splat(mask)),
            _ => self.convert(mask, element),
        }
    }

    /// Whether any lane of the mask is set.
    pub fn any(&mut self, mask: ValueId) -> ValueId {
        self.push(GangType::uniform(Element::Bool), Op::Any(mask))
    }

    /// The set of lanes of the mask.
    pub fn bits(&mut self, mask: ValueId) -> ValueId {
        self.push(GangType::uniform(Element::I64), Op::MaskToBits(mask))
    }

    /// Loads; uniform or all lanes in a row.
    pub fn load(&mut self, ty: GangType, address: ValueId, constant: bool) -> ValueId {
        self.push(ty, Op::Load { address, constant })
    }

    fn same_shape(&mut self, left: ValueId, right: ValueId) -> (ValueId, ValueId) {
        match (self.code.ty(left).shape, self.code.ty(right).shape) {
            (Shape::Varying, Shape::Uniform) => {
                let element = self.code.ty(left).element;
                (left, self.splat_as(right, element))
            }
            (Shape::Uniform, Shape::Varying) => {
                let element = self.code.ty(right).element;
                (self.splat_as(left, element), right)
            }
            // Masks of unlike widths meet at the width of the first.
            (Shape::Varying, Shape::Varying) if self.code.ty(left).element.is_mask() => {
                let element = self.code.ty(left).element;
                (left, self.convert(right, element))
            }
            _ => (left, right),
        }
    }

    fn splat_as(&mut self, value: ValueId, element: Element) -> ValueId {
        if element.is_mask() { self.mask_of_width(value, element) } else { self.splat(value) }
    }
}
