//! What the names of ASSOCIATE stand for.
//!
//! A variable keeps its other name, so that it can be assigned. Of an array element, a section and a substring the
//! subscripts and bounds are evaluated once, to variables of the construct; wherever the name is, the designator with
//! these does ([`super::aliases`]). What is not a variable has its value in a variable of the construct.

use crate::resolve::expressions::character::only_range;
use crate::resolve::expressions::{constant_expr, one};
use crate::resolve::scope::facts::DeclaredLength;
use crate::resolve::scope::facts::Facts;
use crate::resolve::scope::inner_scopes::{Frame, assign};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    ArrayCall, ArrayForm, ArrayFunction, CharacterLength, Dimension, Expr, ExprKind, Intrinsic, Section, Statement,
    StatementKind, SymbolClass, SymbolId, Variable,
};
use crate::source::Span;
use crate::tree::{self, Name, Word};
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// What a name of ASSOCIATE stands for.
pub(crate) enum Meaning<'a> {
    /// Another name.
    Name(Box<Facts<'a>>),
    /// An array element, a section or a substring, whose subscripts and bounds have been evaluated.
    Alias(Box<tree::Expr>),
    /// The value of an expression.
    Value(SymbolId, ValueShape),
    /// Nothing, because of an error that has been reported.
    Unknown,
}

/// Type and rank of a value.
#[derive(Clone, Copy)]
pub(crate) struct ValueShape {
    ty: Type,
    rank: usize,
}

/// Where the parts of a selector go that are evaluated once.
pub(crate) struct Prologue<'f, 'a> {
    /// What the construct hides.
    pub frame: &'f mut Frame<'a>,
    /// The assignments at its beginning.
    pub statements: &'f mut Vec<Statement>,
}

const INTEGER: Type = Type::Integer(IntegerKind::I4);

impl<'a> Scope<'a> {
    /// What an association makes of its name.
    pub fn association(&mut self, association: &tree::Association, prologue: &mut Prologue<'_, 'a>) -> Meaning<'a> {
        self.selector_meaning(&association.selector, &association.name, prologue).unwrap_or(Meaning::Unknown)
    }

    fn selector_meaning(
        &mut self,
        selector: &tree::Expr,
        named: &Name,
        prologue: &mut Prologue<'_, 'a>,
    ) -> Outcome<Meaning<'a>> {
        if let Some(alias) = self.alias_of(selector) {
            return match selector.kind {
                // Its subscripts have been evaluated.
                tree::ExprKind::Name(_) => Ok(Meaning::Alias(Box::new(alias))),
                _ => self.selector_meaning(&alias, named, prologue),
            };
        }
        match &selector.kind {
            tree::ExprKind::Name(name) => {
                if self.named_constant(name).is_none() {
                    self.symbol_of_name(name, selector.span)?;
                }
                let facts = self.names.get(name).cloned().ok_or_else(|| self.reported_before())?;
                Ok(Meaning::Name(Box::new(facts)))
            }
            tree::ExprKind::Reference(name, subscripts)
                if self.is_array(&name.text) && !self.has_vector(subscripts)? =>
            {
                let designator = self.kept_designator(name, subscripts, selector.span, prologue)?;
                Ok(Meaning::Alias(Box::new(designator)))
            }
            tree::ExprKind::Reference(name, arguments) if self.is_text_scalar(&name.text) => {
                let Some(range) = only_range(arguments) else { return self.selector_value(selector, named, prologue) };
                let text = self.kept_name(name, prologue)?;
                let kind = tree::ExprKind::Name(text.text.clone());
                let length = tree::Expr { kind, span: name.span };
                let range = self.kept_part(&length, range, selector.span, prologue)?;
                let argument = tree::Argument { keyword: None, value: range };
                let kind = tree::ExprKind::Reference(Box::new(text), vec![argument]);
                Ok(Meaning::Alias(Box::new(tree::Expr { kind, span: selector.span })))
            }
            tree::ExprKind::Substring(element, range) => match &element.kind {
                tree::ExprKind::Reference(name, subscripts) if self.is_array(&name.text) => {
                    let element = self.kept_designator(name, subscripts, element.span, prologue)?;
                    let range = self.kept_part(&element, range, selector.span, prologue)?;
                    let tree::ExprKind::Range(range) = range.kind else { return Err(self.reported_before()) };
                    let kind = tree::ExprKind::Substring(Box::new(element), range);
                    Ok(Meaning::Alias(Box::new(tree::Expr { kind, span: selector.span })))
                }
                _ => self.selector_value(selector, named, prologue),
            },
            _ => self.selector_value(selector, named, prologue),
        }
    }

    /// True for a scalar CHARACTER variable.
    fn is_text_scalar(&self, name: &str) -> bool {
        let symbol = self.names.get(name).map(|facts| facts.symbol);
        let variable = symbol.and_then(|symbol| self.variable(symbol));
        variable.is_some_and(|variable| variable.ty == Type::Character && variable.shape.is_none())
    }

    /// Whether an array is among the subscripts: such a section is a value.
    fn has_vector(&mut self, subscripts: &[tree::Argument]) -> Outcome<bool> {
        for subscript in subscripts {
            let is_range = matches!(subscript.value.kind, tree::ExprKind::Range(_));
            if !is_range && self.resolve_any(&subscript.value)?.rank() > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An element or section with subscripts that are variables of their own, of an array that is known by a name of
    /// its own.
    fn kept_designator(
        &mut self,
        name: &Name,
        subscripts: &[tree::Argument],
        span: Span,
        prologue: &mut Prologue<'_, 'a>,
    ) -> Outcome<tree::Expr> {
        let symbol = self.symbol_of_name(&name.text, name.span)?;
        self.check_rank(symbol, subscripts.len(), span)?;
        let mut kept = Vec::with_capacity(subscripts.len());
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let place = subscript.value.span;
            let value = match &subscript.value.kind {
                tree::ExprKind::Range(range) => {
                    let lower =
                        self.kept_bound(&range.lower, symbol, (ArrayFunction::LBound, dimension), place, prologue);
                    let upper =
                        self.kept_bound(&range.upper, symbol, (ArrayFunction::UBound, dimension), place, prologue);
                    let stride = range.stride.as_ref().map(|stride| {
                        let stride = self.resolve_index(stride)?;
                        self.kept_integer(stride, prologue)
                    });
                    let range = tree::Range { lower: Some(lower?), upper: Some(upper?), stride: stride.transpose()? };
                    tree::Expr { kind: tree::ExprKind::Range(Box::new(range)), span: place }
                }
                _ => {
                    let value = self.resolve_index(&subscript.value)?;
                    self.kept_integer(value, prologue)?
                }
            };
            kept.push(tree::Argument { keyword: None, value });
        }
        let array = self.kept_name(name, prologue)?;
        Ok(tree::Expr { kind: tree::ExprKind::Reference(Box::new(array), kept), span })
    }

    /// A bound of a section, or that of the array in its place.
    fn kept_bound(
        &mut self,
        bound: &Option<tree::Expr>,
        array: SymbolId,
        (function, dimension): (ArrayFunction, usize),
        span: Span,
        prologue: &mut Prologue<'_, 'a>,
    ) -> Outcome<tree::Expr> {
        let value = match bound {
            Some(bound) => self.resolve_index(bound)?,
            None => {
                let Some(Variable { ty, shape: Some(shape), .. }) = self.variable(array) else {
                    return Err(self.reported_before());
                };
                let (ty, rank) = (*ty, shape.len());
                let is_open = shape.get(dimension).is_some_and(|one| one.upper.is_none());
                let is_star = is_open && self.variable(array).is_some_and(|one| one.form == ArrayForm::Explicit);
                if is_star && function == ArrayFunction::UBound {
                    let message = "the last dimension has no known extent, so its section needs an upper bound";
                    return Err(self.error("E0974", span, message));
                }
                let whole = Expr::of_section(Section::whole(array, span), rank, ty);
                let call = ArrayCall { function, arguments: vec![("array", whole)], dim: Some(dimension + 1) };
                Expr::new(ExprKind::ArrayFunction(Box::new(call)), INTEGER, span)
            }
        };
        self.kept_integer(value, prologue)
    }

    /// The range of a substring with bounds that are variables of their own.
    fn kept_part(
        &mut self,
        of: &tree::Expr,
        range: &tree::Range,
        span: Span,
        prologue: &mut Prologue<'_, 'a>,
    ) -> Outcome<tree::Expr> {
        let lower = match &range.lower {
            Some(lower) => self.resolve_index(lower)?,
            None => one(span),
        };
        let lower = self.kept_integer(lower, prologue)?;
        let upper = match &range.upper {
            Some(upper) => self.resolve_index(upper)?,
            None => {
                let text = self.resolve_any(of)?;
                Expr::new(ExprKind::Intrinsic(Intrinsic::Len, vec![text]), INTEGER, span)
            }
        };
        let upper = self.kept_integer(upper, prologue)?;
        let range = tree::Range { lower: Some(lower), upper: Some(upper), stride: None };
        Ok(tree::Expr { kind: tree::ExprKind::Range(Box::new(range)), span })
    }

    /// The value in a variable of the construct, by a name that no source has.
    fn kept_integer(&mut self, value: Expr, prologue: &mut Prologue<'_, 'a>) -> Outcome<tree::Expr> {
        let (ty, span) = (value.ty, value.span);
        let symbol = self.hidden_variable("subscript", ty, span);
        prologue.frame.symbols.push(symbol);
        prologue.statements.push(assign(symbol, value));
        let word = Word::new(format!("%{}", symbol.index()));
        let facts = Facts { settled: true, ty: Some((ty, span)), ..Facts::new(symbol) };
        self.hide(&word, prologue.frame);
        self.names.insert(word.clone(), facts);
        Ok(tree::Expr { kind: tree::ExprKind::Name(word), span })
    }

    /// Another name for a variable, which the names of the construct do not hide.
    fn kept_name(&mut self, name: &Name, prologue: &mut Prologue<'_, 'a>) -> Outcome<Name> {
        self.symbol_of_name(&name.text, name.span)?;
        let facts = self.names.get(&name.text).cloned().ok_or_else(|| self.reported_before())?;
        let word = Word::new(format!("%of{}", prologue.frame.symbols.len() + self.symbols.len()));
        self.hide(&word, prologue.frame);
        self.names.insert(word.clone(), facts);
        Ok(Name { text: word, span: name.span })
    }

    /// What is not a variable: its value.
    fn selector_value(
        &mut self,
        selector: &tree::Expr,
        named: &Name,
        prologue: &mut Prologue<'_, 'a>,
    ) -> Outcome<Meaning<'a>> {
        let value = self.resolve_array_or_scalar(selector)?;
        let (ty, rank, span) = (value.ty, value.rank(), named.span);
        let extents = self.known_extents(&value);
        let symbol = self.hidden_variable(&named.text, ty, span);
        prologue.frame.symbols.push(symbol);
        let is_fixed =
            rank > 0 && ty != Type::Character && extents.len() == rank && extents.iter().all(Option::is_some);
        let integer = |value: i64| constant_expr(Constant::Integer(IntegerKind::I4, value), span);
        let shape = (0..rank).map(|dimension| Dimension {
            lower: one(span),
            upper: extents.get(dimension).copied().flatten().filter(|_| is_fixed).map(integer),
        });
        let shape: Vec<Dimension> = shape.collect();
        let is_allocated = rank > 0 && !is_fixed || ty == Type::Character;
        if let SymbolClass::Variable(variable) = &mut self.symbols[symbol].class {
            variable.shape = (rank > 0).then_some(shape);
            variable.form = if is_allocated { ArrayForm::Allocatable } else { ArrayForm::Explicit };
        }
        if ty == Type::Character {
            self.symbols[symbol].length = Some(CharacterLength::Deferred);
        }
        prologue.statements.push(match rank {
            0 => assign(symbol, value),
            _ => {
                let target = Section::whole(symbol, span);
                Statement { label: None, kind: StatementKind::AssignArray { target, value }, span: selector.span }
            }
        });
        Ok(Meaning::Value(symbol, ValueShape { ty, rank }))
    }

    /// Gives a name of ASSOCIATE its meaning.
    pub fn set_meaning(&mut self, name: &Name, meaning: Meaning<'a>) {
        let word = name.text.clone();
        match meaning {
            Meaning::Name(facts) => {
                self.names.insert(word, *facts);
            }
            Meaning::Alias(alias) => {
                self.aliases.insert(word, *alias);
            }
            Meaning::Value(symbol, value) => {
                let dimensions: Option<(&'a [tree::DimensionSpec], Span)> =
                    (value.rank > 0).then_some((&[], name.span));
                let length = (value.ty == Type::Character).then_some(DeclaredLength::Deferred(name.span));
                let (ty, value_of) = (Some((value.ty, name.span)), Some(name.span));
                let facts = Facts { settled: true, ty, value_of, dimensions, length, ..Facts::new(symbol) };
                self.names.insert(word, facts);
            }
            Meaning::Unknown => self.facts(&name.text, name.span).reported = true,
        }
    }
}
