//! Expressions in Fortran's own syntax, for people: with precedence instead of parentheses around every operation.
//!
//! What Fortran has no words for is written as in the text form: an element by its zero-based offset, `a[i-1]`, bytes
//! of CHARACTER as `s[i for n]`. Conversions between kinds of INTEGER are left out where they widen.

use forlane_cfg::character::{CharacterExpr, CharacterPart};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealExpr, Rounding};
use forlane_cfg::text::{is_infix, print_constant};
use forlane_cfg::unit::{Var, VarId};
use forlane_semantics::types::{Constant, IntegerKind, RealKind};
use id_arena::Arena;

/// How tight an operation binds (Fortran 2018, table 10.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Equivalence,
    Or,
    And,
    Not,
    Relation,
    Sum,
    Product,
    Power,
    Primary,
}

/// The text of an expression over these variables.
pub(super) fn print_fortran(vars: &Arena<Var>, expr: &Expr) -> String {
    let writer = Writer { vars };
    match expr {
        Expr::Integer(expr) => writer.integer(expr).0,
        Expr::Real(expr) => writer.real(expr).0,
        Expr::Logical(expr) => writer.logical(expr).0,
        Expr::Character(expr) => writer.text(expr),
    }
}

/// Writes expressions; each text comes with the level of its operation.
struct Writer<'a> {
    vars: &'a Arena<Var>,
}

type Text = (String, Level);

impl Writer<'_> {
    fn integer(&self, expr: &IntegerExpr) -> Text {
        match expr {
            IntegerExpr::Constant(kind, value) => number(print_constant(&Constant::Integer(*kind, *value))),
            IntegerExpr::Read(_, place) => self.place(place),
            IntegerExpr::Unary(operation, operand) => unary(operation.word(), self.integer(operand)),
            IntegerExpr::Binary(IntegerBinary::Add, left, right) => match **right {
                IntegerExpr::Constant(kind, value) if value < 0 && value != kind.least() => {
                    infix("-", self.integer(left), number(print_constant(&Constant::Integer(kind, -value))))
                }
                _ => infix("+", self.integer(left), self.integer(right)),
            },
            IntegerExpr::Binary(operation, left, right) => {
                // Fortran has no word of its own for the quotient that counts steps.
                let operation = if *operation == IntegerBinary::Steps { IntegerBinary::Divide } else { *operation };
                binary(operation.word(), self.integer(left), self.integer(right))
            }
            IntegerExpr::FromInteger(kind, operand) if *kind >= operand.kind() => self.integer(operand),
            IntegerExpr::FromInteger(kind, operand) => convert("int", *kind, self.integer(operand).0),
            IntegerExpr::FromReal(kind, rounding, operand) => {
                let word = match rounding {
                    Rounding::Truncate => "int",
                    Rounding::Nearest => "nint",
                    Rounding::Floor => "floor",
                    Rounding::Ceiling => "ceiling",
                };
                convert(word, *kind, self.real(operand).0)
            }
            IntegerExpr::Character(function, texts) => {
                let texts: Vec<String> = texts.iter().map(|text| self.text(text)).collect();
                call(function.word(), &texts.join(","))
            }
        }
    }

    fn real(&self, expr: &RealExpr) -> Text {
        match expr {
            RealExpr::Constant(kind, value) => number(real_constant(*kind, *value)),
            RealExpr::Read(_, place) => self.place(place),
            RealExpr::Unary(operation, operand) => unary(operation.word(), self.real(operand)),
            RealExpr::Binary(operation, left, right) => binary(operation.word(), self.real(left), self.real(right)),
            RealExpr::PowerInteger(base, exponent) => binary("**", self.real(base), self.integer(exponent)),
            RealExpr::FromInteger(kind, operand) => call(to_real(*kind), &self.integer(operand).0),
            RealExpr::FromReal(kind, operand) => call(to_real(*kind), &self.real(operand).0),
        }
    }

    fn logical(&self, expr: &LogicalExpr) -> Text {
        match expr {
            LogicalExpr::Constant(value) => (print_constant(&Constant::Logical(*value)), Level::Primary),
            LogicalExpr::Read(place) => self.place(place),
            LogicalExpr::Not(operand) => (format!(".not. {}", within(self.logical(operand), Level::Not)), Level::Not),
            LogicalExpr::Binary(operation, left, right) => {
                let level = match operation {
                    LogicalBinary::And => Level::And,
                    LogicalBinary::Or => Level::Or,
                    LogicalBinary::Equivalent | LogicalBinary::NotEquivalent => Level::Equivalence,
                };
                let word = operation.word();
                let (left, right) = (within(self.logical(left), level), within_right(self.logical(right), level));
                (format!("{left} {word} {right}"), level)
            }
            LogicalExpr::CompareInteger(relation, left, right) => {
                binary(relation.word(), self.integer(left), self.integer(right))
            }
            LogicalExpr::CompareReal(relation, left, right) => {
                binary(relation.word(), self.real(left), self.real(right))
            }
        }
    }

    fn text(&self, text: &CharacterExpr) -> String {
        let parts: Vec<String> = text.parts.iter().map(|part| self.part(part)).collect();
        if parts.is_empty() { "''".to_owned() } else { parts.join("//") }
    }

    fn part(&self, part: &CharacterPart) -> String {
        match part {
            CharacterPart::Text(text) => format!("'{}'", String::from_utf8_lossy(text).replace('\'', "''")),
            CharacterPart::Range { start: Place::Element(array, offset), length } => {
                format!("{}[{} for {}]", self.name(*array), self.integer(offset).0, self.integer(length).0)
            }
            CharacterPart::Range { start, .. } => self.place(start).0,
            CharacterPart::Char(code) => format!("char({})", self.integer(code).0),
            CharacterPart::Repeat(text, count) => format!("repeat({},{})", self.text(text), self.integer(count).0),
        }
    }

    fn place(&self, place: &Place) -> Text {
        let text = match place {
            Place::Variable(var) => self.name(*var).to_owned(),
            Place::Value(value) => format!("v{}", value.index()),
            Place::Element(array, offset) => format!("{}[{}]", self.name(*array), self.integer(offset).0),
            Place::Section(section) => format!("{}[{}]", self.name(section.array), self.integer(&section.offset()).0),
        };
        (text, Level::Primary)
    }

    fn name(&self, var: VarId) -> &str {
        self.vars.get(var).map_or("?", |var| &var.name)
    }
}

/// A constant; a negative one is written like a difference.
fn number(text: String) -> Text {
    let level = if text.starts_with('-') { Level::Sum } else { Level::Primary };
    (text, level)
}

fn real_constant(kind: RealKind, value: f64) -> String {
    if !value.is_finite() {
        return print_constant(&Constant::Real(kind, value));
    }
    match kind {
        RealKind::R4 => format!("{:?}", value as f32),
        RealKind::R8 => {
            let digits = format!("{value:?}");
            if digits.contains('e') { digits.replace('e', "d") } else { format!("{digits}d0") }
        }
    }
}

fn to_real(kind: RealKind) -> &'static str {
    match kind {
        RealKind::R4 => "real",
        RealKind::R8 => "dble",
    }
}

fn convert(word: &str, kind: IntegerKind, operand: String) -> Text {
    match kind {
        IntegerKind::I4 => call(word, &operand),
        kind => call(word, &format!("{operand},{}", kind.size())),
    }
}

fn call(word: &str, operands: &str) -> Text {
    (format!("{word}({operands})"), Level::Primary)
}

fn unary(word: &str, operand: Text) -> Text {
    if !is_infix(word) {
        return call(word, &operand.0);
    }
    (format!("{word}{}", within(operand, Level::Product)), Level::Sum)
}

fn binary(word: &str, left: Text, right: Text) -> Text {
    if is_infix(word) { infix(word, left, right) } else { call(word, &format!("{},{}", left.0, right.0)) }
}

fn infix(word: &str, left: Text, right: Text) -> Text {
    let level = match word {
        "+" | "-" => Level::Sum,
        "*" | "/" => Level::Product,
        "**" => Level::Power,
        _ => Level::Relation,
    };
    // Powers group from the right, and a relation is not an operand of a relation.
    let left = if level == Level::Power { within_right(left, level) } else { within(left, level) };
    let right = if level == Level::Power { within(right, level) } else { within_right(right, level) };
    (format!("{left}{word}{right}"), level)
}

/// An operand on the left side, where equal levels need no parentheses.
fn within((text, level): Text, around: Level) -> String {
    if level < around { format!("({text})") } else { text }
}

/// An operand on the right side.
fn within_right((text, level): Text, around: Level) -> String {
    if level <= around { format!("({text})") } else { text }
}
