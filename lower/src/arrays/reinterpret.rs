//! TRANSFER: the bytes of one type taken for another.
//!
//! Values change their type in an area that variables share, as with EQUIVALENCE. Of numbers it has room for an element
//! of the greater type. CHARACTER goes through an image of the bytes.
//!
//! ```text
//! TRANSFER(A, [0D0])      of each two elements of A, zero after the last: area, an element of the result
//! TRANSFER(A, C)          each element of A: area, its place in the image; the image is the result
//! ```

use super::sections::{combine, constant};
use super::transformations::zero_of;
use crate::Builder;
use crate::character::Bytes;
use crate::entities::Array;
use forlane_cfg::character::{CharacterExpr, CharacterPart};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::{AreaPlace, ArrayLength, Storage, VarId};
use forlane_frontend::resolved::{self, ArrayCall};
use forlane_semantics::types::{IntegerKind, Type};

const BYTE: Type = Type::Integer(IntegerKind::I1);

/// A value in an area: of COMPLEX both parts.
struct Shared {
    parts: Vec<VarId>,
}

impl Builder<'_> {
    /// TRANSFER whose value is an array.
    pub(super) fn transferred(&mut self, call: &ArrayCall, ty: Type) -> Array {
        let (Some(source), Some(mold)) = (call.argument("source"), call.argument("mold")) else {
            return self.temporary_array("empty", Type::Logical, vec![constant(0)]);
        };
        if source.ty != Type::Character && ty != Type::Character {
            return self.reinterpreted_numbers(source, ty, call.argument("size"));
        }
        let image = self.image_of(source);
        let size = self.size_of_element(ty, mold);
        let count = self.count_of(call.argument("size"), &image.length, &size);
        self.elements_of_image(image, ty, size, count)
    }

    /// The number of elements of the result: the one that is given, or as many as the bytes need.
    fn count_of(&mut self, given: Option<&resolved::Expr>, bytes: &IntegerExpr, size: &IntegerExpr) -> IntegerExpr {
        let count = match given {
            Some(count) => self.integer(count),
            None => {
                let size = combine(IntegerBinary::Max, size.clone(), constant(1));
                let last = combine(IntegerBinary::Subtract, size.clone(), constant(1));
                let reached = combine(IntegerBinary::Add, bytes.clone(), last);
                combine(IntegerBinary::Divide, reached, size)
            }
        };
        self.extent(count)
    }

    /// From numbers or LOGICALs to an array of others, as many at a time as fill the greater type.
    fn reinterpreted_numbers(&mut self, source: &resolved::Expr, ty: Type, size: Option<&resolved::Expr>) -> Array {
        let from = match source.rank() {
            0 => {
                let single = self.temporary_array("source", source.ty, vec![constant(1)]);
                let value = self.element_value(source);
                self.store_linear(&single, constant(0), value);
                single
            }
            _ => self.materialized(source),
        };
        let given = self.fixed_length(&from);
        let [from_size, to_size] = [source.ty, ty].map(|ty| ty.size() as i64);
        let bytes = combine(IntegerBinary::Multiply, given.clone(), constant(from_size));
        let count = self.count_of(size, &bytes, &constant(to_size));
        let count = self.keep_integer("extent", count);
        let result = self.temporary_array("transferred", ty, vec![count.clone()]);
        let room = from_size.max(to_size);
        let (taken, made) = (room / from_size, room / to_size);
        let area = self.new_area_name();
        let sources: Vec<Shared> = (0..taken).map(|at| self.shared(&area, source.ty, at * from_size)).collect();
        let results: Vec<Shared> = (0..made).map(|at| self.shared(&area, ty, at * to_size)).collect();
        let reached = combine(IntegerBinary::Add, count.clone(), constant(made - 1));
        let trips = combine(IntegerBinary::Divide, reached, constant(made));
        let trips = self.extent(trips);
        let (open, trip) = self.open_count(&trips);
        let numbered = |each: i64, at: i64| {
            let first = combine(IntegerBinary::Multiply, trip.clone(), constant(each));
            combine(IntegerBinary::Add, first, constant(at))
        };
        for (at, shared) in (0..).zip(&sources) {
            let number = numbered(taken, at);
            let is_there = is_less(&number, &given);
            self.either(
                is_there,
                |builder| {
                    let value = builder.read_linear(&from, number);
                    builder.give(shared, value);
                },
                |builder| builder.give(shared, zero_of(source.ty)),
            );
        }
        for (at, shared) in (0..).zip(&results) {
            let number = numbered(made, at);
            let others = self.open_if(is_less(&number, &count));
            let value = self.take(shared, ty);
            self.store_linear(&result, number, value);
            self.fall_into(others);
        }
        self.close_loop(open);
        result
    }

    /// TRANSFER whose value is a scalar.
    pub(super) fn transferred_scalar(&mut self, call: &ArrayCall, ty: Type) -> Vec<Expr> {
        let (Some(source), Some(mold)) = (call.argument("source"), call.argument("mold")) else {
            return zero_of(ty);
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
            self.give(&to, zero_of(ty));
        }
        self.give(&from, value);
        self.take(&to, ty)
    }

    /// The bytes of all elements of an expression, one after the other.
    fn image_of(&mut self, source: &resolved::Expr) -> Bytes {
        if source.ty == Type::Character && source.rank() == 0 {
            let text = self.text(source);
            return self.in_memory(text);
        }
        let size = constant(source.ty.size() as i64);
        if source.rank() == 0 {
            let (shared, bytes) = self.new_shared(source.ty);
            let value = self.element_value(source);
            self.give(&shared, value);
            let bytes = Bytes { array: bytes, offset: constant(0), length: size };
            return self.copied_text(bytes.value());
        }
        let from = self.materialized(source);
        let count = self.fixed_length(&from);
        if let Some(length) = self.element_length(&from) {
            let length = combine(IntegerBinary::Multiply, count, length);
            let length = self.keep_integer("length", length);
            return Bytes { array: from.var, offset: constant(0), length };
        }
        let (shared, own_bytes) = self.new_shared(source.ty);
        let bytes = combine(IntegerBinary::Multiply, count.clone(), size.clone());
        let (image, length) = self.new_text("image", bytes);
        let (open, index) = self.open_count(&count);
        let value = self.read_linear(&from, index.clone());
        self.give(&shared, value);
        let value = Bytes { array: own_bytes, offset: constant(0), length: size.clone() }.value();
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

    /// That number of elements of a size, with the bytes of an image and zeros after them.
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
        let (shared, bytes) = self.new_shared(ty);
        let (open, index) = self.open_count(&count);
        let from = combine(IntegerBinary::Multiply, index.clone(), size.clone());
        let offset = combine(IntegerBinary::Add, fold::to_integer(super::sections::KIND, image.offset), from);
        let value = Bytes { array: image.array, offset, length: size.clone() }.value();
        self.action(ActionKind::StoreText { array: bytes, offset: constant(0), length: size, value });
        let value = self.take(&shared, ty);
        self.store_linear(&result, index, value);
        self.close_loop(open);
        result
    }

    /// A value in a new area, and the area as bytes.
    fn new_shared(&mut self, ty: Type) -> (Shared, VarId) {
        let area = self.new_area_name();
        let shared = self.shared(&area, ty, 0);
        let bytes = self.shared_variable(&area, BYTE, 0);
        self.vars[bytes].array = Some(ArrayLength::Constant(ty.size() as u64));
        (shared, bytes)
    }

    fn new_area_name(&mut self) -> String {
        format!("{}.{}", self.source.name, self.numbered("transfer"))
    }

    fn shared(&mut self, area: &str, ty: Type, offset: i64) -> Shared {
        let (part, count) = match ty {
            Type::Complex(kind) => (Type::Real(kind), 2),
            other => (other, 1),
        };
        let place = |at: i64| offset.unsigned_abs() + at.unsigned_abs() * part.size() as u64;
        Shared { parts: (0..count).map(|at| self.shared_variable(area, part, place(at))).collect() }
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

fn is_less(left: &IntegerExpr, right: &IntegerExpr) -> LogicalExpr {
    LogicalExpr::CompareInteger(Relation::Less, Box::new(left.clone()), Box::new(right.clone()))
}

fn zeros(count: IntegerExpr) -> CharacterPart {
    let zero = CharacterExpr { parts: vec![CharacterPart::Char(constant(0))] };
    CharacterPart::Repeat(zero, count)
}
