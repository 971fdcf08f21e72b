//! The table of intrinsic procedures for units in which default REAL or INTEGER has another kind.

use super::row::{Category, Class, Conversion, Dummy, Form, IntrinsicProcedure, ResultType};
use super::table::TABLE;
use crate::source::DefaultKinds;
use forlane_semantics::types::{IntegerKind, RealKind, Type};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// What asks the system and has a result of default kind, as with gfortran; others are of 4 bytes.
const OF_DEFAULT_KIND: [&str; 7] = ["command_argument_count", "fstat", "iargc", "lstat", "rename", "stat", "system"];

/// The tables that were made, which stay.
static TABLES: LazyLock<Mutex<HashMap<DefaultKinds, &'static [IntrinsicProcedure]>>> = LazyLock::new(Mutex::default);

/// What a row of the table is with these kinds.
pub(super) fn promoted(row: &'static IntrinsicProcedure, kinds: DefaultKinds) -> &'static IntrinsicProcedure {
    if kinds == DefaultKinds::default() {
        return row;
    }
    let table =
        || -> &'static [IntrinsicProcedure] { TABLE.iter().map(|row| kinds.row(row)).collect::<Vec<_>>().leak() };
    let table = match TABLES.lock() {
        Ok(mut tables) => *tables.entry(kinds).or_insert_with(table),
        Err(_) => table(),
    };
    table.binary_search_by(|other| other.order().cmp(&row.order())).ok().and_then(|at| table.get(at)).unwrap_or(row)
}

impl DefaultKinds {
    /// A type of the table, in which the default kinds have 4 bytes.
    pub(in crate::resolve) fn ty(self, ty: Type) -> Type {
        match ty {
            Type::Integer(IntegerKind::I4) => Type::Integer(self.integer),
            Type::Real(RealKind::R4) => Type::Real(self.real),
            Type::Complex(RealKind::R4) => Type::Complex(self.real),
            other => other,
        }
    }

    fn row(self, row: &IntrinsicProcedure) -> IntrinsicProcedure {
        let IntrinsicProcedure { name, category, dummies, result, meaning } = *row;
        if category == Category::System {
            let result = match result {
                Some(ResultType::Is(ty)) if OF_DEFAULT_KIND.contains(&name) => Some(ResultType::Is(self.ty(ty))),
                other => other,
            };
            return IntrinsicProcedure { name, category, dummies, result, meaning };
        }
        let dummies = dummies.iter().map(|dummy| Dummy { form: self.form(dummy.form), ..*dummy });
        let result = result.map(|result| match result {
            ResultType::Is(ty) => ResultType::Is(self.ty(ty)),
            ResultType::Part(ty) => ResultType::Part(self.ty(ty)),
            other => other,
        });
        IntrinsicProcedure { name, category, dummies: dummies.collect::<Vec<_>>().leak(), result, meaning }
    }

    fn form(self, form: Form) -> Form {
        let class = match form.class {
            Class::Exactly(ty) => Class::Exactly(self.ty(ty)),
            other => other,
        };
        let conversion = match form.conversion {
            Conversion::To(ty) => Conversion::To(self.ty(ty)),
            other => other,
        };
        Form { class, conversion, ..form }
    }
}
