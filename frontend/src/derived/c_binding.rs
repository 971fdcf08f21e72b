//! References to the procedures of ISO_C_BINDING that take arguments of any type.

use super::names::Meaning;
use super::rewriter::{Outcome, Problem, Rewriter};
use crate::intrinsic_modules::C_POINTERS;
use crate::source::Span;
use crate::tree::Name;

impl Rewriter<'_> {
    /// The intrinsic function in place of such a function; any other name as it is.
    pub fn c_function(&self, name: Name, found: Option<Meaning>, span: Span) -> Outcome<(Name, Option<Meaning>)> {
        match self.c_procedure(&name.text) {
            Some("c_sizeof") => Ok((Name { text: "sizeof".into(), ..name }, None)),
            Some("c_loc") => Err(Problem::Refused("C_LOC", span)),
            Some("c_funloc") => Err(Problem::Refused("C_FUNLOC", span)),
            _ => Ok((name, found)),
        }
    }

    /// Refuses such a subroutine.
    pub fn check_c_call(&self, name: &str, span: Span) -> Outcome<()> {
        match self.c_procedure(name) {
            Some("c_f_pointer") => Err(Problem::Refused("C_F_POINTER", span)),
            Some("c_f_procpointer") => Err(Problem::Refused("C_F_PROCPOINTER", span)),
            _ => Ok(()),
        }
    }

    fn c_procedure(&self, name: &str) -> Option<&str> {
        match self.find(name) {
            Some(Meaning::Procedure(one)) if one.module.as_deref() == Some(C_POINTERS) => Some(&one.name),
            _ => None,
        }
    }
}
