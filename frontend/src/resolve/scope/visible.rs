//! What scopes see of each other's names.

use super::facts::VisibleName;
use crate::resolved::SymbolId;
use crate::source::Span;
use crate::tree::{Access, Use, Word};
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The public names of a module.
pub(crate) type Exports<'a> = IndexMap<Word, Rc<VisibleName<'a>>>;

/// A USE statement whose module is there.
#[derive(Clone, Debug)]
pub(crate) struct UseLink<'a> {
    /// The statement.
    pub used: &'a Use,
    /// What the module shows.
    pub exports: Rc<Exports<'a>>,
}

impl<'a> UseLink<'a> {
    /// What the statement makes of a name.
    pub fn find(&self, name: &str) -> Option<&Rc<VisibleName<'a>>> {
        let listed = self.used.items.iter().find(|item| item.local.text == name);
        if let Some(item) = listed {
            return self.exports.get(&item.source.as_ref().unwrap_or(&item.local).text);
        }
        let is_renamed = || self.used.items.iter().any(|item| item.source.as_ref().is_some_and(|one| one.text == name));
        if self.used.only || is_renamed() { None } else { self.exports.get(name) }
    }

    /// All names that the statement makes accessible.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let local = self.used.items.iter().map(|item| item.local.text.as_str());
        let all = self.exports.keys().map(Word::as_str).filter(|_| !self.used.only);
        local.chain(all)
    }
}

/// What the procedures in a scope see of it.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// Its own names.
    pub names: Exports<'a>,
    /// Its USE statements.
    pub uses: Vec<UseLink<'a>>,
    /// What it sees itself.
    pub outer: Option<Rc<View<'a>>>,
}

/// The modules whose specification parts are settled, by name; none for those that use each other, which is reported.
pub(crate) type Modules<'a> = Rc<RefCell<IndexMap<Word, Option<Rc<Exports<'a>>>>>>;

/// The place of a scope among the others.
#[derive(Debug, Default)]
pub(crate) struct Links<'a> {
    /// The host's index.
    pub host: Option<usize>,
    /// The procedures in it.
    pub children: Vec<usize>,
    /// There are submodules of it.
    pub has_submodules: bool,
    /// Of an internal procedure: hidden arguments take the host's variables to it.
    pub is_internal: bool,
    /// What it sees of its host.
    pub outer: Option<Rc<View<'a>>>,
    /// What it shows the procedures in it.
    pub view: Option<Rc<View<'a>>>,
    /// The modules that it uses.
    pub uses: Vec<UseLink<'a>>,
    /// All modules.
    pub modules: Modules<'a>,
    /// The names that it mentions and does not declare, with their first places; whether as a variable.
    pub mentioned: IndexMap<&'a str, (Span, bool)>,
    /// The names that it declares.
    pub declared: IndexMap<&'a str, Span>,
    /// The host's variables that it takes as hidden arguments, in order.
    pub captured: IndexSet<Word>,
    /// Its own symbols of variables that hidden arguments carry: those captured, and those that procedures in it take.
    pub carried: IndexMap<Word, SymbolId>,
    /// PUBLIC or PRIVATE without names.
    pub default_access: Option<(Access, Span)>,
}
