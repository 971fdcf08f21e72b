//! The steps of a setup, and the values that they take.

use super::variables::Owner;
use forlane_cfg::Constant;
use std::collections::BTreeMap;

/// What is done once before a kernel runs, in order.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub(super) steps: Vec<Step>,
    /// Values by lower-case name, and arrays of files by `@` and the file's name.
    pub(super) values: BTreeMap<String, SetupValue>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Call { name: String, arguments: Vec<(Option<String>, SetupValue)>, text: String },
    Set { owner: Owner, name: String, subscripts: Option<Vec<i64>>, value: SetupValue, text: String },
}

/// A value of an argument or a setting; what it is depends on the variable that takes it.
#[derive(Clone, Debug)]
pub(super) enum SetupValue {
    /// A literal, or a name in [`Setup::values`].
    Named(String),
    /// Literals.
    List(Vec<String>),
    /// A text in quotes.
    Character(String),
    /// An array, its elements in Fortran's order.
    Array { shape: Vec<u64>, elements: Vec<Constant> },
}
