//! Rules of a unit's head: names, scopes, variables, dummy arguments and result.

use super::Checker;
use crate::text::{UnitPart, is_name};
use crate::unit::{ArrayLength, Shape, Storage, UnitKind, Var, VarId};
use forlane_semantics::types::Type;
use std::collections::HashSet;

impl Checker<'_> {
    /// All rules of this file.
    pub(super) fn declarations(&mut self) {
        if !is_unit_name(&self.unit.name) {
            self.error("name-form", UnitPart::Unit, format!("`{}` is not a name", self.unit.name));
        }
        self.scope_parents();
        self.variables();
        self.interface();
        if self.errors.is_empty() {
            self.source_arguments();
        }
    }

    /// Rule `scope-parent`.
    fn scope_parents(&mut self) {
        if self.unit.scopes.len() == 0 {
            self.error("scope-parent", UnitPart::Unit, "the unit has no scope");
        }
        for (id, scope) in self.unit.scopes.iter() {
            let is_right = match scope.parent {
                None => id.index() == 0,
                Some(parent) => self.unit.scopes.get(parent).is_some() && parent.index() < id.index(),
            };
            if !is_right {
                self.error("scope-parent", UnitPart::Scope(id), "its parent is missing or not before it");
            }
        }
    }

    fn variables(&mut self) {
        let unit = self.unit;
        let mut names = HashSet::new();
        for (id, var) in unit.vars.iter() {
            let entity = UnitPart::Var(id);
            if !is_name(&var.name) {
                self.error("name-form", entity, format!("`{}` is not a name", var.name));
            }
            if !names.insert(&var.name) {
                self.error("name-unique", entity, format!("another variable is named {}", var.name));
            }
            if unit.scopes.get(var.scope).is_none() {
                self.error("id-foreign", entity, format!("scope s{} does not exist", var.scope.index()));
            }
            self.type_of(entity, "variable", var.ty);
            self.shape_of_storage(entity, var);
            if var.array == Some(ArrayLength::Actual) && var.storage != Storage::Dummy {
                self.error("array-length", entity, "only a dummy array has no length of its own");
            }
            if var.storage == Storage::Procedure && var.array.is_some() {
                self.error("dummy-procedure", entity, "a procedure can't be an array");
            }
            self.area_place(entity, var);
            let has_room = matches!(var.storage, Storage::Local | Storage::Dummy | Storage::Static | Storage::Area);
            if var.array == Some(ArrayLength::Dynamic) && !has_room {
                self.error("array-length", entity, "an array in this storage has no dynamic length");
            }
            self.initial_values(entity, var);
        }
    }

    /// Rules `var-complex` and `var-character`.
    pub(super) fn type_of(&mut self, entity: UnitPart, what: &str, ty: Type) {
        match ty {
            Type::Complex(_) => {
                let message = format!("a {what} can't be of type COMPLEX, of which there are two parts");
                self.error("var-complex", entity, message);
            }
            Type::Character => {
                self.error("var-character", entity, format!("a {what} can't be of type CHARACTER"));
            }
            Type::Integer(_) | Type::Real(_) | Type::Logical => {}
        }
    }

    /// Rule `var-shape`.
    fn shape_of_storage(&mut self, entity: UnitPart, var: &Var) {
        let message = match (var.storage, var.shape) {
            (Storage::Dummy | Storage::Procedure, _) => return,
            (Storage::Constant, Shape::Varying) => "it is constant, but varying",
            (Storage::Constant, Shape::Uniform) | (_, Shape::Varying) => return,
            (_, Shape::Uniform) => "each lane has its own, but it is uniform",
        };
        self.error("var-shape", entity, message);
    }

    /// Rule `area-place`.
    fn area_place(&mut self, entity: UnitPart, var: &Var) {
        let alignment = var.ty.alignment() as u64;
        match &var.area {
            Some(_) if var.storage != Storage::Area => self.error("area-place", entity, "its storage is not an area"),
            None if var.storage == Storage::Area => self.error("area-place", entity, "it has no place in an area"),
            Some(place) if !place.offset.is_multiple_of(alignment) => {
                self.error("area-place", entity, format!("offset {} is not a multiple of {alignment}", place.offset));
            }
            _ => {}
        }
    }

    /// Rule `initial-values`.
    fn initial_values(&mut self, entity: UnitPart, var: &Var) {
        if !var.initial.is_empty() && !matches!(var.storage, Storage::Static | Storage::Area | Storage::Constant) {
            self.error("initial-values", entity, "its storage can't have initial values");
        }
        let length = match var.array {
            None => 1,
            Some(ArrayLength::Constant(length)) => length,
            // What is in storage is not its elements.
            Some(ArrayLength::Actual | ArrayLength::Dynamic) => 0,
        };
        for (first, number, value) in &var.initial {
            if value.ty() != var.ty {
                self.error("initial-values", entity, "an initial value is of another type");
            }
            if first.checked_add(*number).is_none_or(|end| end > length) {
                self.error("initial-values", entity, format!("{first} for {number} is not within {length} elements"));
            }
        }
    }

    /// Rule `interface`.
    fn interface(&mut self) {
        let unit = self.unit;
        let takes_arguments = matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function);
        if !takes_arguments && (!unit.dummies.is_empty() || unit.result.is_some()) {
            let message = "only subroutines and functions have dummy arguments or a result";
            self.error("interface", UnitPart::Interface, message);
        }
        let mut seen: HashSet<VarId> = HashSet::new();
        for dummy in &unit.dummies {
            match unit.vars.get(*dummy) {
                None => self.error("id-foreign", UnitPart::Interface, "a dummy argument is not a variable of the unit"),
                Some(var) if !matches!(var.storage, Storage::Dummy | Storage::Procedure) => {
                    self.error("interface", UnitPart::Interface, format!("{} is not a dummy argument", var.name));
                }
                Some(var) if !seen.insert(*dummy) => {
                    self.error("interface", UnitPart::Interface, format!("{} is listed twice", var.name));
                }
                Some(_) => {}
            }
        }
        for (id, var) in unit.vars.iter() {
            if var.storage == Storage::Dummy && !seen.contains(&id) {
                self.error("interface", UnitPart::Var(id), "it is not listed as a dummy argument");
            }
            if var.storage == Storage::Result && (unit.result != Some(id) || var.array.is_some()) {
                self.error("interface", UnitPart::Var(id), "it is not the unit's scalar result");
            }
        }
        match unit.result.map(|result| unit.vars.get(result)) {
            Some(None) => self.error("id-foreign", UnitPart::Interface, "the result is not a variable of the unit"),
            Some(Some(var)) if var.storage != Storage::Result => {
                self.error(
                    "interface",
                    UnitPart::Interface,
                    format!("{} does not have the storage of a result", var.name),
                );
            }
            _ => {}
        }
    }
}

/// Whether it is a name, or that of a copy with procedures bound: `zeroin(f=cubic, g=none)`.
fn is_unit_name(text: &str) -> bool {
    let Some((name, bound)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
        return is_name(text);
    };
    let is_number = |text: &str| text.parse::<usize>().is_ok();
    let is_bound = |bound: &str| match bound.split_once(" with ") {
        Some((unit, with)) => is_name(unit) && with.split(' ').all(is_number),
        None => is_name(bound) || is_bound_text(bound),
    };
    let is_pair = |pair: &str| pair.split_once('=').is_some_and(|(dummy, bound)| is_name(dummy) && is_bound(bound));
    is_name(name) && bound.split(", ").all(is_pair)
}

/// Whether this is a text in the name of a copy that is made for it.
fn is_bound_text(text: &str) -> bool {
    let text = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
    text.is_some_and(|text| text.bytes().all(may_be_bound))
}

/// Whether a text with that character can be a part of the name of a copy that is made for it.
pub fn may_be_bound(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" _.*+-/".contains(&byte)
}
