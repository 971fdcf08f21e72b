//! The items of a transfer: values, variables, sections, whole arrays, and implied DOs as loops.

use crate::Builder;
use crate::arrays::Passed;
use crate::character::Bytes;
use crate::complex::Parts;
use crate::entities::{Array, Text};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument};
use forlane_cfg::transfer::{IoAction, IoKind};
use forlane_cfg::unit::ArrayLength;
use forlane_frontend::resolved::{self, Designator, Section, SymbolId, TransferItem};
use forlane_frontend::source::Span;
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// The parser bounds the depth of implied DOs.
    pub(super) fn transfer_items(&mut self, reads: bool, items: &[TransferItem]) {
        for item in items {
            match item {
                TransferItem::Value(value) => self.written_value(value),
                TransferItem::Place(designator, ty, span) => self.read_place(designator, *ty, *span),
                TransferItem::Array(symbol, span) => self.transferred_array(reads, *symbol, *span),
                TransferItem::Section(section, ty) => self.transfer_section(section, *ty),
                TransferItem::Loop(implied) => {
                    self.implied_loop(&implied.control, implied.span, |builder| {
                        builder.transfer_items(reads, &implied.items);
                    });
                }
            }
        }
    }

    fn written_value(&mut self, value: &resolved::Expr) {
        if let (Type::Complex(_), 1..) = (value.ty, value.rank()) {
            let values = self.evaluated(value);
            return self.transferred_numbers(false, values);
        }
        if value.rank() > 0 && value.ty == Type::Character {
            return self.each_element(value, |builder| {
                let text = Expr::Character(builder.text(value));
                builder.action(ActionKind::Io(IoAction::of_values(IoKind::Write, vec![text])));
            });
        }
        if value.rank() > 0 {
            if let Passed { argument: array @ Argument::Array(_), .. } = self.pass_array_value(value) {
                self.action(ActionKind::Io(IoAction::of_objects(IoKind::WriteArray, vec![array])));
            }
            return;
        }
        let operands = match value.ty {
            Type::Character => vec![Expr::Character(self.text(value))],
            Type::Complex(_) => {
                let Parts { re, im } = self.complex(value);
                vec![Expr::Real(re), Expr::Real(im)]
            }
            _ => vec![self.expr(value)],
        };
        self.action(ActionKind::Io(IoAction::of_values(IoKind::Write, operands)));
    }

    pub(crate) fn read_place(&mut self, designator: &Designator, ty: Type, span: Span) {
        match ty {
            Type::Character => {
                let Some(bytes) = self.bytes(designator, span) else { return };
                return self.read_text(bytes);
            }
            Type::Complex(_) => {
                if let Some(parts) = self.complex_objects(designator, span) {
                    self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, parts.to_vec())));
                }
                return;
            }
            _ => {}
        }
        let object = match self.place(designator, span) {
            Ok(place) if self.read_logical(designator.symbol(), &place, ty) => return,
            Ok(Place::Variable(var)) => Argument::Variable(var),
            Ok(Place::Element(array, offset)) => Argument::Element(array, *offset),
            Ok(Place::Value(_) | Place::Section(_)) | Err(_) => return,
        };
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, vec![object])));
    }

    /// An array section, element by element.
    fn transfer_section(&mut self, section: &Section, ty: Type) {
        self.each_place(section, |builder, array, offset| match builder.element_bytes(array, offset.clone()) {
            Some(bytes) => builder.read_text(bytes),
            None => {
                let array = array.var;
                let place = Place::Element(array, Box::new(offset.clone()));
                if builder.read_logical(section.array, &place, ty) {
                    return;
                }
                let second = fold::binary(IntegerBinary::Add, offset.clone(), IntegerExpr::Constant(offset.kind(), 1));
                let mut parts = vec![Argument::Element(array, offset)];
                if matches!(ty, Type::Complex(_)) {
                    parts.push(Argument::Element(array, second));
                }
                builder.action(ActionKind::Io(IoAction::of_objects(IoKind::Read, parts)));
            }
        });
    }

    pub(crate) fn read_text(&mut self, bytes: Bytes) {
        let (operands, objects) =
            (vec![Expr::Integer(bytes.length)], vec![Argument::Element(bytes.array, bytes.offset)]);
        self.action(ActionKind::Io(IoAction { kind: IoKind::ReadText, operands, objects }));
    }

    /// An array of CHARACTER, element by element.
    fn transferred_texts(&mut self, reads: bool, symbol: SymbolId, span: Span) {
        let Some(Text { var, length, array: Some(array), .. }) = self.text_of(symbol, span) else { return };
        let extents = self.whole_extents(&array);
        let loops = self.open_loops(&extents);
        let element = self.whole_offset(&array);
        let wide = fold::to_integer(element.kind(), length.clone());
        let bytes = Bytes { array: var, offset: fold::binary(IntegerBinary::Multiply, element, wide), length };
        if reads {
            self.read_text(bytes);
        } else {
            let value = Expr::Character(bytes.value());
            self.action(ActionKind::Io(IoAction::of_values(IoKind::Write, vec![value])));
        }
        self.close_loops(loops);
    }

    pub(super) fn transferred_array(&mut self, reads: bool, symbol: SymbolId, span: Span) {
        if self.is_text(symbol) {
            return self.transferred_texts(reads, symbol, span);
        }
        let Some(array) = self.array(symbol, span) else { return };
        if array.width == 2 {
            return self.transferred_numbers(reads, array);
        }
        if matches!(self.vars[array.var].array, Some(ArrayLength::Constant(_) | ArrayLength::Dynamic)) {
            let kind = if reads { IoKind::ReadArray } else { IoKind::WriteArray };
            return self.action(ActionKind::Io(IoAction::of_objects(kind, vec![Argument::Array(array.var)])));
        }
        let extents = self.whole_extents(&array);
        let loops = self.open_loops(&extents);
        let offset = self.whole_offset(&array);
        let ty = self.vars[array.var].ty;
        let io = match Expr::read(ty, Place::Element(array.var, Box::new(offset.clone()))) {
            Some(value) if !reads => IoAction::of_values(IoKind::Write, vec![value]),
            _ => IoAction::of_objects(IoKind::Read, vec![Argument::Element(array.var, offset)]),
        };
        self.action(ActionKind::Io(io));
        self.close_loops(loops);
    }

    /// An array of COMPLEX, number by number.
    fn transferred_numbers(&mut self, reads: bool, array: Array) {
        let ty = self.vars[array.var].ty;
        let array = Array { width: 1, ..array };
        let extents = self.whole_extents(&array);
        let loops = self.open_loops(&extents);
        let number = self.whole_offset(&array);
        let kind = number.kind();
        let first = fold::binary(IntegerBinary::Multiply, number, IntegerExpr::Constant(kind, 2));
        let first = self.keep_integer("element", first);
        let second = fold::binary(IntegerBinary::Add, first.clone(), IntegerExpr::Constant(kind, 1));
        let io = if reads {
            let parts = [first, second].map(|offset| Argument::Element(array.var, offset));
            IoAction::of_objects(IoKind::Read, parts.to_vec())
        } else {
            let parts = [first, second].map(|offset| Expr::read(ty, Place::Element(array.var, Box::new(offset))));
            IoAction::of_values(IoKind::Write, parts.into_iter().flatten().collect())
        };
        self.action(ActionKind::Io(io));
        self.close_loops(loops);
    }
}
