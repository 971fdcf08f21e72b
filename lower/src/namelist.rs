//! NAMELIST. What the group has goes before the transfer; a WRITE gives all elements in order, a READ is a loop over
//! what the input has:
//!
//! ```text
//! io read_unit(5)
//! head: object = 0; io read(&object); switch object, 1: b3, 2: b4, …, default: done
//! b3: io read(&place); io read(&x[place]); goto head
//! b4: io read(&place); io read(&first); io read(&count); io read_text(count, &c[place*5 + first]); goto head
//! done: io end()
//! ```

use crate::Builder;
use crate::character::Bytes;
use crate::transfer::text;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument, Case, Terminator};
use forlane_cfg::transfer::{IoAction, IoKind};
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{GroupObject, Specifier, TransferItem};
use forlane_semantics::types::{IntegerKind, RealKind, Type};

impl Builder<'_> {
    /// The specifiers that describe a group.
    pub(crate) fn described_group(&mut self, name: &str, objects: &[GroupObject]) -> Option<Vec<(Specifier, Expr)>> {
        let mut described = vec![(Specifier::Group, text(name))];
        for object in objects {
            described.push((Specifier::ObjectName, text(&object.name)));
            let mut array = None;
            if object.ty == Type::Character {
                let variable = self.text_of(object.symbol, object.span)?;
                described.push((Specifier::ObjectLength, Expr::Integer(variable.length)));
                array = variable.array;
            } else {
                described.push((Specifier::ObjectType, text(type_word(object.ty))));
            }
            if object.is_array {
                let array = match array {
                    Some(array) => array,
                    None => self.array(object.symbol, object.span)?,
                };
                let extents = self.whole_extents(&array);
                for ((lower, _), extent) in array.dimensions.iter().zip(extents) {
                    described.push((Specifier::ObjectLower, Expr::Integer(lower.clone())));
                    described.push((Specifier::ObjectExtent, Expr::Integer(extent)));
                }
            }
        }
        Some(described)
    }

    /// Reads the values that the input has.
    pub(crate) fn read_group(&mut self, objects: &[GroupObject], items: &[TransferItem]) {
        let object = self.read_number("object", IntegerKind::I4);
        let place = self.temporary("place", Type::Integer(IntegerKind::I8));
        let (head, done) = (self.new_block(), self.new_block());
        let blocks: Vec<_> = objects.iter().map(|_| self.new_block()).collect();
        self.end(Terminator::Goto(head));
        self.start(head);
        // After an error nothing is read.
        let nothing = IntegerExpr::Constant(IntegerKind::I4, 0);
        self.assign_to(Place::Variable(object), Expr::Integer(nothing));
        self.read_into(object);
        let cases = blocks.iter().enumerate();
        let cases = cases.map(|(index, block)| Case { values: vec![index as i64 + 1], target: *block }).collect();
        let selector = IntegerExpr::Read(IntegerKind::I4, Place::Variable(object));
        self.end(Terminator::Switch { selector, cases, default: done });
        for ((block, object), item) in blocks.into_iter().zip(objects).zip(items) {
            self.start(block);
            self.read_into(place);
            match object.ty {
                Type::Character => self.read_group_text(object, place),
                _ => self.read_group_value(object, item, place),
            }
            self.end(Terminator::Goto(head));
        }
        self.start(done);
    }

    /// An INTEGER that a step of the transfer reads.
    fn read_number(&mut self, name: &str, kind: IntegerKind) -> VarId {
        self.temporary(name, Type::Integer(kind))
    }

    fn read_into(&mut self, variable: VarId) {
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, vec![Argument::Variable(variable)])));
    }

    fn read_group_text(&mut self, object: &GroupObject, place: VarId) {
        let [first, count] = ["first", "count"].map(|name| self.read_number(name, IntegerKind::I8));
        self.read_into(first);
        self.read_into(count);
        let Some(variable) = self.text_of(object.symbol, object.span) else { return };
        let length = fold::to_integer(IntegerKind::I8, variable.length);
        let element = fold::binary(IntegerBinary::Multiply, wide(place), length);
        let offset = fold::binary(IntegerBinary::Add, element, wide(first));
        self.read_text(Bytes { array: variable.var, offset, length: wide(count) });
    }

    fn read_group_value(&mut self, object: &GroupObject, item: &TransferItem, place: VarId) {
        if let TransferItem::Place(designator, ty, span) = item {
            return self.read_place(designator, *ty, *span);
        }
        let Some(array) = self.array(object.symbol, object.span) else { return };
        if self.holds_logical(object.symbol) {
            return self.read_held(&Place::Element(array.var, Box::new(wide(place))));
        }
        let offset = |part: i64| {
            let first = fold::binary(IntegerBinary::Multiply, wide(place), constant(array.width));
            fold::binary(IntegerBinary::Add, first, constant(part))
        };
        let parts = (0..array.width).map(|part| Argument::Element(array.var, offset(part))).collect();
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, parts)));
    }
}

fn wide(variable: VarId) -> IntegerExpr {
    IntegerExpr::Read(IntegerKind::I8, Place::Variable(variable))
}

fn constant(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(IntegerKind::I8, value)
}

/// The word of a type other than CHARACTER in [`forlane_semantics::io::namelist::TYPES`].
fn type_word(ty: Type) -> &'static str {
    match ty {
        Type::Integer(IntegerKind::I1) => "integer1",
        Type::Integer(IntegerKind::I2) => "integer2",
        Type::Integer(IntegerKind::I4) => "integer4",
        Type::Integer(IntegerKind::I8) => "integer8",
        Type::Real(RealKind::R4) => "real4",
        Type::Real(RealKind::R8) => "real8",
        Type::Complex(RealKind::R4) => "complex4",
        Type::Complex(RealKind::R8) => "complex8",
        Type::Logical | Type::Character => "logical",
    }
}
