//! How scopes see each other's names: what a host shows the procedures in it, and a module those that use it.
//!
//! A name that a procedure takes from outside becomes a symbol of its own there. A constant is copied, a variable of a
//! module stays at its place in memory. A variable of a host procedure is handed on as a hidden argument after the
//! dummy arguments: so it stays a plain variable of each invocation of its host.

use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::VisibleName;
use crate::resolve::scope::visible::UseLink;
use std::rc::Rc;

impl<'a> Scope<'a> {
    /// What a name stands for outside of this scope, and a second thing that it could stand for as well.
    pub fn find_outside(&self, name: &str) -> Option<(Rc<VisibleName<'a>>, Option<Rc<VisibleName<'a>>>)> {
        if let Some(found) = find_used(&self.links.uses, name) {
            return Some(found);
        }
        let mut next = self.links.outer.as_ref();
        while let Some(view) = next {
            if let Some(entity) = view.names.get(name) {
                return Some((Rc::clone(entity), None));
            }
            if let Some(found) = find_used(&view.uses, name) {
                return Some(found);
            }
            next = view.outer.as_ref();
        }
        None
    }
}

/// What USE statements make of a name.
pub(crate) fn find_used<'a>(
    uses: &[UseLink<'a>],
    name: &str,
) -> Option<(Rc<VisibleName<'a>>, Option<Rc<VisibleName<'a>>>)> {
    let mut found = uses.iter().filter_map(|link| link.find(name));
    let first = found.next()?;
    let other = found.find(|entity| !entity.is_same(first));
    Some((Rc::clone(first), other.map(Rc::clone)))
}
