//! Expressions with other expressions in place of what they read.

use super::sum::Sum;
use forlane_cfg::character::{CharacterExpr, CharacterPart};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalExpr, Place, RealExpr};
use forlane_semantics::types::Type;

/// Gives what stands for a place that is read as that type; none for the place itself. Bytes of CHARACTER are read as
/// [`Type::Character`] and may be replaced by a text.
pub(super) type Reader<'a> = dyn FnMut(Type, &Place) -> Option<Expr> + 'a;

/// Replaces what an expression reads, an element's offset before the element. INTEGER sums in which something was
/// replaced are put in normal form, so that `i + 1 + 1` becomes `i + 2`.
pub(super) fn substitute(expr: &Expr, read: &mut Reader<'_>) -> Expr {
    let mut walk = Substitution { read, replaced: 0 };
    match expr {
        Expr::Integer(expr) => Expr::Integer(walk.integer(expr)),
        Expr::Real(expr) => Expr::Real(walk.real(expr)),
        Expr::Logical(expr) => Expr::Logical(walk.logical(expr)),
        Expr::Character(expr) => Expr::Character(walk.text(expr)),
    }
}

/// As [`substitute`], of an INTEGER expression.
pub(super) fn substitute_integer(expr: &IntegerExpr, read: &mut Reader<'_>) -> IntegerExpr {
    Substitution { read, replaced: 0 }.integer(expr)
}

struct Substitution<'a, 'r> {
    read: &'a mut Reader<'r>,
    /// How many places were replaced so far.
    replaced: usize,
}

impl Substitution<'_, '_> {
    /// The place with its offset rewritten, and what stands for it.
    fn place(&mut self, ty: Type, place: &Place) -> Result<Expr, Place> {
        let place = match place {
            Place::Element(array, offset) => Place::Element(*array, Box::new(self.integer(offset))),
            other => other.clone(),
        };
        match (self.read)(ty, &place) {
            Some(expr) => {
                self.replaced += 1;
                Ok(expr)
            }
            None => Err(place),
        }
    }

    fn integer(&mut self, expr: &IntegerExpr) -> IntegerExpr {
        let before = self.replaced;
        match expr {
            IntegerExpr::Constant(..) => expr.clone(),
            IntegerExpr::Read(kind, place) => match self.place(Type::Integer(*kind), place) {
                Ok(Expr::Integer(expr)) => expr,
                Ok(_) => expr.clone(),
                Err(place) => IntegerExpr::Read(*kind, place),
            },
            IntegerExpr::Unary(operation, operand) => {
                let rewritten = IntegerExpr::Unary(*operation, Box::new(self.integer(operand)));
                self.tidy(rewritten, before)
            }
            IntegerExpr::Binary(operation, left, right) => {
                let (left, right) = (Box::new(self.integer(left)), Box::new(self.integer(right)));
                self.tidy(IntegerExpr::Binary(*operation, left, right), before)
            }
            IntegerExpr::FromInteger(kind, operand) => match self.integer(operand) {
                IntegerExpr::Constant(_, value) if kind.holds(value) => IntegerExpr::Constant(*kind, value),
                operand => IntegerExpr::FromInteger(*kind, Box::new(operand)),
            },
            IntegerExpr::FromReal(kind, rounding, operand) => {
                IntegerExpr::FromReal(*kind, *rounding, Box::new(self.real(operand)))
            }
            IntegerExpr::Character(function, texts) => {
                IntegerExpr::Character(*function, texts.iter().map(|text| self.text(text)).collect())
            }
        }
    }

    /// Brings an operation into normal form if something in it was replaced.
    fn tidy(&self, expr: IntegerExpr, before: usize) -> IntegerExpr {
        if self.replaced == before {
            return expr;
        }
        match &expr {
            IntegerExpr::Unary(IntegerUnary::Negate, _)
            | IntegerExpr::Binary(IntegerBinary::Add | IntegerBinary::Subtract | IntegerBinary::Multiply, ..) => {
                Sum::of(&expr, false).to_expr(expr.kind())
            }
            IntegerExpr::Binary(operation, left, right) => match (&**left, &**right) {
                (IntegerExpr::Constant(kind, a), IntegerExpr::Constant(_, b)) => match operation {
                    IntegerBinary::Max => IntegerExpr::Constant(*kind, *a.max(b)),
                    IntegerBinary::Min => IntegerExpr::Constant(*kind, *a.min(b)),
                    IntegerBinary::Divide | IntegerBinary::Steps if *b != 0 && *b != -1 => {
                        IntegerExpr::Constant(*kind, a / b)
                    }
                    IntegerBinary::Mod if *b != 0 && *b != -1 => IntegerExpr::Constant(*kind, a % b),
                    _ => expr,
                },
                _ => expr,
            },
            _ => expr,
        }
    }

    fn real(&mut self, expr: &RealExpr) -> RealExpr {
        match expr {
            RealExpr::Constant(..) => expr.clone(),
            RealExpr::Read(kind, place) => match self.place(Type::Real(*kind), place) {
                Ok(Expr::Real(expr)) => expr,
                Ok(_) => expr.clone(),
                Err(place) => RealExpr::Read(*kind, place),
            },
            RealExpr::Unary(operation, operand) => RealExpr::Unary(*operation, Box::new(self.real(operand))),
            RealExpr::Binary(operation, left, right) => {
                RealExpr::Binary(*operation, Box::new(self.real(left)), Box::new(self.real(right)))
            }
            RealExpr::PowerInteger(base, exponent) => {
                RealExpr::PowerInteger(Box::new(self.real(base)), Box::new(self.integer(exponent)))
            }
            RealExpr::FromInteger(kind, operand) => RealExpr::FromInteger(*kind, Box::new(self.integer(operand))),
            RealExpr::FromReal(kind, operand) => RealExpr::FromReal(*kind, Box::new(self.real(operand))),
        }
    }

    fn logical(&mut self, expr: &LogicalExpr) -> LogicalExpr {
        match expr {
            LogicalExpr::Constant(_) => expr.clone(),
            LogicalExpr::Read(place) => match self.place(Type::Logical, place) {
                Ok(Expr::Logical(expr)) => expr,
                Ok(_) => expr.clone(),
                Err(place) => LogicalExpr::Read(place),
            },
            LogicalExpr::Not(operand) => super::condition::not(self.logical(operand)),
            LogicalExpr::Binary(operation, left, right) => {
                LogicalExpr::Binary(*operation, Box::new(self.logical(left)), Box::new(self.logical(right)))
            }
            LogicalExpr::CompareInteger(relation, left, right) => {
                LogicalExpr::CompareInteger(*relation, Box::new(self.integer(left)), Box::new(self.integer(right)))
            }
            LogicalExpr::CompareReal(relation, left, right) => {
                LogicalExpr::CompareReal(*relation, Box::new(self.real(left)), Box::new(self.real(right)))
            }
        }
    }

    fn text(&mut self, text: &CharacterExpr) -> CharacterExpr {
        let mut parts = Vec::new();
        for part in &text.parts {
            match part {
                CharacterPart::Text(_) => parts.push(part.clone()),
                CharacterPart::Range { start, length } => {
                    let length = self.integer(length);
                    match self.place(Type::Character, start) {
                        Ok(Expr::Character(text)) => parts.extend(text.parts),
                        Ok(_) => parts.push(part.clone()),
                        Err(start) => parts.push(CharacterPart::Range { start, length }),
                    }
                }
                CharacterPart::Char(code) => parts.push(CharacterPart::Char(self.integer(code))),
                CharacterPart::Repeat(text, count) => {
                    parts.push(CharacterPart::Repeat(self.text(text), self.integer(count)));
                }
            }
        }
        CharacterExpr { parts }
    }
}
