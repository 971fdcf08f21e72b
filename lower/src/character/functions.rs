//! Intrinsic functions of CHARACTER, functions whose result is CHARACTER, and CHARACTER arguments.

use super::Bytes;
use super::declare::{LENGTH, constant_length};
use super::values::at_least_zero;
use crate::Builder;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument, with_first};
use forlane_cfg::unit::ArrayLength;
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart};
use forlane_frontend::resolved::{self, CharacterLength, ExprKind, Intrinsic, SymbolId};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

impl Builder<'_> {
    /// An intrinsic function whose result is CHARACTER.
    pub fn text_intrinsic(&mut self, intrinsic: Intrinsic, arguments: &[resolved::Expr], span: Span) -> CharacterExpr {
        let parts = match (intrinsic, arguments) {
            (Intrinsic::Char, [code]) => vec![CharacterPart::Char(self.integer(code))],
            (Intrinsic::Repeat, [text, count]) => {
                let text = self.text(text);
                let count = self.copies(count);
                vec![CharacterPart::Repeat(text, count)]
            }
            (Intrinsic::Trim, [text]) => {
                let bytes = self.bytes_of(text);
                let length = IntegerExpr::Character(CharacterFunction::LenTrim, vec![bytes.value()]);
                vec![Bytes { length, ..bytes }.part()]
            }
            (Intrinsic::AdjustLeft, [text]) => self.adjusted_left(text),
            (Intrinsic::AdjustRight, [text]) => {
                let bytes = self.bytes_of(text);
                let trimmed = IntegerExpr::Character(CharacterFunction::LenTrim, vec![bytes.value()]);
                let trimmed = self.save_integer("length", trimmed);
                let length = fold::to_index(bytes.length.clone());
                let blanks = fold::binary(IntegerBinary::Subtract, length, trimmed.clone());
                vec![blanks_of(blanks), Bytes { length: trimmed, ..bytes }.part()]
            }
            (Intrinsic::Merge, [first, second, choice]) => vec![self.merged_text([first, second], choice).part()],
            (Intrinsic::Max, _) => vec![self.extreme_text(Relation::Greater, arguments).part()],
            (Intrinsic::Min, _) => vec![self.extreme_text(Relation::Less, arguments).part()],
            _ => {
                self.error(span, "this function of CHARACTER is not supported yet");
                Vec::new()
            }
        };
        CharacterExpr { parts }
    }

    /// What follows the leading blanks, and these.
    fn adjusted_left(&mut self, text: &resolved::Expr) -> Vec<CharacterPart> {
        let bytes = self.bytes_of(text);
        let operands = vec![bytes.value(), CharacterExpr::text(" ")];
        let first = IntegerExpr::Character(CharacterFunction::Verify, operands);
        let one = IntegerExpr::Constant(LENGTH, 1);
        let first = fold::binary(IntegerBinary::Max, first, one.clone());
        let leading = self.save_integer("leading", fold::binary(IntegerBinary::Subtract, first, one));
        let kind = bytes.offset.kind();
        let offset = fold::binary(IntegerBinary::Add, bytes.offset, fold::to_integer(kind, leading.clone()));
        let length = fold::to_index(bytes.length);
        let length = fold::binary(IntegerBinary::Subtract, length, leading.clone());
        vec![Bytes { array: bytes.array, offset, length }.part(), blanks_of(leading)]
    }

    /// MERGE: both texts, which have one length, are evaluated.
    fn merged_text(&mut self, texts: [&resolved::Expr; 2], choice: &resolved::Expr) -> Bytes {
        // What is absent is not evaluated; what stands for it may have another length.
        let is_present = matches!(choice.kind, ExprKind::IsPresent(_));
        let [first, second] = texts;
        let before = (!is_present).then(|| self.text(first));
        let second = self.text(second);
        let condition = self.logical(choice);
        let length = match &before {
            Some(first) => self.text_length(first),
            None => self.chosen_length(condition.clone(), first, &second),
        };
        let (array, length) = self.new_text("merged", length);
        let store = |value| ActionKind::StoreText { array, offset: constant_length(0), length: length.clone(), value };
        let otherwise = self.open_if(condition);
        let first = before.unwrap_or_else(|| self.text(first));
        self.action(store(first));
        let join = self.open_else(otherwise);
        self.action(store(second));
        self.fall_into(join);
        Bytes { array, offset: constant_length(0), length }
    }

    fn chosen_length(&mut self, condition: LogicalExpr, then: &resolved::Expr, other: &CharacterExpr) -> IntegerExpr {
        let length = |builder: &Self, text: &CharacterExpr| vec![Expr::Integer(builder.text_length(text))];
        let then = |builder: &mut Self| {
            let text = builder.text(then);
            length(builder, &text)
        };
        match self.chosen_value(condition, then, |builder| length(builder, other)).pop() {
            Some(Expr::Integer(length)) => length,
            _ => constant_length(0),
        }
    }

    /// MAX and MIN: the text that compares with all others as `relation` says, as long as the longest.
    fn extreme_text(&mut self, relation: Relation, arguments: &[resolved::Expr]) -> Bytes {
        let texts: Vec<CharacterExpr> = arguments.iter().map(|text| self.text(text)).collect();
        let lengths = texts.iter().map(|text| self.text_length(text));
        let longest = lengths.reduce(|one, other| fold::binary(IntegerBinary::Max, one, other));
        let (array, length) = self.new_text("extreme", longest.unwrap_or(constant_length(0)));
        let best = Bytes { array, offset: constant_length(0), length: length.clone() };
        for (at, value) in texts.into_iter().enumerate() {
            let wins = (at > 0).then(|| self.compare_values(relation, value.clone(), best.value()));
            let end = wins.map(|wins| self.open_if(wins));
            self.action(ActionKind::StoreText { array, offset: constant_length(0), length: length.clone(), value });
            end.into_iter().for_each(|end| self.fall_into(end));
        }
        best
    }

    /// NCOPIES of REPEAT; a negative number fails the lane.
    fn copies(&mut self, count: &resolved::Expr) -> IntegerExpr {
        let count = self.integer(count);
        if fold::constant(&count).is_some() {
            return count;
        }
        let count = self.save_integer("copies", count);
        let none = IntegerExpr::Constant(count.kind(), 0);
        let is_negative = LogicalExpr::CompareInteger(Relation::Less, Box::new(count.clone()), Box::new(none));
        let rest = self.open_if(is_negative);
        self.fail("NCOPIES of REPEAT is negative".to_owned());
        self.start(rest);
        count
    }

    fn bytes_of(&mut self, text: &resolved::Expr) -> Bytes {
        let text = self.text(text);
        self.in_memory(text)
    }

    /// An intrinsic function of CHARACTER whose result is an INTEGER(4); none if it is not such a function.
    pub fn integer_of_text(&mut self, intrinsic: Intrinsic, arguments: &[resolved::Expr]) -> Option<IntegerExpr> {
        let (front, back) = match intrinsic {
            Intrinsic::Len => {
                let text = self.text(arguments.first()?);
                return Some(self.text_length(&text));
            }
            Intrinsic::LenTrim => (CharacterFunction::LenTrim, CharacterFunction::LenTrim),
            Intrinsic::Ichar => (CharacterFunction::Code, CharacterFunction::Code),
            Intrinsic::Index => (CharacterFunction::Index, CharacterFunction::IndexBack),
            Intrinsic::Scan => (CharacterFunction::Scan, CharacterFunction::ScanBack),
            Intrinsic::Verify => (CharacterFunction::Verify, CharacterFunction::VerifyBack),
            _ => return None,
        };
        let texts = arguments.get(..front.operands())?;
        let texts: Vec<CharacterExpr> = texts.iter().map(|text| self.text(text)).collect();
        let is_back = match arguments.get(2) {
            None => LogicalExpr::Constant(false),
            Some(back) => self.logical(back),
        };
        if let (Intrinsic::Ichar, [text]) = (intrinsic, &texts[..])
            && let Some(code) = self.code(text)
        {
            return Some(code);
        }
        Some(match is_back {
            LogicalExpr::Constant(false) => IntegerExpr::Character(front, texts),
            LogicalExpr::Constant(true) => IntegerExpr::Character(back, texts),
            condition => self.choose_direction(condition, front, back, texts),
        })
    }

    fn choose_direction(
        &mut self,
        condition: LogicalExpr,
        front: CharacterFunction,
        back: CharacterFunction,
        texts: Vec<CharacterExpr>,
    ) -> IntegerExpr {
        let target = self.temporary("place", Type::Integer(IntegerKind::I4));
        let value = |function| Expr::Integer(IntegerExpr::Character(function, texts.clone()));
        let otherwise = self.open_if(condition);
        self.action(ActionKind::Assign { target, value: value(back) });
        let join = self.open_else(otherwise);
        self.action(ActionKind::Assign { target, value: value(front) });
        self.fall_into(join);
        IntegerExpr::Read(IntegerKind::I4, Place::Variable(target))
    }

    /// A reference to a function of type CHARACTER, whose value goes to a new array.
    pub fn text_function(
        &mut self,
        procedure: SymbolId,
        arguments: &[resolved::Argument],
        length: Option<&resolved::Expr>,
        span: Span,
    ) -> CharacterExpr {
        let symbol = &self.source.symbols[procedure];
        if let Some(CharacterLength::Deferred) = &symbol.length {
            return self.allocated_text_function(procedure, arguments);
        }
        let name = symbol.name.clone();
        let length = self.result_length(procedure, length, span);
        let (given, passed) = self.arguments(arguments);
        let (array, length) = self.new_text(&name, length);
        let first = vec![Argument::Array(array), Argument::Value(Expr::Integer(length.clone()))];
        let arguments = with_first(first, given);
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result: None, result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        Bytes { array, offset: constant_length(0), length }.value()
    }

    /// The length of a function's value: the given one, where it depends on the arguments, or that of the declaration.
    pub fn result_length(&mut self, procedure: SymbolId, given: Option<&resolved::Expr>, span: Span) -> IntegerExpr {
        let length = match (given, &self.source.symbols[procedure].length) {
            (Some(length), _) | (None, Some(CharacterLength::Expression(length))) => length,
            (None, Some(CharacterLength::Constant(length))) => return constant_length(*length),
            (None, Some(CharacterLength::Assumed | CharacterLength::Deferred) | None) => {
                let message =
                    "the length of this function's value depends on more than its arguments, or is not declared here";
                self.error(span, format!("{message}, which is not supported yet"));
                return constant_length(0);
            }
        };
        let length = self.integer(length);
        at_least_zero(fold::to_index(length))
    }

    /// A reference to a function that allocates its value of type CHARACTER.
    fn allocated_text_function(&mut self, procedure: SymbolId, arguments: &[resolved::Argument]) -> CharacterExpr {
        let name = self.source.symbols[procedure].name.clone();
        let (given, passed, (array, length)) = self.arguments_with(arguments, |lowerer| {
            let array = lowerer.byte_array(&name, ArrayLength::Dynamic);
            let length = lowerer.temporary("length", Type::Integer(LENGTH));
            let allocated = lowerer.temporary("allocated", Type::Logical);
            ((array, length), vec![Argument::Variable(allocated)])
        });
        let arguments = with_first(vec![Argument::Array(array), Argument::Variable(length)], given);
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result: None, result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        let length = IntegerExpr::Read(LENGTH, Place::Variable(length));
        Bytes { array, offset: constant_length(0), length }.value()
    }

    /// A CHARACTER argument, and its length, which goes after all others; none for another type, and for arrays that
    /// are not passed as they lie in memory.
    pub fn text_argument(&mut self, argument: &resolved::Argument) -> Option<(Argument, IntegerExpr)> {
        match argument {
            resolved::Argument::Value(value) if value.ty == Type::Character && value.rank() == 0 => {
                let value = self.text(value);
                let bytes = self.copied_text(value);
                Some((Argument::Array(bytes.array), bytes.length))
            }
            resolved::Argument::Designator(designator, span) if self.is_text(designator.symbol()) => {
                let bytes = self.bytes(designator, *span)?;
                let length = fold::to_index(bytes.length);
                match designator {
                    resolved::Designator::Variable(_) => Some((Argument::Array(bytes.array), length)),
                    _ => Some((Argument::Element(bytes.array, bytes.offset), length)),
                }
            }
            resolved::Argument::Array(symbol, span) if self.is_text(*symbol) => {
                let text = self.text_of(*symbol, *span)?;
                Some((Argument::Array(text.var), text.length))
            }
            _ => None,
        }
    }
}

/// That number of blanks.
fn blanks_of(count: IntegerExpr) -> CharacterPart {
    CharacterPart::Repeat(CharacterExpr::text(" "), count)
}
