//! CHARACTER in generated code: texts are addresses and lengths, and what is done with them is a call of the run-time
//! support.
//!
//! [`TextCode`] says which function is called with which operands. Scalar and gang code implement how a function is
//! called: for the only lane, or for each active lane, one after the other.
//!
//! A text that is joined of parts is built in scratch memory, which works as a stack: an operation releases what it
//! took after the last use. How much that is, is known when the code is generated.

use crate::error::JitError;
use crate::runtime::RuntimeFunction;
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart, IntegerExpr, Place, VarId};

/// A text: the address of its first byte and its length, 64 bits, not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<V> {
    pub address: V,
    pub length: V,
}

/// Code that is being generated, as far as texts need it.
pub(crate) trait TextCode {
    /// A value of the code.
    type Value: Copy;

    /// A constant of 64 bits.
    fn constant(&mut self, value: i64) -> Self::Value;

    /// The product of two numbers of 64 bits.
    fn product(&mut self, left: Self::Value, right: Self::Value) -> Self::Value;

    /// An INTEGER as 64 bits.
    fn wide(&mut self, expr: &IntegerExpr) -> Result<Self::Value, JitError>;

    /// As [`TextCode::wide`], with zero for a negative number.
    fn count(&mut self, expr: &IntegerExpr) -> Result<Self::Value, JitError>;

    /// Calls a function for the active lanes.
    fn call_support(&mut self, function: RuntimeFunction, operands: Vec<Self::Value>) -> Result<(), JitError>;

    /// Calls a function of texts, whose result is an INTEGER(4).
    fn compute_of_texts(
        &mut self,
        function: CharacterFunction,
        operands: Vec<Self::Value>,
    ) -> Result<Self::Value, JitError>;

    /// Calls a function that takes scratch memory; its address. Lanes for which there is none fail.
    fn take_scratch(&mut self, function: RuntimeFunction, operands: Vec<Self::Value>) -> Result<Self::Value, JitError>;

    /// The number of pieces of scratch memory that are taken at this place.
    fn scratch_depth(&self) -> usize;

    /// Releases the last pieces of scratch memory, until `depth` are left.
    fn release_scratch(&mut self, depth: usize) -> Result<(), JitError>;

    /// A constant text.
    fn constant_text(&mut self, text: &[u8]) -> Text<Self::Value>;

    /// A text joined of parts, in scratch memory.
    fn join(&mut self, parts: &[CharacterPart]) -> Result<Text<Self::Value>, JitError>;

    /// The bytes of a range. Lanes for which they are not inside of the array fail.
    fn range(
        &mut self,
        array: VarId,
        offset: &IntegerExpr,
        length: &IntegerExpr,
    ) -> Result<Text<Self::Value>, JitError>;

    /// The error for a unit that breaks the rules.
    fn broken(&self, problem: &str) -> JitError;

    /// The value of a function of texts.
    fn of_texts(&mut self, function: CharacterFunction, texts: &[CharacterExpr]) -> Result<Self::Value, JitError> {
        if texts.len() != function.operands() {
            return Err(self.broken("a function of texts has another number of operands"));
        }
        let depth = self.scratch_depth();
        let mut operands = Vec::with_capacity(2 * texts.len());
        for text in texts {
            let text = self.text(text)?;
            operands.extend([text.address, text.length]);
        }
        let result = self.compute_of_texts(function, operands)?;
        self.release_scratch(depth)?;
        Ok(result)
    }

    /// Assigns a text in memory.
    fn store_text(
        &mut self,
        array: VarId,
        offset: &IntegerExpr,
        length: &IntegerExpr,
        value: &CharacterExpr,
    ) -> Result<(), JitError> {
        let depth = self.scratch_depth();
        let value = self.text(value)?;
        let target = self.range(array, offset, length)?;
        let operands = vec![target.address, target.length, value.address, value.length];
        self.call_support(RuntimeFunction::AssignText, operands)?;
        self.release_scratch(depth)
    }

    /// A CHARACTER value. It may be in scratch memory.
    fn text(&mut self, text: &CharacterExpr) -> Result<Text<Self::Value>, JitError> {
        if let Some(constant) = text.as_text() {
            return Ok(self.constant_text(constant));
        }
        match &text.parts[..] {
            [CharacterPart::Range { start, length }] => self.range_from(start, length),
            [CharacterPart::Repeat(text, count)] => self.repeat(text, count),
            parts => self.join(parts),
        }
    }

    /// A text several times, in scratch memory.
    fn repeat(&mut self, text: &CharacterExpr, count: &IntegerExpr) -> Result<Text<Self::Value>, JitError> {
        let text = self.text(text)?;
        let count = self.count(count)?;
        let address = self.take_scratch(RuntimeFunction::RepeatText, vec![text.address, text.length, count])?;
        Ok(Text { address, length: self.product(text.length, count) })
    }

    /// The bytes from an element on.
    fn range_from(&mut self, start: &Place, length: &IntegerExpr) -> Result<Text<Self::Value>, JitError> {
        match start {
            Place::Element(array, offset) => self.range(*array, offset, length),
            Place::Variable(_) | Place::Value(_) | Place::Section(_) => {
                Err(self.broken("a text does not begin at an element"))
            }
        }
    }
}
