//! TRANSFER: the bytes of one type taken for another.
//!
//! Values change their type in an area that two variables share, as with EQUIVALENCE. An array goes through an image of
//! its bytes, because the elements of both sides need not have one size.
//!
//! ```text
//! TRANSFER(A, [0D0])      each element of A -> area -> its place in the image; behind the last come zeros
//!                         each 8 bytes of the image -> area -> an element of the result
//! ```

use super::sections::{combine, constant};
use crate::build::Builder;
use crate::build::character::Bytes;
use crate::build::fold;
use crate::build::variables::Array;
use crate::character::{CharacterExpr, CharacterPart};
use crate::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use crate::graph::ActionKind;
use crate::unit::{AreaPlace, ArrayLength, Storage, VarId};
use forlane_frontend::resolved::{self, ArrayCall};
use forlane_frontend::types::{IntegerKind, Type};

const BYTE: Type = Type::Integer(IntegerKind::I1);

/// Variables of an area.
struct Shared {
    /// All of it as bytes.
    bytes: VarId,
    /// A value of a type: of COMPLEX both parts.
    parts: Vec<VarId>,
}

impl Builder<'_> {
    /// TRANSFER whose value is an array.
    pub(super) fn transferred(&mut self, call: &ArrayCall, ty: Type) -> Array {
        let (Some(source), Some(mold)) = (call.argument("source"), call.argument("mold")) else {
            return self.temporary_array("empty", Type::Logical, vec![constant(0)]);
        };
        let image = self.image_of(source);
        let size = self.size_of_element(ty, mold);
        let count = match call.argument("size") {
            Some(size) => self.integer(size),
            None => {
                let size = combine(IntegerBinary::Max, size.clone(), constant(1));
                let last = combine(IntegerBinary::Subtract, size.clone(), constant(1));
                let reached = combine(IntegerBinary::Add, image.length.clone(), last);
                combine(IntegerBinary::Divide, reached, size)
            }
        };
        let count = self.extent(count);
        self.elements_of_image(image, ty, size, count)
    }

    /// TRANSFER whose value is a scalar.
    pub(super) fn transferred_scalar(&mut self, call: &ArrayCall, ty: Type) -> Vec<Expr> {
        let (Some(source), Some(mold)) = (call.argument("source"), call.argument("mold")) else {
            return super::transformations::zero_of(ty);
        };
        if source.rank() == 0 && source.ty != Type::Character && ty != Type::Character {
            return self.transferred_number(source, ty);
        }
        let image = self.image_of(source);
        let size = self.size_of_element(ty, mold);
        let result = self.elements_of_image(image, ty, size, constant(1));
        self.read_linear(&result, constant(0))
    }

    /// From a number or LOGICAL to another one.
    fn transferred_number(&mut self, source: &resolved::Expr, ty: Type) -> Vec<Expr> {
        let value = self.element_value(source);
        let area = self.new_area_name();
        let from = self.shared(&area, source.ty, 0);
        let to = self.shared(&area, ty, 0);
        if ty.size() > source.ty.size() {
            self.action(ActionKind::StoreText {
                array: to.bytes,
                offset: constant(0),
                length: constant(ty.size() as i64),
                value: CharacterExpr { parts: vec![zeros(constant(ty.size() as i64))] },
            });
        }
        self.give(&from, value);
        self.take(&to, ty)
    }

    /// The bytes of all elements of an expression, one behind the other.
    fn image_of(&mut self, source: &resolved::Expr) -> Bytes {
        if source.ty == Type::Character && source.rank() == 0 {
            let text = self.text(source);
            return self.in_memory(text);
        }
        let size = constant(source.ty.size() as i64);
        if source.rank() == 0 {
            let shared = self.new_shared(source.ty);
            let value = self.element_value(source);
            self.give(&shared, value);
            let bytes = Bytes { array: shared.bytes, offset: constant(0), length: size };
            return self.copied_text(bytes.value());
        }
        let from = self.materialized(source);
        let count = self.fixed_length(&from);
        if let Some(length) = self.element_length(&from) {
            let length = combine(IntegerBinary::Multiply, count, length);
            let length = self.keep_integer("length", length);
            return Bytes { array: from.var, offset: constant(0), length };
        }
        let shared = self.new_shared(source.ty);
        let bytes = combine(IntegerBinary::Multiply, count.clone(), size.clone());
        let (image, length) = self.new_text("image", bytes);
        let (open, index) = self.open_loop(&count);
        let value = self.read_linear(&from, index.clone());
        self.give(&shared, value);
        let value = Bytes { array: shared.bytes, offset: constant(0), length: size.clone() }.value();
        let offset = combine(IntegerBinary::Multiply, index, size.clone());
        self.action(ActionKind::StoreText { array: image, offset, length: size, value });
        self.close_loop(open);
        Bytes { array: image, offset: constant(0), length }
    }

    /// The size of what a mold stands for, which need not have a value.
    fn size_of_element(&mut self, ty: Type, mold: &resolved::Expr) -> IntegerExpr {
        match ty {
            Type::Character => {
                let length = self.length_of_elements(mold);
                self.keep_integer("length", length)
            }
            ty => constant(ty.size() as i64),
        }
    }

    /// So many elements of a size, with the bytes of an image and zeros behind them.
    fn elements_of_image(&mut self, image: Bytes, ty: Type, size: IntegerExpr, count: IntegerExpr) -> Array {
        let needed = combine(IntegerBinary::Multiply, count.clone(), size.clone());
        let missing = combine(IntegerBinary::Subtract, needed.clone(), image.length.clone());
        let is_enough = fold::constant(&missing).is_some_and(|missing| missing <= 0);
        let image = match is_enough && ty != Type::Character {
            true => image,
            false => {
                let (array, length) = self.new_text("image", needed);
                let value = CharacterExpr { parts: vec![image.part(), zeros(missing)] };
                let offset = constant(0);
                self.action(ActionKind::StoreText { array, offset, length: length.clone(), value });
                Bytes { array, offset: constant(0), length }
            }
        };
        if ty == Type::Character {
            return self.texts_in(image.array, size, vec![count]);
        }
        let result = self.temporary_array("transferred", ty, vec![count.clone()]);
        let shared = self.new_shared(ty);
        let (open, index) = self.open_loop(&count);
        let from = combine(IntegerBinary::Multiply, index.clone(), size.clone());
        let offset = combine(IntegerBinary::Add, fold::to_integer(super::sections::KIND, image.offset), from);
        let value = Bytes { array: image.array, offset, length: size.clone() }.value();
        self.action(ActionKind::StoreText { array: shared.bytes, offset: constant(0), length: size, value });
        let value = self.take(&shared, ty);
        self.store_linear(&result, index, value);
        self.close_loop(open);
        result
    }

    fn new_shared(&mut self, ty: Type) -> Shared {
        let area = self.new_area_name();
        self.shared(&area, ty, 0)
    }

    fn new_area_name(&mut self) -> String {
        let counter = self.counters.entry("transfer".to_owned()).or_insert(0);
        *counter += 1;
        format!("{}.transfer.{counter}", self.source.name)
    }

    fn shared(&mut self, area: &str, ty: Type, offset: u64) -> Shared {
        let (part, count) = match ty {
            Type::Complex(kind) => (Type::Real(kind), 2),
            other => (other, 1),
        };
        let parts = (0..count).map(|at| self.shared_variable(area, part, offset + at * part.size() as u64)).collect();
        let bytes = self.shared_variable(area, BYTE, offset);
        self.vars[bytes].array = Some(ArrayLength::Constant(ty.size() as u64));
        Shared { bytes, parts }
    }

    fn shared_variable(&mut self, area: &str, ty: Type, offset: u64) -> VarId {
        let var = self.temporary("shared", ty);
        let about = &mut self.vars[var];
        about.storage = Storage::Area;
        about.area = Some(AreaPlace { area: area.to_owned(), offset });
        var
    }

    fn give(&mut self, shared: &Shared, value: Vec<Expr>) {
        for (target, value) in shared.parts.iter().zip(value) {
            self.action(ActionKind::Assign { target: *target, value });
        }
    }

    /// The value in an area, which stays when the area gets another one.
    fn take(&mut self, shared: &Shared, ty: Type) -> Vec<Expr> {
        let part = match ty {
            Type::Complex(kind) => Type::Real(kind),
            other => other,
        };
        let read = |var: &VarId| Expr::read(part, Place::Variable(*var));
        let values: Vec<Expr> = shared.parts.iter().filter_map(read).collect();
        values.into_iter().map(|value| self.saved("transferred", value)).collect()
    }
}

fn zeros(count: IntegerExpr) -> CharacterPart {
    let zero = CharacterExpr { parts: vec![CharacterPart::Char(constant(0))] };
    CharacterPart::Repeat(zero, count)
}
