//! The intrinsic procedures. The [`table`] has a row for each; the [`matcher`] finds the dummy argument of each actual
//! one and checks them; what a row means is resolved by the file of its group.

pub(super) mod array_functions;
mod composed;
mod inquiries;
mod length;
mod logical_kinds;
pub(super) mod matcher;
mod notation;
mod operations;
mod optional_arguments;
mod promoted;
mod random_seed;
mod row;
mod selected_kinds;
mod subroutines;
pub(super) mod system_functions;
mod system_subroutines;
mod table;
#[cfg(test)]
mod tests;

use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Expr, SymbolClass};
use crate::source::DefaultKinds;
use crate::tree::{self, Name};
use matcher::Reference;
use row::I8;

pub(crate) use array_functions::ArrayReference;
pub(crate) use row::{
    C4, Category, Class, Composed, Conversion, Form, I4, Inquiry, IntrinsicProcedure, Meaning, R4, ResultType,
};
pub(crate) use selected_kinds::selected_kind;

/// The intrinsic function of a lower-case name, supported or not.
pub(crate) fn intrinsic_function(name: &str) -> Option<&'static IntrinsicProcedure> {
    row(name, false)
}

/// The intrinsic subroutine of a lower-case name, supported or not.
pub(crate) fn intrinsic_subroutine(name: &str) -> Option<&'static IntrinsicProcedure> {
    row(name, true)
}

/// What a procedure is where a name stands for it: names that are made have the kinds of the table.
pub(crate) fn in_unit(
    row: &'static IntrinsicProcedure,
    name: &str,
    kinds: DefaultKinds,
) -> &'static IntrinsicProcedure {
    if name.starts_with('%') { row } else { promoted::promoted(row, kinds) }
}

/// What a function is with so many arguments: another one for some. A row whose name begins with `_`, as none of a
/// program does, is only reached so.
pub(crate) fn with_arguments(row: &'static IntrinsicProcedure, count: usize) -> &'static IntrinsicProcedure {
    let other = match row.name {
        "atan" if count == 2 => intrinsic_function("atan2"),
        "bessel_jn" if count == 3 => intrinsic_function("_bessel_jn"),
        "bessel_yn" if count == 3 => intrinsic_function("_bessel_yn"),
        _ => None,
    };
    other.unwrap_or(row)
}

fn row(name: &str, is_subroutine: bool) -> Option<&'static IntrinsicProcedure> {
    let at = table::TABLE.binary_search_by(|row| row.order().cmp(&(name, is_subroutine))).ok()?;
    table::TABLE.get(at)
}

/// True if the name is that of an intrinsic function which is not supported.
pub(crate) fn is_unsupported_function(name: &str) -> bool {
    intrinsic_function(name).is_some_and(|row| row.meaning == Meaning::Unsupported)
}

impl Scope<'_> {
    /// The intrinsic function that the name stands for before `(`, unless the program makes it something else.
    pub fn intrinsic_of(&self, name: &str) -> Option<&'static IntrinsicProcedure> {
        let row = intrinsic_function(self.intrinsic_name(name)).filter(|row| row.meaning != Meaning::Unsupported)?;
        let is_defined = row.category == Category::System && self.interfaces.get(name).is_some();
        (!is_defined && !self.is_redefined(name)).then(|| in_unit(row, name, self.tree.default_kinds))
    }

    /// True if the name stands for an intrinsic function of its arguments.
    pub fn is_intrinsic_function(&self, name: &str) -> bool {
        self.intrinsic_of(name).is_some_and(|row| row.category != Category::System)
    }

    /// Resolves a reference to an intrinsic function.
    pub fn resolve_intrinsic(&mut self, reference: Reference<'_>, arguments: &[tree::Argument]) -> Outcome<Expr> {
        let arguments: Vec<&tree::Argument> = arguments.iter().collect();
        let reference = Reference { row: with_arguments(reference.row, arguments.len()), ..reference };
        let matched = self.match_arguments(reference, &arguments)?;
        let value = match reference.row.meaning {
            Meaning::Operation(_) | Meaning::Conversion | Meaning::Composed(_) => {
                self.resolve_operation(reference, &matched)?
            }
            Meaning::Inquiry(inquiry) => self.resolve_inquiry(inquiry, reference, &matched)?,
            Meaning::Array(function) => self.resolve_array_function(function, reference, &matched)?,
            Meaning::System(_) => return self.resolve_system_function(reference, &matched),
            Meaning::MoveBits
            | Meaning::MoveAllocation
            | Meaning::Collective
            | Meaning::Exit
            | Meaning::Abort
            | Meaning::Unsupported => {
                return Err(self.reported_before());
            }
        };
        self.note_intrinsic(reference.name);
        match reference.row.result {
            // Where default INTEGER has another kind.
            Some(ResultType::Is(ty)) if (ty, value.ty) == (I8, I4) => {
                let is_given = self.type_by_kind(reference, &matched)?.is_some();
                if is_given { Ok(value) } else { self.convert(value, ty) }
            }
            _ => Ok(value),
        }
    }

    /// A declared type on the name of an intrinsic function says nothing; its symbol is not a variable.
    fn note_intrinsic(&mut self, name: &Name) {
        if let Some(symbol) = self.names.get(&name.text).map(|facts| facts.symbol) {
            self.symbols[symbol].class = SymbolClass::Intrinsic;
        }
    }
}
