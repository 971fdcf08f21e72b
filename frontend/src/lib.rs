//! The front end of forlane: Fortran source text becomes resolved program units.
//!
//! Source forms give logical lines, statement parsers give a parse tree, objects of derived type become variables,
//! resolution gives every name a symbol, every
//! expression a type and every label a target.
#![forbid(unsafe_code)]

pub mod compile;
mod declared_procedures;
mod default_kinds;
mod derived;
pub mod diagnostics;
pub mod form;
mod implied_targets;
mod intrinsic_modules;
mod keep_locals;
mod lines;
mod made_results;
mod main_variables;
mod missing_modules;
pub mod parse;
mod preprocess;
mod print;
pub mod resolve;
pub mod resolved;
mod self_references;
pub mod source;
mod submodules;
pub mod tree;
mod type_inquiries;
mod use_renames;
mod used_groups;
