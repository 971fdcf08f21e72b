//! Units that call each other in circles without being declared RECURSIVE.
//!
//! A unit that calls itself directly is an error where it does so; circles over several units show only when all calls
//! are known, and gfortran does not see them, so they are warnings.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::source::Span;
use indexmap::IndexMap;

/// Who calls whom, by name; an entry stands for its unit.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    units: Vec<Unit>,
    /// The unit of each name.
    by_name: IndexMap<String, usize>,
}

#[derive(Debug)]
struct Unit {
    name: String,
    span: Span,
    is_recursive: bool,
    callees: Vec<(String, Span)>,
}

impl CallGraph {
    /// Adds a unit whose executable part has been resolved.
    pub fn add(&mut self, scope: &Scope<'_>) {
        let index = self.units.len();
        let names =
            std::iter::once(scope.unit.clone()).chain(scope.entries.iter().map(|entry| scope.beside(&entry.name)));
        for name in names {
            self.by_name.entry(name).or_insert(index);
        }
        self.units.push(Unit {
            name: scope.name.clone(),
            span: scope.name_span,
            is_recursive: scope.is_recursive,
            callees: scope.callees.iter().map(|(name, span)| (name.to_string(), *span)).collect(),
        });
    }

    /// A warning for each call that leads back to a unit that is not RECURSIVE and is being executed.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        // Not seen, on the path, or done.
        let mut state: Vec<Option<bool>> = vec![None; self.units.len()];
        for root in 0..self.units.len() {
            if state[root].is_some() {
                continue;
            }
            state[root] = Some(false);
            let mut path = vec![(root, self.units[root].callees.iter())];
            while let Some((unit, callees)) = path.last_mut() {
                let Some((name, span)) = callees.next() else {
                    state[*unit] = Some(true);
                    path.pop();
                    continue;
                };
                let Some(&callee) = self.by_name.get(name) else { continue };
                match state[callee] {
                    Some(true) => {}
                    Some(false) => warnings.extend(self.warning(callee, *span)),
                    None => {
                        state[callee] = Some(false);
                        path.push((callee, self.units[callee].callees.iter()));
                    }
                }
            }
        }
        warnings
    }

    fn warning(&self, callee: usize, call: Span) -> Option<Diagnostic> {
        let unit = &self.units[callee];
        if unit.is_recursive {
            return None;
        }
        let message = format!("`{}` calls itself, through other units", unit.name.to_uppercase());
        let warning = Diagnostic::warning("W0245", call, message);
        Some(warning.with_related(unit.span, "it is not declared RECURSIVE"))
    }
}
