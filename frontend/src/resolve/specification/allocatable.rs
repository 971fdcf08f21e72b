//! What an ALLOCATABLE variable is as an argument. A procedure may allocate and free its ALLOCATABLE dummy arguments,
//! so actual and dummy argument, and interface body and definition, must agree in type, rank and length (Fortran 2018,
//! 15.5.2.5 and 15.5.2.6).

use crate::resolve::scope::interface::Allocatable;
use crate::resolve::scope::interface::Length;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, ArrayForm, CharacterLength, Designator, SymbolId};
use std::fmt;

impl Allocatable {
    /// Whether a variable like this can be associated with one like the other.
    pub fn fits(self, other: Allocatable) -> bool {
        let is_same_length = match (self.length, other.length) {
            (Length::Constant(_), Length::Any) | (Length::Any, Length::Constant(_)) => true,
            (one, other) => one == other,
        };
        self.ty == other.ty && self.rank == other.rank && is_same_length
    }

    /// Whether MOVE_ALLOC can be of a variable like this and one like the other: that a length is `*` says nothing.
    pub fn can_become(self, other: Allocatable) -> bool {
        let is_open = matches!((self.length, other.length), (Length::Any, Length::Deferred));
        self.fits(other) || is_open && self.ty == other.ty && self.rank == other.rank
    }
}

impl fmt::Display for Allocatable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an ALLOCATABLE {} of type {}", if self.rank == 0 { "scalar" } else { "array" }, self.ty)?;
        match self.length {
            Length::Any => {}
            Length::Constant(length) => write!(f, "({length})")?,
            Length::Deferred => write!(f, "(:)")?,
        }
        match self.rank {
            0 => Ok(()),
            rank => write!(f, " and rank {rank}"),
        }
    }
}

impl Scope<'_> {
    /// What a variable is, if it is ALLOCATABLE.
    pub fn allocatable_of(&self, symbol: SymbolId) -> Option<Allocatable> {
        let variable = self.variable(symbol).filter(|variable| variable.form == ArrayForm::Allocatable)?;
        let length = match self.symbols[symbol].length {
            Some(CharacterLength::Deferred) => Length::Deferred,
            Some(CharacterLength::Constant(length)) => Length::Constant(length),
            Some(CharacterLength::Assumed | CharacterLength::Expression(_)) | None => Length::Any,
        };
        Some(Allocatable { ty: variable.ty, rank: variable.shape.as_ref().map_or(0, Vec::len), length })
    }

    /// An argument for the ALLOCATABLE dummy argument that messages show so.
    pub fn allocatable_argument(&mut self, argument: Argument, shown: &str, dummy: Allocatable) -> Outcome<Argument> {
        let (symbol, span) = match &argument {
            Argument::Array(symbol, span) | Argument::Designator(Designator::Variable(symbol), span) => {
                (Some(*symbol), *span)
            }
            Argument::Designator(_, span) | Argument::Procedure(_, span) | Argument::Internal(_, _, span) => {
                (None, *span)
            }
            Argument::Section(section) => (None, section.span),
            Argument::Value(value) | Argument::Elemental(value, _) => (None, value.span),
            Argument::Omitted(_) | Argument::Taken(_) => return Ok(argument),
            Argument::Shaped(_) | Argument::Allocatable(..) | Argument::Bounded(..) | Argument::Optional(_) => {
                return Err(self.reported_before());
            }
        };
        let is_like = |symbol: &SymbolId| self.allocatable_of(*symbol).is_some_and(|given| given.fits(dummy));
        match symbol.filter(is_like) {
            Some(symbol) => Ok(Argument::Allocatable(symbol, span)),
            None => {
                let message = format!("the dummy argument `{shown}` is {dummy}, so the argument must be one too");
                Err(self.error("E0284", span, message))
            }
        }
    }
}
