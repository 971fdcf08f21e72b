//! Input and output of a lane: it drives [`forlane_semantics::io`] with files of its own.

use super::evaluate::{Evaluator, access_trouble};
use super::frame::Trouble;
use super::lane_files::Running;
use super::machine::Machine;
use super::memory::{AccessError, Reference};
use super::outcome::{Event, Failure};
use super::scalar::Scalar;
use forlane_cfg::expr::{Expr, IntegerExpr};
use forlane_cfg::graph::Argument;
use forlane_cfg::transfer::{Handled, IoAction, IoKind};
use forlane_cfg::unit::{Unit, VarId};
use forlane_semantics::io::{Datum, Format, Item, ItemType, Transfer, Unit as IoUnit};
use forlane_semantics::types::{IntegerKind, RealKind, Type};
use std::sync::Arc;

impl Machine<'_> {
    /// Performs a step of an input or output statement.
    pub fn io(&mut self, unit: &Unit, io: &IoAction, lane: usize) -> Result<(), Trouble> {
        match io.kind {
            IoKind::WriteUnit | IoKind::ReadUnit | IoKind::WriteInternal | IoKind::ReadInternal => {
                self.begin_transfer(unit, io, lane)
            }
            IoKind::System(service) => {
                let transfer = Transfer::request(service);
                self.lanes[lane].transfers.push(Running { transfer, target: None });
                Ok(())
            }
            IoKind::Write => {
                let values = self.evaluate(unit, lane, |evaluator| {
                    io.operands.iter().map(|operand| evaluator.written(operand)).collect::<Result<Vec<_>, _>>()
                })?;
                self.write_values(&values, lane);
                Ok(())
            }
            IoKind::WriteArray => {
                let elements = self.elements_of(unit, &io.objects, lane)?;
                elements.into_iter().for_each(|element| self.write_values(&[Written::Scalar(element)], lane));
                Ok(())
            }
            IoKind::Read => self.read_scalars(unit, &io.objects, lane),
            IoKind::ReadArray => self.read_array(unit, &io.objects, lane),
            IoKind::ReadText => self.read_text(unit, io, lane),
            IoKind::End(handled) => self.end_transfer(unit, io, handled, lane),
            // It concerns the system alone.
            IoKind::ExitStatus => Ok(()),
        }
    }

    fn begin_transfer(&mut self, unit: &Unit, io: &IoAction, lane: usize) -> Result<(), Trouble> {
        let (numbers, format) = self.evaluate(unit, lane, |evaluator| {
            let format = io.format().map(|format| evaluator.text(format)).transpose()?;
            let numbers = io.operands.iter().filter_map(|operand| match operand {
                Expr::Integer(number) => Some(evaluator.index(number)),
                _ => None,
            });
            Ok((numbers.collect::<Result<Vec<i64>, _>>()?, format))
        })?;
        let format = format.map(|text| Format::parse(&text).map(Arc::new).map_err(|problem| problem.in_text(&text)));
        let (from, target) = match (&io.objects[..], &numbers[..]) {
            ([Argument::Element(array, offset)], &[length, count]) => {
                let (run, first) = self.character_run(unit, *array, offset, length.saturating_mul(count), lane)?;
                let characters = self.characters(run, first, length.saturating_mul(count), lane);
                (IoUnit::Internal { characters, length: length.max(0) as usize }, Some((run, first)))
            }
            (_, &[number, ..]) => (IoUnit::Number(number), None),
            _ => return Err(Trouble::broken("a transfer begins without a unit")),
        };
        let writes = matches!(io.kind, IoKind::WriteUnit | IoKind::WriteInternal);
        let target = target.filter(|_| writes);
        if let Some((run, _)) = target {
            self.lanes[lane].memory.hold(run);
        }
        let files = &mut self.lanes[lane].files;
        let transfer = match format.transpose() {
            Err(problem) => Transfer::failing(problem),
            Ok(format) if writes => Transfer::write_to(from, format, files),
            Ok(format) => Transfer::read_from(from, format, files),
        };
        self.lanes[lane].transfers.push(Running { transfer, target });
        Ok(())
    }

    /// The run of an array and the first element of characters in it, all of which are inside.
    fn character_run(
        &self,
        unit: &Unit,
        array: VarId,
        offset: &IntegerExpr,
        length: i64,
        lane: usize,
    ) -> Result<(Reference, i64), Trouble> {
        self.evaluate(unit, lane, |evaluator| {
            let (run, first) = (evaluator.frame.place(unit, array)?, evaluator.index(offset)?);
            let is_inside = first >= 0 && first.saturating_add(length.max(0)) <= run.length as i64;
            if length > 0 && !is_inside {
                return Err(access_trouble(AccessError::OutOfBounds, unit, array));
            }
            Ok((run, first))
        })
    }

    fn characters(&self, run: Reference, first: i64, length: i64, lane: usize) -> Vec<u8> {
        let elements = self.lanes[lane].memory.elements(run);
        let bytes = elements.iter().map(|element| element.as_integer().unwrap_or(0) as u8);
        bytes.skip(first.max(0) as usize).take(length.max(0) as usize).collect()
    }

    fn write_values(&mut self, values: &[Written], lane: usize) {
        let lane = &mut self.lanes[lane];
        let Some(running) = lane.transfers.last_mut() else { return };
        let item = match values {
            [Written::Scalar(Scalar::Real4(real)), Written::Scalar(Scalar::Real4(imaginary))] => {
                Item::Complex4(*real, *imaginary)
            }
            [Written::Scalar(Scalar::Real8(real)), Written::Scalar(Scalar::Real8(imaginary))] => {
                Item::Complex8(*real, *imaginary)
            }
            [Written::Text(text)] => Item::Character(text),
            [Written::Scalar(scalar)] => item_of(*scalar),
            _ => return,
        };
        running.transfer.write(&item, &mut lane.files);
    }

    fn elements_of(&self, unit: &Unit, objects: &[Argument], lane: usize) -> Result<Vec<Scalar>, Trouble> {
        let [Argument::Array(array)] = objects else { return Err(Trouble::broken("a step has no array")) };
        self.evaluate(unit, lane, |evaluator| {
            let run = evaluator.frame.place(unit, *array)?;
            Ok(evaluator.memory.elements(run).to_vec())
        })
    }

    /// The next value of that type; none leaves the item as it is.
    fn read_value(&mut self, ty: ItemType, lane: usize) -> Option<Datum> {
        let lane = &mut self.lanes[lane];
        lane.transfers.last_mut()?.transfer.read(ty, &mut lane.files)
    }

    fn read_scalars(&mut self, unit: &Unit, objects: &[Argument], lane: usize) -> Result<(), Trouble> {
        let Some(ty) = objects.first().map(|object| object.ty(unit).unwrap_or(Type::Logical)) else { return Ok(()) };
        // The elements are checked before anything is read.
        for object in objects {
            if let Argument::Element(array, offset) = object {
                self.evaluate(unit, lane, |evaluator| evaluator.element(*array, evaluator.index(offset)?))?;
            }
        }
        let values = match self.read_value(item_type(ty, objects.len()), lane) {
            Some(datum) => scalars_of(&datum, ty),
            None => Vec::new(),
        };
        for (at, object) in objects.iter().enumerate() {
            self.set_object(unit, object, values.get(at).copied(), lane)?;
        }
        Ok(())
    }

    /// Assigns an object a value; without one it keeps what it has.
    fn set_object(
        &mut self,
        unit: &Unit,
        object: &Argument,
        value: Option<Scalar>,
        lane: usize,
    ) -> Result<(), Trouble> {
        match (object, value) {
            (Argument::InOut { before, after }, value) => {
                let kept = self.evaluate(unit, lane, |evaluator| evaluator.expr(before))?;
                self.define(*after, value.unwrap_or(kept), lane)
            }
            (Argument::Variable(var), Some(value)) => self.assign(unit, *var, 0, value, lane),
            (Argument::Element(array, offset), Some(value)) => {
                let offset = self.evaluate(unit, lane, |evaluator| evaluator.index(offset))?;
                self.assign(unit, *array, offset, value, lane)
            }
            _ => Ok(()),
        }
    }

    fn read_array(&mut self, unit: &Unit, objects: &[Argument], lane: usize) -> Result<(), Trouble> {
        let length = self.elements_of(unit, objects, lane)?.len();
        let [object @ Argument::Array(array)] = objects else { return Ok(()) };
        let ty = object.ty(unit).unwrap_or(Type::Logical);
        for offset in 0..length {
            let value = self.read_value(item_type(ty, 1), lane).and_then(|datum| scalars_of(&datum, ty).pop());
            if let Some(value) = value {
                self.assign(unit, *array, offset as i64, value, lane)?;
            }
        }
        Ok(())
    }

    fn read_text(&mut self, unit: &Unit, io: &IoAction, lane: usize) -> Result<(), Trouble> {
        let ([Argument::Element(array, offset)], [Expr::Integer(length)]) = (&io.objects[..], &io.operands[..]) else {
            return Err(Trouble::broken("a text is read into something else"));
        };
        let length = self.evaluate(unit, lane, |evaluator| evaluator.index(length))?.max(0);
        let (_, first) = self.character_run(unit, *array, offset, length, lane)?;
        if let Some(Datum::Character(text)) = self.read_value(ItemType::Character(length as usize), lane) {
            for (at, byte) in text.iter().enumerate() {
                self.assign(unit, *array, first + at as i64, Scalar::Integer1(*byte as i8), lane)?;
            }
        }
        Ok(())
    }

    fn end_transfer(&mut self, unit: &Unit, io: &IoAction, handled: Handled, lane: usize) -> Result<(), Trouble> {
        let state = &mut self.lanes[lane];
        let Some(running) = state.transfers.pop() else {
            return Err(Trouble::broken("a transfer ends that has not begun"));
        };
        let before = state.files.printed.len();
        let finished = running.transfer.finish(&mut state.files);
        if self.options.trace {
            let records = state.files.printed[before..].iter().cloned();
            state.trace.extend(records.map(|record| Event::Print { record }));
        }
        if let Some((run, _)) = running.target {
            state.memory.let_go(run);
        }
        if let (Some(characters), Some((run, first))) = (finished.internal, running.target) {
            for (at, byte) in characters.iter().enumerate() {
                let byte = Scalar::Integer1(*byte as i8);
                let written = state.memory.write(run, first + at as i64, byte);
                written.map_err(|_| Trouble::broken("an internal file has gone"))?;
            }
        }
        let number = finished.error.as_ref().map_or(0, |error| error.number);
        if let Some(error) = finished.error.filter(|error| !handled.covers(error.number)) {
            return Err(Trouble::Fails(Failure::Stated(format!("Fortran runtime error: {}", error.message))));
        }
        let [object] = &io.objects[..] else { return Ok(()) };
        match object.ty(unit).unwrap_or(Type::Logical) {
            Type::Integer(kind) => self.set_object(unit, object, Some(Scalar::integer(kind, i64::from(number))), lane),
            _ => Err(Trouble::broken("a status is not an integer")),
        }
    }
}

/// A value to be written.
enum Written {
    Scalar(Scalar),
    Text(Vec<u8>),
}

impl Evaluator<'_> {
    fn written(self, operand: &Expr) -> Result<Written, Trouble> {
        match operand {
            Expr::Character(text) => self.text(text).map(Written::Text),
            operand => self.expr(operand).map(Written::Scalar),
        }
    }
}

fn item_of(scalar: Scalar) -> Item<'static> {
    match scalar {
        Scalar::Integer1(value) => Item::Integer(i64::from(value), 1),
        Scalar::Integer2(value) => Item::Integer(i64::from(value), 2),
        Scalar::Integer4(value) => Item::Integer(i64::from(value), 4),
        Scalar::Integer8(value) => Item::Integer(value, 8),
        Scalar::Real4(value) => Item::Real4(value),
        Scalar::Real8(value) => Item::Real8(value),
        Scalar::Logical(value) => Item::Logical(value, 4),
    }
}

/// The type of an item of `scalars` scalars: two reals are a complex number.
fn item_type(ty: Type, scalars: usize) -> ItemType {
    match (ty, scalars) {
        (Type::Integer(kind), _) => ItemType::Integer(kind.size() as u8),
        (Type::Real(RealKind::R4), 2) | (Type::Complex(RealKind::R4), _) => ItemType::Complex4,
        (Type::Real(RealKind::R8), 2) | (Type::Complex(RealKind::R8), _) => ItemType::Complex8,
        (Type::Real(RealKind::R4), _) => ItemType::Real4,
        (Type::Real(RealKind::R8), _) => ItemType::Real8,
        (Type::Logical, _) => ItemType::Logical(4),
        (Type::Character, _) => ItemType::Character(1),
    }
}

fn scalars_of(datum: &Datum, ty: Type) -> Vec<Scalar> {
    match datum {
        Datum::Integer(value) => {
            let kind = if let Type::Integer(kind) = ty { kind } else { IntegerKind::I4 };
            vec![Scalar::integer(kind, *value)]
        }
        Datum::Real4(value) => vec![Scalar::Real4(*value)],
        Datum::Real8(value) => vec![Scalar::Real8(*value)],
        Datum::Logical(value) => vec![Scalar::Logical(*value)],
        Datum::Complex4(real, imaginary) => vec![Scalar::Real4(*real), Scalar::Real4(*imaginary)],
        Datum::Complex8(real, imaginary) => vec![Scalar::Real8(*real), Scalar::Real8(*imaginary)],
        Datum::Character(_) => Vec::new(),
    }
}
