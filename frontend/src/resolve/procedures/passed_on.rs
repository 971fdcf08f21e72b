//! Dummy arguments that nothing declares EXTERNAL and nothing calls, and that a unit only passes on: what they are is
//! said by the procedures that receive them, and by those that pass them.
//!
//! ```text
//! call s(p)            p is EXTERNAL
//! subroutine s(f)      f only occurs in `call t(f)`
//! subroutine t(g)      g is called, so it is a procedure
//! ```
//!
//! Where such an argument meets a procedure at either end, it is one too; this spreads over the calls of the
//! compilation.

use crate::resolve::scope::Scope;
use crate::resolved::{SymbolClass, SymbolId};
use crate::source::Span;
use crate::tree::Word;
use forlane_semantics::types::Type;
use indexmap::IndexMap;

/// A dummy argument: the scope's index, and its symbol there.
type Dummy = (usize, SymbolId);

/// Makes procedures of the dummy arguments that are passed on as such. The specification parts are settled.
pub(crate) fn find_passed_procedures(scopes: &mut [Scope<'_>]) {
    let undecided = undecided_dummies(scopes);
    if undecided.is_empty() {
        return;
    }
    let units = dummies_of_units(scopes);
    // What gets the same argument is the same; what is surely a procedure begins.
    let mut joined: IndexMap<Dummy, Vec<Dummy>> = IndexMap::new();
    let mut found: Vec<(Dummy, Span)> = Vec::new();
    for (index, scope) in scopes.iter().enumerate() {
        for passed in &scope.passed_names {
            let giver = scope.names.get(&passed.name).map(|facts| (index, facts.symbol));
            let is_giver_procedure = is_procedure(scope, &passed.name);
            let body = scope.names.get(&*passed.procedure).and_then(|facts| facts.explicit.as_ref());
            let is_body_procedure = body.and_then(|body| Some(body.dummies.get(passed.position)?.is_procedure));
            let callee = match scope.callee(&passed.procedure) {
                "" => passed.procedure.as_str(),
                unit => unit,
            };
            let taker = units.get(callee).and_then(|(unit, dummies)| Some((*unit, *dummies.get(passed.position)?)));
            let is_taker_procedure = is_body_procedure == Some(true)
                || taker.is_some_and(|(unit, symbol)| {
                    matches!(scopes[unit].symbols[symbol].class, SymbolClass::External { .. })
                });
            let open_giver = giver.filter(|giver| undecided.contains_key(giver));
            let open_taker = taker.filter(|taker| undecided.contains_key(taker));
            found.extend(open_giver.filter(|_| is_taker_procedure).map(|giver| (giver, passed.span)));
            found.extend(open_taker.filter(|_| is_giver_procedure).map(|taker| (taker, passed.span)));
            if let (Some(giver), Some(taker)) = (open_giver, open_taker) {
                joined.entry(giver).or_default().push(taker);
                joined.entry(taker).or_default().push(giver);
            }
        }
    }
    while let Some((dummy, span)) = found.pop() {
        if scopes[dummy.0].make_procedure(dummy.1, span) {
            found.extend(joined.get(&dummy).into_iter().flatten().map(|next| (*next, span)));
        }
    }
    scopes.iter_mut().for_each(|scope| scope.passed_names = Vec::new());
}

/// The dummy arguments of which the units do nothing but passing them on.
fn undecided_dummies(scopes: &[Scope<'_>]) -> IndexMap<Dummy, ()> {
    let mut undecided = IndexMap::new();
    for (index, scope) in scopes.iter().enumerate() {
        for passed in &scope.passed_names {
            let Some(facts) = scope.names.get(&passed.name) else { continue };
            let is_open = facts.dummy.is_some()
                && facts.external.is_none()
                && facts.dimensions.is_none()
                && facts.allocatable.is_none()
                && facts.intent.is_none()
                && !facts.is_value
                && !facts.reported
                && !matches!(facts.ty, Some((Type::Character, _)))
                && !scope.links.carried.contains_key(&passed.name)
                && !scope.valued.contains(&passed.name);
            if is_open {
                undecided.insert((index, facts.symbol), ());
            }
        }
    }
    undecided
}

/// The dummy arguments of units and entries, by the names under which calls find them.
fn dummies_of_units(scopes: &[Scope<'_>]) -> IndexMap<String, (usize, Vec<SymbolId>)> {
    let mut units = IndexMap::new();
    for (index, scope) in scopes.iter().enumerate() {
        units.entry(scope.unit.clone()).or_insert_with(|| (index, scope.dummies.clone()));
        for entry in &scope.entries {
            units.entry(scope.beside(&entry.name)).or_insert_with(|| (index, entry.dummies.clone()));
        }
    }
    units
}

/// True for a name that stands for a procedure according to the declarations.
fn is_procedure(scope: &Scope<'_>, name: &str) -> bool {
    let Some(facts) = scope.names.get(name) else { return scope.called.contains(name) };
    match &scope.symbols[facts.symbol].class {
        SymbolClass::External { .. } | SymbolClass::Intrinsic => true,
        // It is called elsewhere in the unit.
        SymbolClass::Variable(_) => {
            facts.dummy.is_none() && facts.dimensions.is_none() && !facts.result && scope.called.contains(name)
        }
        _ => false,
    }
}

impl Scope<'_> {
    /// Makes a dummy argument a procedure; false if it is one.
    fn make_procedure(&mut self, symbol: SymbolId, span: Span) -> bool {
        if matches!(self.symbols[symbol].class, SymbolClass::External { .. }) {
            return false;
        }
        let name = Word::new(&self.symbols[symbol].name);
        let Some(facts) = self.names.get_mut(&name) else { return false };
        facts.external = Some(span);
        let result = facts.ty.map(|(ty, _)| ty);
        self.symbols[symbol].class = SymbolClass::External { result };
        true
    }
}
