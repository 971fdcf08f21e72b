//! CHARACTER values, as bytes.

use super::LARGE;
use super::evaluate::{Evaluator, access_trouble};
use super::frame::Trouble;
use super::machine::{Machine, burn};
use super::memory::{AccessError, Object};
use super::outcome::{Event, Failure};
use super::scalar::Scalar;
use forlane_cfg::expr::{IntegerExpr, Place};
use forlane_cfg::unit::{Unit, VarId};
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart};
use forlane_semantics::numeric::character;

/// A text of this number of bytes costs as much as a step.
const BYTES_OF_FUEL: u64 = 64;

impl Evaluator<'_> {
    /// A CHARACTER value; a unit of fuel burns for each [`BYTES_OF_FUEL`] bytes.
    pub fn text(self, text: &CharacterExpr) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        for part in &text.parts {
            match part {
                CharacterPart::Text(text) => bytes.extend_from_slice(text),
                CharacterPart::Range { start: Place::Element(array, offset), length } => {
                    let (first, length) = self.range(*array, offset, length)?;
                    for at in 0..length {
                        bytes.push(self.byte(*array, first + at)?);
                    }
                }
                CharacterPart::Range { .. } => return Err(Trouble::broken("a text does not begin at an element")),
                CharacterPart::Char(code) => bytes.push(self.index(code)? as u8),
                CharacterPart::Repeat(text, count) => {
                    let (text, count) = (self.text(text)?, self.index(count)?);
                    let count = usize::try_from(count).unwrap_or(0);
                    check_size(text.len().saturating_mul(count))?;
                    bytes.extend(text.repeat(count));
                }
            }
            check_size(bytes.len())?;
        }
        burn(self.fuel, bytes.len() as u64 / BYTES_OF_FUEL)?;
        Ok(bytes)
    }

    /// What is computed of CHARACTER values.
    pub fn of_texts(self, function: CharacterFunction, texts: &[CharacterExpr]) -> Result<Scalar, Trouble> {
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| self.text(text)).collect::<Result<_, _>>()?;
        match &texts[..] {
            [left, right] if function.operands() == 2 => {
                Ok(Scalar::Integer4(character::compute(function, left, right)))
            }
            [text] if function.operands() == 1 => Ok(Scalar::Integer4(character::compute(function, text, &[]))),
            _ => Err(Trouble::broken("a CHARACTER function has another number of operands")),
        }
    }

    /// The first element and the number of elements of a range, all of them in the array.
    fn range(self, array: VarId, offset: &IntegerExpr, length: &IntegerExpr) -> Result<(i64, i64), Trouble> {
        let (first, length) = (self.index(offset)?, self.index(length)?.max(0));
        let elements = self.frame.place(self.unit, array)?.length as i64;
        let is_inside = first >= 0 && first.checked_add(length).is_some_and(|end| end <= elements);
        if length > 0 && !is_inside {
            return Err(access_trouble(AccessError::OutOfBounds, self.unit, array));
        }
        Ok((first, length))
    }

    fn byte(self, array: VarId, at: i64) -> Result<u8, Trouble> {
        match self.element(array, at)? {
            Scalar::Integer1(byte) => Ok(byte as u8),
            _ => Err(Trouble::broken("a text is made of something else than bytes")),
        }
    }
}

impl Machine<'_> {
    /// Assigns CHARACTER in memory.
    pub fn store_text(
        &mut self,
        unit: &Unit,
        array: VarId,
        (offset, length): (&IntegerExpr, &IntegerExpr),
        value: &CharacterExpr,
        lane: usize,
    ) -> Result<(), Trouble> {
        let (first, value) = self.evaluate(unit, lane, |evaluator| {
            let value = evaluator.text(value)?;
            let (first, length) = evaluator.range(array, offset, length)?;
            let mut bytes = vec![0; length as usize];
            character::assign(&mut bytes, &value);
            Ok((first, bytes))
        })?;
        for (at, byte) in value.iter().enumerate() {
            self.assign(unit, array, first + at as i64, Scalar::Integer1(*byte as i8), lane)?;
        }
        if self.options.trace {
            let array = unit.vars.get(array).map(|variable| variable.name.clone()).unwrap_or_default();
            let text = String::from_utf8_lossy(&value).into_owned();
            self.lanes[lane].trace.push(Event::StoreText { array, offset: first, text });
        }
        Ok(())
    }

    /// Allocates an array of dynamic length, or frees it.
    pub fn allocate(
        &mut self,
        unit: &Unit,
        array: VarId,
        length: Option<&IntegerExpr>,
        lane: usize,
    ) -> Result<(), Trouble> {
        let length = match length {
            Some(length) => self.evaluate(unit, lane, |evaluator| evaluator.index(length))?,
            None => 0,
        };
        let length = usize::try_from(length).unwrap_or(0);
        let zero = unit.vars.get(array).and_then(|variable| Scalar::zero(variable.ty));
        let zero = zero.ok_or_else(|| Trouble::broken("what is allocated is not an array"))?;
        let lane = &mut self.lanes[lane];
        let Some(frame) = lane.frames.last() else { return Ok(()) };
        let object = frame.place(unit, array)?.object;
        if lane.memory.is_held(object) {
            let array = unit.vars.get(array).map(|variable| variable.name.clone()).unwrap_or_default();
            return Err(Trouble::Fails(Failure::FreedWhileHeld { array }));
        }
        check_size(length)?;
        lane.memory.replace(object, Object::Private(vec![zero; length]));
        // All that stand for the array have its new length.
        let places = lane.frames.iter_mut().flat_map(|frame| frame.places.iter_mut().flatten());
        let places = places.chain(lane.statics.values_mut());
        places.filter(|place| place.is_dynamic && place.object == object).for_each(|place| place.length = length);
        Ok(())
    }
}

/// Refuses what would take most of a machine's memory.
fn check_size(elements: usize) -> Result<(), Trouble> {
    if elements as u64 >= LARGE { Err(Trouble::Fails(Failure::OutOfMemory)) } else { Ok(()) }
}
