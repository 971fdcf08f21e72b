//! The intrinsic functions of CHARACTER.

use crate::resolve::constants::{as_constant, type_of_kind};
use crate::resolve::expressions::character::{fitted, fold_texts};
use crate::resolve::expressions::{constant_expr, is_constant_true};
use crate::resolve::intrinsics::IntrinsicName;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{ArrayCall, ArrayFunction, BinaryOp, Expr, ExprKind, Intrinsic};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind, TypeName};
use forlane_semantics::types::{Constant, IntegerKind, Type};

const INTEGER: Type = Type::Integer(IntegerKind::I4);

/// What an intrinsic function of CHARACTER computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFunction {
    /// An operation, with the types of its arguments and of its value.
    Function(Intrinsic, &'static [Argument], Type),
    /// LGE and the like: a relation of two texts in the order of ASCII.
    Relation(BinaryOp),
}

/// An argument: its keyword and what it may be.
pub(crate) type Argument = (&'static str, Wanted);

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// CHARACTER.
    Text,
    /// CHARACTER, also a whole array.
    AnyText,
    /// INTEGER.
    Integer,
    /// LOGICAL, `.FALSE.` if it is not given.
    Back,
    /// The kind of the value, a constant; may be missing.
    Kind,
}

const KIND: Argument = ("kind", Wanted::Kind);
const BACK: Argument = ("back", Wanted::Back);
const STRING: Argument = ("string", Wanted::Text);

/// All names.
const TABLE: &[(&str, TextFunction)] = &[
    ("len", TextFunction::Function(Intrinsic::Len, &[("string", Wanted::AnyText), KIND], INTEGER)),
    ("len_trim", TextFunction::Function(Intrinsic::LenTrim, &[STRING, KIND], INTEGER)),
    ("lnblnk", TextFunction::Function(Intrinsic::LenTrim, &[STRING], INTEGER)),
    ("index", TextFunction::Function(Intrinsic::Index, &[STRING, ("substring", Wanted::Text), BACK, KIND], INTEGER)),
    ("scan", TextFunction::Function(Intrinsic::Scan, &[STRING, ("set", Wanted::Text), BACK, KIND], INTEGER)),
    ("verify", TextFunction::Function(Intrinsic::Verify, &[STRING, ("set", Wanted::Text), BACK, KIND], INTEGER)),
    ("ichar", TextFunction::Function(Intrinsic::Ichar, &[("c", Wanted::Text), KIND], INTEGER)),
    ("iachar", TextFunction::Function(Intrinsic::Ichar, &[("c", Wanted::Text), KIND], INTEGER)),
    ("char", TextFunction::Function(Intrinsic::Char, &[("i", Wanted::Integer), KIND], Type::Character)),
    ("achar", TextFunction::Function(Intrinsic::Char, &[("i", Wanted::Integer), KIND], Type::Character)),
    ("trim", TextFunction::Function(Intrinsic::Trim, &[STRING], Type::Character)),
    ("adjustl", TextFunction::Function(Intrinsic::AdjustLeft, &[STRING], Type::Character)),
    ("adjustr", TextFunction::Function(Intrinsic::AdjustRight, &[STRING], Type::Character)),
    ("repeat", TextFunction::Function(Intrinsic::Repeat, &[STRING, ("ncopies", Wanted::Integer)], Type::Character)),
    ("lge", TextFunction::Relation(BinaryOp::GreaterEqual)),
    ("lgt", TextFunction::Relation(BinaryOp::Greater)),
    ("lle", TextFunction::Relation(BinaryOp::LessEqual)),
    ("llt", TextFunction::Relation(BinaryOp::Less)),
];

/// What the arguments of LGE and the like may be.
const RELATED: &[Argument] = &[("string_a", Wanted::Text), ("string_b", Wanted::Text)];

/// What a lower-case name stands for as a function of CHARACTER.
pub(crate) fn text_function(name: &str) -> Option<TextFunction> {
    TABLE.iter().find(|(row, _)| *row == name).map(|(_, function)| *function)
}

/// True for the functions that [`folded`] gives values.
pub(crate) fn is_of_text(function: Intrinsic) -> bool {
    let is_it = |row: &TextFunction| matches!(row, TextFunction::Function(own, ..) if *own == function);
    TABLE.iter().any(|(_, row)| is_it(row))
}

/// All names, for the table of intrinsic functions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

impl Scope<'_> {
    /// Resolves a reference to a function of CHARACTER.
    pub fn resolve_text_function(
        &mut self,
        function: TextFunction,
        row: &IntrinsicName,
        arguments: &[tree::Argument],
        span: Span,
    ) -> Outcome<Expr> {
        let wanted = match function {
            TextFunction::Function(_, wanted, _) => wanted,
            TextFunction::Relation(_) => RELATED,
        };
        let given = self.text_arguments(row, wanted, arguments, span)?;
        if let (TextFunction::Function(Intrinsic::Len, ..), Some(Some(argument))) = (function, given.first()) {
            let length = self.resolve_length(argument, span)?;
            return self.with_kind(length, given.get(1).copied().flatten());
        }
        let mut values = Vec::with_capacity(given.len());
        let mut kind = None;
        for ((_, wanted), argument) in wanted.iter().zip(given) {
            match (wanted, argument) {
                (Wanted::Kind, argument) => kind = argument,
                (_, None) => {}
                (wanted, Some(argument)) => values.push(self.text_operand(row, *wanted, argument)?),
            }
        }
        if let TextFunction::Function(function, ..) = function {
            self.check_text_argument(row.name, function, &values)?;
        }
        let value = match (function, &values[..]) {
            (TextFunction::Relation(op), [_, _]) => {
                let mut values = values.into_iter();
                let (Some(left), Some(right)) = (values.next(), values.next()) else {
                    return Err(self.reported_before());
                };
                return self.relation_of_texts(op, left, right, span);
            }
            (TextFunction::Function(function, _, ty), _) => match folded(function, &values) {
                Some(constant) => constant_expr(constant, span),
                None => Expr { kind: ExprKind::Intrinsic(function, values), ty, span },
            },
            _ => return Err(self.reported_before()),
        };
        if value.ty == Type::Character { Ok(value) } else { self.with_kind(value, kind) }
    }

    fn relation_of_texts(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Outcome<Expr> {
        let folded = match (as_constant(&left), as_constant(&right)) {
            (Some(Constant::Character(left)), Some(Constant::Character(right))) => Some(fold_texts(op, left, right)),
            _ => None,
        };
        self.folded_or(folded, ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Logical, span)
    }

    /// The arguments in the order of the keywords.
    fn text_arguments<'e>(
        &mut self,
        row: &IntrinsicName,
        wanted: &[Argument],
        arguments: &'e [tree::Argument],
        span: Span,
    ) -> Outcome<Vec<Option<&'e tree::Expr>>> {
        let mut given = vec![None; wanted.len()];
        for (position, argument) in arguments.iter().enumerate() {
            let place = match &argument.keyword {
                None => Some(position),
                Some(keyword) => wanted.iter().position(|(name, _)| *name == keyword.text),
            };
            match place.and_then(|place| given.get_mut(place)) {
                Some(slot) if slot.is_none() => *slot = Some(&argument.value),
                _ => {
                    let message = format!("{} has no such argument, or it is given twice", row.name.to_uppercase());
                    return Err(self.error("E0226", argument.value.span, message));
                }
            }
        }
        let is_missing = |((_, wanted), given): (&Argument, &Option<&tree::Expr>)| {
            given.is_none() && !matches!(wanted, Wanted::Back | Wanted::Kind)
        };
        match wanted.iter().zip(&given).position(is_missing) {
            Some(position) => {
                let name = wanted[position].0.to_uppercase();
                Err(self.error("E0226", span, format!("{} requires the argument {name}", row.name.to_uppercase())))
            }
            None => Ok(given),
        }
    }

    fn text_operand(&mut self, row: &IntrinsicName, wanted: Wanted, argument: &tree::Expr) -> Outcome<Expr> {
        let value = self.resolve_any(argument)?;
        let (is_sound, words) = match wanted {
            Wanted::Text | Wanted::AnyText => (value.ty == Type::Character, "CHARACTER"),
            Wanted::Integer | Wanted::Kind => (matches!(value.ty, Type::Integer(_)), "INTEGER"),
            Wanted::Back => (value.ty == Type::Logical, "LOGICAL"),
        };
        if is_sound {
            return Ok(value);
        }
        let message = format!("{} expects {words} here, not {}", row.name.to_uppercase(), value.ty.name());
        Err(self.error("E0226", value.span, message))
    }

    /// An INTEGER of the kind that KIND asks for.
    fn with_kind(&mut self, value: Expr, kind: Option<&tree::Expr>) -> Outcome<Expr> {
        let Some(kind) = kind else { return Ok(value) };
        let number = self.constant_integer(kind)?;
        match type_of_kind(TypeName::Integer, number) {
            Some(ty) => self.convert(value, ty),
            None => Err(self.error("E0206", kind.span, format!("INTEGER of kind {number} is not supported"))),
        }
    }

    /// LEN: a constant where the length is known.
    fn resolve_length(&mut self, argument: &tree::Expr, span: Span) -> Outcome<Expr> {
        if let Some(alias) = self.alias_of(argument) {
            return self.resolve_length(&alias, span);
        }
        let constant = |length: u64| constant_expr(Constant::Integer(IntegerKind::I4, length as i64), span);
        let name = match &argument.kind {
            TreeKind::Name(name) => Some(&**name),
            TreeKind::Reference(name, _) if self.is_array(&name.text) => Some(&*name.text),
            _ => None,
        };
        if let Some(name) = name.filter(|name| self.bound_name(name).is_none()) {
            let ty = match self.named_constant(name) {
                Some(constant) => constant.ty(),
                None => self.type_of_name(name, argument.span)?,
            };
            if ty != Type::Character {
                return Err(self.error(
                    "E0226",
                    argument.span,
                    format!("LEN expects CHARACTER here, not {}", ty.name()),
                ));
            }
            if let Some(length) = self.constant_length(name) {
                return Ok(constant(length));
            }
            if let Some(symbol) = self.names.get(name).map(|facts| facts.symbol)
                && self.is_array(name)
            {
                return Ok(Expr { kind: ExprKind::LengthOf(symbol), ty: INTEGER, span });
            }
        }
        let value = self.resolve_array_or_scalar(argument)?;
        if value.rank() > 0 && value.ty == Type::Character {
            let arguments = vec![Some(value)];
            let call = ArrayCall { function: ArrayFunction::Len, arguments, dim: None };
            return Ok(Expr { kind: ExprKind::ArrayFunction(Box::new(call)), ty: INTEGER, span });
        }
        match as_constant(&value) {
            Some(Constant::Character(text)) => Ok(constant(text.len() as u64)),
            _ if value.ty != Type::Character => {
                let message = format!("LEN expects CHARACTER here, not {}", value.ty.name());
                Err(self.error("E0226", value.span, message))
            }
            _ => Ok(Expr { kind: ExprKind::Intrinsic(Intrinsic::Len, vec![value]), ty: INTEGER, span }),
        }
    }
}

/// The value of a function of constants; none where it is no text, or not known here.
pub(crate) fn folded(function: Intrinsic, arguments: &[Expr]) -> Option<Constant> {
    let text = |at: usize| match arguments.get(at).and_then(as_constant) {
        Some(Constant::Character(text)) => Some(text.as_slice()),
        _ => None,
    };
    let number = |at: usize| match arguments.get(at).and_then(as_constant) {
        Some(Constant::Integer(_, value)) => Some(*value),
        _ => None,
    };
    let back = match arguments.get(2) {
        None => false,
        Some(back) => is_constant_true(back)?,
    };
    let place = |place: Option<usize>| {
        let place = place.map_or(0, |place| place as i64 + 1);
        Some(Constant::Integer(IntegerKind::I4, place))
    };
    let find = |is_it: &dyn Fn(u8) -> bool, text: &[u8]| {
        let mut bytes = text.iter().copied();
        if back { bytes.rposition(is_it) } else { bytes.position(is_it) }
    };
    match function {
        Intrinsic::Len => Some(Constant::Integer(IntegerKind::I4, text(0)?.len() as i64)),
        Intrinsic::LenTrim => place(text(0)?.iter().rposition(|byte| *byte != b' ')),
        Intrinsic::Ichar => Some(Constant::Integer(IntegerKind::I4, i64::from(*text(0)?.first()?))),
        Intrinsic::Char => {
            let code = u8::try_from(number(0)?).ok()?;
            Some(Constant::Character(vec![code]))
        }
        Intrinsic::Index => {
            let (text, part) = (text(0)?, text(1)?);
            let mut starts = 0..(text.len() + 1).saturating_sub(part.len());
            let is_start = |start: usize| text[start..].starts_with(part);
            place(if back { starts.rfind(|start| is_start(*start)) } else { starts.find(|start| is_start(*start)) })
        }
        Intrinsic::Scan => {
            let set = text(1)?;
            place(find(&|byte| set.contains(&byte), text(0)?))
        }
        Intrinsic::Verify => {
            let set = text(1)?;
            place(find(&|byte| !set.contains(&byte), text(0)?))
        }
        Intrinsic::Trim => Some(Constant::Character(without_end(text(0)?).to_vec())),
        Intrinsic::AdjustLeft => {
            let text = text(0)?;
            let blanks = text.iter().take_while(|byte| **byte == b' ').count();
            Some(Constant::Character(fitted(&text[blanks..], text.len())))
        }
        Intrinsic::AdjustRight => {
            let text = text(0)?;
            let trimmed = without_end(text);
            let blanks = vec![b' '; text.len() - trimmed.len()];
            Some(Constant::Character([blanks.as_slice(), trimmed].concat()))
        }
        Intrinsic::Repeat => {
            let (text, count) = (text(0)?, usize::try_from(number(1)?).unwrap_or(0));
            let is_short = text.len().checked_mul(count).is_some_and(|length| length <= 1 << 16);
            is_short.then(|| Constant::Character(text.repeat(count)))
        }
        _ => None,
    }
}

/// A text without the blanks at its end.
fn without_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)]
}
