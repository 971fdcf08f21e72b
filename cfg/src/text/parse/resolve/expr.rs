//! Types of expressions: postfix items to typed trees, by an explicit stack.

use super::Resolver;
use crate::array::{Section, Subscript};
use crate::character::{CharacterExpr, CharacterPart};
use crate::expr::{
    CharacterFunction, Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalBinary, LogicalExpr, Place, RealBinary,
    RealExpr, RealUnary, Relation,
};
use crate::text::parse::syntax::{ExprItem, ExprText};
use crate::text::words::{self, member_of};
use crate::unit::VarId;
use forlane_semantics::types::{Constant, Type};

/// The greatest depth of an expression. The front end bounds what it makes; conversions come on top of that.
const GREATEST_DEPTH: usize = 4000;

impl<'a> Resolver<'a, '_> {
    /// An expression of any type.
    pub(super) fn expr(&mut self, text: &ExprText<'a>) -> Option<Expr> {
        let mut stack: Vec<(Expr, usize)> = Vec::new();
        for item in &text.items {
            let (expr, depth) = self.item(item, &mut stack)?;
            if depth > GREATEST_DEPTH {
                self.errors.add(text.text, format!("the expression is deeper than {GREATEST_DEPTH}"));
                // Dropping the parts is as deep as the limit only.
                return None;
            }
            stack.push((expr, depth));
        }
        stack.pop().map(|(expr, _)| expr)
    }

    /// An INTEGER expression.
    pub(super) fn integer(&mut self, text: &ExprText<'a>) -> Option<IntegerExpr> {
        match self.expr(text)? {
            Expr::Integer(expr) => Some(expr),
            other => self.wrong(text.text, format!("expected an INTEGER, this is {}", category(&other))),
        }
    }

    /// A LOGICAL expression.
    pub(super) fn logical(&mut self, text: &ExprText<'a>) -> Option<LogicalExpr> {
        match self.expr(text)? {
            Expr::Logical(expr) => Some(expr),
            other => self.wrong(text.text, format!("expected a LOGICAL, this is {}", category(&other))),
        }
    }

    /// A CHARACTER expression.
    pub(super) fn text(&mut self, text: &ExprText<'a>) -> Option<CharacterExpr> {
        match self.expr(text)? {
            Expr::Character(expr) => Some(expr),
            other => self.wrong(text.text, format!("expected a CHARACTER, this is {}", category(&other))),
        }
    }

    fn wrong<T>(&mut self, text: &'a str, message: String) -> Option<T> {
        self.errors.add(text, message);
        None
    }

    /// One item over its operands, and its depth.
    fn item(&mut self, item: &ExprItem<'a>, stack: &mut Vec<(Expr, usize)>) -> Option<(Expr, usize)> {
        let leaf = match item {
            ExprItem::Constant(value) => constant(value)?,
            ExprItem::Variable(name) => {
                let var = self.var(name)?;
                self.read(name, self.vars[var].ty, Place::Variable(var))?
            }
            ExprItem::Value(id) => {
                let value = self.value(*id)?;
                self.read(id.text, self.values[value].ty, Place::Value(value))?
            }
            ExprItem::Element(name) => {
                let (offset, depth) = stack.pop()?;
                let array = self.var(name)?;
                let Expr::Integer(offset) = offset else {
                    return self.wrong(name, format!("the offset in {name} is {}", category(&offset)));
                };
                let place = match self.in_elements {
                    true => section(array, vec![(offset, None)]),
                    false => Place::Element(array, Box::new(offset)),
                };
                let expr = self.read(name, self.vars[array].ty, place)?;
                return Some((expr, depth + 1));
            }
            ExprItem::Section(name, count) => {
                let mut operands = stack.split_off(stack.len().checked_sub(2 * count - 1)?).into_iter();
                let mut deepest = 0;
                let mut next = |resolver: &mut Self| match operands.next() {
                    Some((Expr::Integer(expr), depth)) => {
                        deepest = deepest.max(depth);
                        Some(expr)
                    }
                    Some((other, _)) => {
                        resolver.wrong(name, format!("a subscript or extent of {name} is {}", category(&other)))
                    }
                    None => None,
                };
                let mut subscripts = Vec::with_capacity(*count);
                for subscript in 1..=*count {
                    let at = next(self)?;
                    let extent = if subscript < *count { Some(next(self)?) } else { None };
                    subscripts.push((at, extent));
                }
                let array = self.var(name)?;
                let expr = self.read(name, self.vars[array].ty, section(array, subscripts))?;
                return Some((expr, deepest + 1));
            }
            ExprItem::Range(name) => {
                let ((length, deep), (offset, depth)) = (stack.pop()?, stack.pop()?);
                let array = self.var(name)?;
                let (Expr::Integer(offset), Expr::Integer(length)) = (offset, length) else {
                    return self.wrong(name, format!("the range of {name} is not INTEGER"));
                };
                let start = Place::Element(array, Box::new(offset));
                let parts = vec![CharacterPart::Range { start, length }];
                return Some((Expr::Character(CharacterExpr { parts }), depth.max(deep) + 1));
            }
            ExprItem::Operation(word, count) => return self.operation(word, *count, stack),
        };
        Some((leaf, 1))
    }

    fn read(&mut self, text: &'a str, ty: Type, place: Place) -> Option<Expr> {
        match Expr::read(ty, place) {
            Some(expr) => Some(expr),
            None => self.wrong(text, "a text can't be an operand".to_string()),
        }
    }

    fn operation(&mut self, word: &'a str, count: usize, stack: &mut Vec<(Expr, usize)>) -> Option<(Expr, usize)> {
        let takes_text = stack.iter().rev().take(count).any(|(operand, _)| matches!(operand, Expr::Character(_)));
        let (made, depth) = match count {
            _ if takes_text || word == "char" => {
                let operands = stack.split_off(stack.len().saturating_sub(count));
                let depth = operands.iter().map(|(_, depth)| depth + 1).max().unwrap_or(1);
                (of_texts(word, operands.into_iter().map(|(operand, _)| operand).collect()), depth)
            }
            1 => {
                let (operand, depth) = stack.pop()?;
                (unary(word.trim_end(), operand), depth + 1)
            }
            2 => {
                let (right, right_depth) = stack.pop()?;
                let (left, left_depth) = stack.pop()?;
                (binary(word, left, right), left_depth.max(right_depth) + 1)
            }
            _ => (Err(format!("{word} does not have {count} operands")), 0),
        };
        match made {
            Ok(expr) => Some((expr, depth)),
            Err(message) => self.wrong(word, message),
        }
    }
}

fn section(array: VarId, subscripts: Vec<(IntegerExpr, Option<IntegerExpr>)>) -> Place {
    let subscripts = subscripts.into_iter().map(|(at, extent)| Subscript { at, extent });
    Place::Section(Box::new(Section { array, subscripts: subscripts.collect() }))
}

fn category(expr: &Expr) -> &'static str {
    match expr {
        Expr::Integer(_) => "an INTEGER",
        Expr::Real(_) => "a REAL",
        Expr::Logical(_) => "a LOGICAL",
        Expr::Character(_) => "a CHARACTER",
    }
}

fn constant(value: &Constant) -> Option<Expr> {
    Some(match value {
        Constant::Integer(kind, value) => Expr::Integer(IntegerExpr::Constant(*kind, *value)),
        Constant::Real(kind, value) => Expr::Real(RealExpr::Constant(*kind, *value)),
        Constant::Logical(value) => Expr::Logical(LogicalExpr::Constant(*value)),
        Constant::Character(text) => Expr::Character(CharacterExpr::text(text.as_slice())),
        Constant::Complex(..) => return None,
    })
}

/// An operation on CHARACTER values, or `char`; what is wrong with it.
fn of_texts(word: &str, operands: Vec<Expr>) -> Result<Expr, String> {
    let function = CharacterFunction::of_word(word).filter(|function| function.operands() == operands.len());
    let mut parts = Vec::new();
    let mut texts = Vec::new();
    let mut integers = Vec::new();
    for operand in operands {
        match operand {
            Expr::Character(text) => texts.push(text),
            Expr::Integer(expr) => integers.push(expr),
            other => return Err(format!("{word} of {}", category(&other))),
        }
    }
    match (word, &mut texts[..], integers.pop(), integers.is_empty()) {
        ("join", texts, None, _) => parts.extend(texts.iter_mut().flat_map(|text| std::mem::take(&mut text.parts))),
        ("char", [], Some(code), true) => parts.push(CharacterPart::Char(code)),
        ("repeat", [text], Some(count), true) => parts.push(CharacterPart::Repeat(std::mem::take(text), count)),
        (_, _, None, _) => {
            let function = function.ok_or_else(|| format!("{word} is not an operation of such CHARACTER values"))?;
            return Ok(Expr::Integer(IntegerExpr::Character(function, texts)));
        }
        _ => return Err(format!("{word} is not an operation of such operands")),
    }
    Ok(Expr::Character(CharacterExpr { parts }))
}

/// An operation of one operand, or what is wrong with it.
fn unary(word: &str, operand: Expr) -> Result<Expr, String> {
    if let Some(ty) = member_of(words::READS_AS, word) {
        return read_as(ty, operand).ok_or_else(|| format!("{word} takes a variable, a value or an element"));
    }
    let unknown = || format!("{word} is not an operation of one operand of this type");
    Ok(match operand {
        Expr::Integer(operand) => {
            let operand = Box::new(operand);
            if let Some(operation) = IntegerUnary::of_word(word) {
                Expr::Integer(IntegerExpr::Unary(operation, operand))
            } else if let Some(kind) = member_of(words::TO_REAL, word) {
                Expr::Real(RealExpr::FromInteger(kind, operand))
            } else {
                let (kind, rounding) = member_of(words::TO_INTEGER, word).ok_or_else(unknown)?;
                if rounding != crate::expr::Rounding::Truncate {
                    return Err(unknown());
                }
                Expr::Integer(IntegerExpr::FromInteger(kind, operand))
            }
        }
        Expr::Real(operand) => {
            let operand = Box::new(operand);
            if let Some(operation) = RealUnary::of_word(word) {
                Expr::Real(RealExpr::Unary(operation, operand))
            } else if let Some(kind) = member_of(words::TO_REAL, word) {
                Expr::Real(RealExpr::FromReal(kind, operand))
            } else {
                let (kind, rounding) = member_of(words::TO_INTEGER, word).ok_or_else(unknown)?;
                Expr::Integer(IntegerExpr::FromReal(kind, rounding, operand))
            }
        }
        Expr::Logical(operand) if word == ".not." => Expr::Logical(LogicalExpr::Not(Box::new(operand))),
        Expr::Logical(_) | Expr::Character(_) => return Err(unknown()),
    })
}

/// The same read, as another type.
fn read_as(ty: Type, operand: Expr) -> Option<Expr> {
    match operand {
        Expr::Integer(IntegerExpr::Read(_, place))
        | Expr::Real(RealExpr::Read(_, place))
        | Expr::Logical(LogicalExpr::Read(place)) => Expr::read(ty, place),
        _ => None,
    }
}

/// An operation of two operands, or what is wrong with it.
fn binary(word: &str, left: Expr, right: Expr) -> Result<Expr, String> {
    let unknown = || format!("{word} is not an operation of two operands of this type");
    let relation = Relation::of_word(word);
    match (left, right) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            let (left, right) = (Box::new(left), Box::new(right));
            if let Some(relation) = relation {
                return Ok(Expr::Logical(LogicalExpr::CompareInteger(relation, left, right)));
            }
            let operation = IntegerBinary::of_word(word).ok_or_else(unknown)?;
            Ok(Expr::Integer(IntegerExpr::Binary(operation, left, right)))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            let (left, right) = (Box::new(left), Box::new(right));
            if let Some(relation) = relation {
                return Ok(Expr::Logical(LogicalExpr::CompareReal(relation, left, right)));
            }
            let operation = RealBinary::of_word(word).ok_or_else(unknown)?;
            Ok(Expr::Real(RealExpr::Binary(operation, left, right)))
        }
        (Expr::Real(left), Expr::Integer(right)) if word == "**" => {
            Ok(Expr::Real(RealExpr::PowerInteger(Box::new(left), Box::new(right))))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            let operation = LogicalBinary::of_word(word).ok_or_else(unknown)?;
            Ok(Expr::Logical(LogicalExpr::Binary(operation, Box::new(left), Box::new(right))))
        }
        (left, right) => Err(format!("{word} of {} and {}", category(&left), category(&right))),
    }
}
