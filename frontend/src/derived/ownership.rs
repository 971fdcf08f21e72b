//! What objects own: ALLOCATABLE components that are in the stores.

use super::components::ComponentType;
use super::types::{DerivedType, is_same_type};
use std::rc::Rc;

impl DerivedType {
    /// Whether an object has components that it owns in the stores, or is one.
    pub fn owns(&self) -> bool {
        match &self.pointee {
            Some(pointee) => pointee.is_owned,
            None => self.components.values().any(|component| match &component.ty {
                ComponentType::Intrinsic(_) => false,
                ComponentType::Derived(inner) => inner.owns(),
            }),
        }
    }

    /// Whether what an object owns may be of its own type, as in a list or a tree.
    pub fn owns_its_own(self: &Rc<Self>) -> bool {
        let mut types = vec![Rc::clone(self)];
        let mut at = 0;
        while let Some(ty) = types.get(at).cloned() {
            at += 1;
            for component in ty.components.values() {
                let ComponentType::Derived(inner) = &component.ty else { continue };
                let pointee = inner.pointee.as_ref().filter(|pointee| pointee.is_owned);
                let inner = match pointee.map(|pointee| (pointee.derived(), pointee.is_class)) {
                    Some((Some(owned), is_class)) => {
                        if is_same_type(&owned, self) || is_class {
                            return true;
                        }
                        owned
                    }
                    Some((None, _)) => continue,
                    None => Rc::clone(inner),
                };
                if inner.pointee.is_none() && !types.iter().any(|known| Rc::ptr_eq(known, &inner)) {
                    types.push(inner);
                }
            }
        }
        false
    }
}
