//! Input and output in generated code: which function of the run-time support each step of a statement calls, and with
//! which operands.
//!
//! Each lane has its own transfers ([`crate::runtime::io`]), so that lanes may part between the steps of a statement.
//! Items are in memory when the run-time support reads or writes them.

use crate::error::JitError;
use crate::runtime::RuntimeFunction;
use crate::runtime::io::ItemCode;
use crate::runtime::output::handled_number;
use crate::texts::{Text, TextCode};
use forlane_cfg::{
    Argument, CharacterExpr, Expr, Handled, IntegerExpr, IntegerKind, IoAction, IoKind, Place, Type, Unit, VarId,
};

/// Code that is being generated, as far as transfers need it.
pub(crate) trait TransferCode: TextCode {
    /// Memory for the scalars of an item.
    type Room: Copy;

    /// The unit that is compiled.
    fn unit(&self) -> &Unit;

    /// The value of an expression.
    fn evaluate(&mut self, expr: &Expr) -> Result<Self::Value, JitError>;

    /// Assigns what is read into.
    fn set_object(&mut self, object: &Argument, value: Self::Value) -> Result<(), JitError>;

    /// Puts scalars of a type in memory; the room and its address.
    fn put_in_room(&mut self, ty: Type, scalars: &[Self::Value]) -> (Self::Room, Self::Value);

    /// A scalar from memory.
    fn take_from_room(&mut self, room: Self::Room, ty: Type, index: usize) -> Self::Value;

    /// The address of an array, the number of its elements, and the bytes from one to the next.
    fn elements(&mut self, array: VarId) -> Result<[Self::Value; 3], JitError>;

    /// As [`TextCode::range`], of offset and length as 64 bits; a negative length counts as zero.
    fn bytes_of(
        &mut self,
        array: VarId,
        offset: Self::Value,
        length: Self::Value,
    ) -> Result<Text<Self::Value>, JitError>;

    /// The address of an array that must not be freed while it is used; zero for one that can't be.
    fn held_address(&mut self, array: VarId) -> Result<Self::Value, JitError>;

    /// Sets the exit status of the process.
    fn set_exit_status(&mut self, status: Self::Value) -> Result<(), JitError>;

    /// Ends a transfer; the lanes for which it failed in a way that is not handled fail. The status, of that kind.
    fn end(&mut self, handled: Self::Value, kind: IntegerKind) -> Result<Self::Value, JitError>;

    /// A step of an input or output statement.
    fn io(&mut self, io: &IoAction) -> Result<(), JitError> {
        let depth = self.scratch_depth();
        match (io.kind, &io.operands[..], &io.objects[..]) {
            (IoKind::WriteUnit | IoKind::ReadUnit, [Expr::Integer(unit), ..], _) => self.begin_unit(io, unit)?,
            (
                IoKind::WriteInternal | IoKind::ReadInternal,
                [Expr::Integer(length), Expr::Integer(records), ..],
                [Argument::Element(array, offset)],
            ) => self.begin_internal(io, [length, records], *array, offset)?,
            (IoKind::Write, [Expr::Character(text)], _) => {
                let text = self.text(text)?;
                self.call_support(RuntimeFunction::IoWriteText, vec![text.address, text.length])?;
            }
            (IoKind::Write, operands, _) => self.write_scalars(operands)?,
            (IoKind::WriteArray, _, [Argument::Array(array)]) => self.array(RuntimeFunction::IoWrite, *array)?,
            (IoKind::ReadArray, _, [Argument::Array(array)]) => self.array(RuntimeFunction::IoRead, *array)?,
            (IoKind::Read, _, objects) => self.read_scalars(objects)?,
            (IoKind::ReadText, [Expr::Integer(length)], [Argument::Element(array, offset)]) => {
                let target = self.range(*array, offset, length)?;
                self.call_support(RuntimeFunction::IoReadText, vec![target.address, target.length])?;
            }
            (IoKind::ExitStatus, [Expr::Integer(status)], _) => {
                let status = self.wide(status)?;
                self.set_exit_status(status)?;
            }
            (IoKind::System(service), _, _) => {
                let number = self.constant(service.number());
                self.call_support(RuntimeFunction::IoBeginRequest, vec![number])?;
            }
            (IoKind::End(handled), _, objects) => self.end_transfer(handled, objects)?,
            _ => return Err(self.broken("a step of input or output has other operands")),
        }
        self.release_scratch(depth)
    }

    /// Begins a transfer of a unit.
    fn begin_unit(&mut self, io: &IoAction, unit: &IntegerExpr) -> Result<(), JitError> {
        let unit = self.wide(unit)?;
        let writes = self.constant(i64::from(io.kind == IoKind::WriteUnit));
        let format = self.optional_text(io.format())?;
        self.call_support(RuntimeFunction::IoBeginUnit, vec![writes, unit, format.address, format.length])
    }

    /// Begins a transfer of an internal file.
    fn begin_internal(
        &mut self,
        io: &IoAction,
        [length, records]: [&IntegerExpr; 2],
        array: VarId,
        offset: &IntegerExpr,
    ) -> Result<(), JitError> {
        let [length, records] = [self.wide(length)?, self.wide(records)?];
        let all = self.product(length, records);
        let offset = self.wide(offset)?;
        let file = self.bytes_of(array, offset, all)?;
        let writes = self.constant(i64::from(io.kind == IoKind::WriteInternal));
        let format = self.optional_text(io.format())?;
        let held = self.held_address(array)?;
        let operands = vec![writes, file.address, held, length, records, format.address, format.length];
        self.call_support(RuntimeFunction::IoBeginInternal, operands)
    }

    /// A text; a negative length stands for none.
    fn optional_text(&mut self, text: Option<&CharacterExpr>) -> Result<Text<Self::Value>, JitError> {
        match text {
            Some(text) => self.text(text),
            None => Ok(Text { address: self.constant(0), length: self.constant(-1) }),
        }
    }

    /// Writes a scalar, or both parts of a complex number.
    fn write_scalars(&mut self, operands: &[Expr]) -> Result<(), JitError> {
        let values = operands.iter().map(|operand| self.evaluate(operand)).collect::<Result<Vec<_>, _>>()?;
        self.item(RuntimeFunction::IoWrite, operands.first().map(Expr::ty), &values).map(drop)
    }

    /// Reads a scalar, or both parts of a complex number: what they are goes to memory before, and comes back from
    /// there.
    fn read_scalars(&mut self, objects: &[Argument]) -> Result<(), JitError> {
        let values = objects.iter().map(|object| self.read_object(object)).collect::<Result<Vec<_>, _>>()?;
        let ty = objects.first().and_then(|object| object.ty(self.unit()));
        let (room, ty) = self.item(RuntimeFunction::IoRead, ty, &values)?;
        for (index, object) in objects.iter().enumerate() {
            let value = self.take_from_room(room, ty, index);
            self.set_object(object, value)?;
        }
        Ok(())
    }

    /// The value of what is read into, before that.
    fn read_object(&mut self, object: &Argument) -> Result<Self::Value, JitError> {
        let place = match object {
            Argument::InOut { before, .. } => return self.evaluate(before),
            Argument::Variable(var) => Some(Place::Variable(*var)),
            Argument::Element(array, offset) => Some(Place::Element(*array, Box::new(offset.clone()))),
            _ => None,
        };
        match object.ty(self.unit()).zip(place).and_then(|(ty, place)| Expr::read(ty, place)) {
            Some(value) => self.evaluate(&value),
            None => Err(self.broken("what is read is not a scalar")),
        }
    }

    /// Transfers an item of scalars by way of memory.
    fn item(
        &mut self,
        function: RuntimeFunction,
        ty: Option<Type>,
        scalars: &[Self::Value],
    ) -> Result<(Self::Room, Type), JitError> {
        let Some(ty) = ty else { return Err(self.broken("the item is missing")) };
        let (room, address) = self.put_in_room(ty, scalars);
        let one = self.constant(1);
        let code = self.item_code(ty, scalars.len())?;
        self.call_support(function, vec![address, one, one, code])?;
        Ok((room, ty))
    }

    /// Transfers all elements of an array.
    fn array(&mut self, function: RuntimeFunction, array: VarId) -> Result<(), JitError> {
        let [address, count, stride] = self.elements(array)?;
        let code = self.item_code(self.unit().vars[array].ty, 1)?;
        self.call_support(function, vec![address, count, stride, code])
    }

    /// The code of an item of `scalars` scalars of a type.
    fn item_code(&mut self, ty: Type, scalars: usize) -> Result<Self::Value, JitError> {
        match ItemCode::of(ty, scalars).number() {
            Some(code) => Ok(self.constant(code)),
            None => Err(self.broken(&format!("{} is not a type of an item", ty.name()))),
        }
    }

    /// Ends a transfer; the object, if there is one, gets the status.
    fn end_transfer(&mut self, handled: Handled, objects: &[Argument]) -> Result<(), JitError> {
        let handled = self.constant(handled_number(handled));
        let kind = match objects.first().map(|object| object.ty(self.unit())) {
            None => IntegerKind::I4,
            Some(Some(Type::Integer(kind))) => kind,
            Some(_) => return Err(self.broken("a status is not an INTEGER")),
        };
        let status = self.end(handled, kind)?;
        objects.first().map_or(Ok(()), |object| self.set_object(object, status))
    }
}
