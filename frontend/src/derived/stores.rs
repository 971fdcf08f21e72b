//! The stores: where the targets of pointers are.
//!
//! Each intrinsic type that a compilation has targets of has a store, an ALLOCATABLE array of a module that is made for
//! the compilation. All of them have the same indices, the *places*; an object takes as many places as it has elements
//! of intrinsic types. A target has a number that no other gets: `base` of it is its first place, or, once it has been
//! freed, so far below zero that whatever is added to it is outside of the stores. So what a dangling pointer reads is
//! an index out of bounds, as with a null pointer, whose number is 0.

use super::names::{Names, Ty};
use super::typing::{implied_type, integer_value, type_of_spec};
use crate::form::SourceForm;
use crate::parse::parse;
use crate::source::{SourceMap, Span};
use crate::tree::*;
use forlane_semantics::STORE;

/// The module.
pub(super) const MODULE: &str = "forlane_targets";

/// The element type of a store; kinds are sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct StoreType {
    /// `real8`, and for CHARACTER the length: `character10`.
    name: Word,
}

impl StoreType {
    /// The store of a type with these attributes; none if its kind or length is not known here.
    pub fn of(names: &Names, spec: &TypeSpec, length: Option<&LengthSpec>) -> Option<StoreType> {
        let given = match (length, &spec.kind) {
            (Some(length), _) => Some(length),
            (None, Some(KindSelector::Character { length, .. })) => length.as_ref(),
            _ => None,
        };
        match type_of_spec(names, spec, length.filter(|_| spec.name != TypeName::Character))? {
            Ty::Character => {
                let length = given.map_or(Some(1), |length| integer_value(names, length.value()?))?;
                Some(StoreType { name: format!("character{}", length.max(0)).into() })
            }
            ty => StoreType::of_numbers(&ty),
        }
    }

    /// The store of numbers and LOGICALs of a type.
    pub fn of_numbers(ty: &Ty) -> Option<StoreType> {
        let name = match ty {
            Ty::Integer(kind) => format!("integer{kind}"),
            Ty::Procedure(_) => "integer4".to_owned(),
            Ty::Real(kind) => format!("real{kind}"),
            Ty::Complex(kind) => format!("complex{kind}"),
            Ty::Logical(kind) => format!("logical{kind}"),
            Ty::Character | Ty::Derived(_) => return None,
        };
        Some(StoreType { name: name.into() })
    }

    /// The store of what the first letter of an undeclared name says.
    pub fn implied(names: &Names, name: &str) -> Option<StoreType> {
        StoreType::of_numbers(&implied_type(names, name)?)
    }

    /// The store of default INTEGER.
    pub fn integer() -> StoreType {
        StoreType { name: "integer4".into() }
    }

    /// The store of characters.
    pub fn character() -> StoreType {
        StoreType { name: "character1".into() }
    }

    /// The type as a declaration has it.
    pub fn spec(&self, span: Span) -> TypeSpec {
        let (ty, size) = split(&self.name);
        let size = super::terms::integer(size.parse().unwrap_or(1), span);
        let (name, kind) = match ty {
            "integer" => (TypeName::Integer, KindSelector::Kind(size)),
            "real" => (TypeName::Real, KindSelector::Kind(size)),
            "complex" => (TypeName::Complex, KindSelector::Kind(size)),
            "logical" => (TypeName::Logical, KindSelector::Kind(size)),
            _ => {
                let length = Some(LengthSpec::Value(size));
                (TypeName::Character, KindSelector::Character { length, kind: None })
            }
        };
        TypeSpec { name, kind: Some(kind), span }
    }

    /// The alignment and the size of an element.
    pub fn layout(&self) -> Option<(i64, i64)> {
        let (ty, size) = split(&self.name);
        let size: i64 = size.parse().ok()?;
        Some(match ty {
            "complex" => (size, 2 * size),
            "character" => (1, size),
            _ => (size, size),
        })
    }

    /// Type and kind in one word.
    pub fn word(&self) -> Word {
        self.name.clone()
    }

    /// The name of the store in the units that use it.
    pub fn local_name(&self) -> Word {
        local_name(&self.name)
    }
}

/// What the units that use it call something of the module.
pub(super) fn local_name(name: &str) -> Word {
    format!("{STORE}{name}").into()
}

/// The name in the module of what a unit calls so.
pub(super) fn source_name(local: &str) -> Option<&str> {
    local.strip_prefix(STORE)
}

/// Type and size in the name of a store.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find(|one: char| one.is_ascii_digit()).unwrap_or(name.len()))
}

/// The module with these stores.
pub(super) fn module_of<'a>(stores: impl Iterator<Item = &'a Word>) -> File {
    let (mut declarations, mut growth) = (String::new(), String::new());
    for name in stores {
        let (ty, size) = split(name);
        declarations.push_str(&format!("  {ty}({size}), allocatable :: {name}(:)\n"));
        growth.push_str(&format!(
            "    block\n      {ty}({size}), allocatable :: grown(:)\n      allocate (grown(0:room - 1))\n      \
             if (top > 0) grown(0:top - 1) = {name}(0:top - 1)\n      call move_alloc(grown, {name})\n    end block\n"
        ));
    }
    let text = include_str!("stores.f90").replace("! stores\n", &declarations).replace("! growth\n", &growth);
    let mut sources = SourceMap::default();
    let file = sources.add(MODULE, text);
    parse(&sources, file, SourceForm::Free).0.without_spans()
}
