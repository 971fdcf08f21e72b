//! What follows from a module that is not given: of the names that it would define nothing is known, so that the errors
//! that only speak of unknown names are not reported where it is used.

use crate::diagnostics::Diagnostics;
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::*;
use indexmap::IndexMap;

/// The codes of errors that a name may cause of which nothing is known. That a name is not declared is an error all the
/// same where USE lists those of the module.
const OF_UNKNOWN_NAMES: [&str; 11] =
    ["E0205", "E0206", "E0208", "E0294", "E0295", "E0297", "E0299", "E0300", "E0924", "E0934", "E0976"];
const OF_UNDECLARED_NAMES: [&str; 3] = ["E0201", "E0203", "E0217"];

/// Where a unit is, those in it included.
fn place(unit: &Unit) -> Span {
    let last = unit.contains.iter().flat_map(|contains| &contains.units).last();
    let inner = last.map(|inner| place(inner).end);
    let own = unit.end.as_ref().map(|end| end.span.end).or_else(|| Some(unit.statements.last()?.span.end));
    Span { end: inner.max(own).unwrap_or(unit.span.end).max(unit.span.end), ..unit.span }
}

fn is_in(span: &Span, place: &Span) -> bool {
    span.file == place.file && (place.start..=place.end).contains(&span.start)
}

/// The USE statements of a unit and of those in it.
fn uses(unit: &Unit) -> Vec<&Use> {
    let own = unit.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Use(used) => Some(&**used),
        _ => None,
    });
    let inner = unit.contains.iter().flat_map(|contains| &contains.units).flat_map(uses);
    own.chain(inner).collect()
}

/// Removes the errors that follow from modules that are not given.
pub(crate) fn drop_followers(files: &[File], diagnostics: &mut Diagnostics) {
    let missing: Vec<Span> = diagnostics.list().iter().filter(|one| one.code == "E0216").map(|one| one.span).collect();
    if missing.is_empty() {
        return;
    }
    // With whether any name may be one of a module that is not given.
    let mut places: Vec<(Span, bool)> = Vec::new();
    let mut modules: IndexMap<&Word, bool> = IndexMap::new();
    let units = files.iter().flat_map(|file| &file.units);
    let mut left: Vec<(&Unit, Span)> = units.map(|unit| (unit, place(unit))).collect();
    loop {
        let before = left.len();
        left.retain(|(unit, place)| {
            let is_missing = missing.iter().any(|span| is_in(span, place));
            let lacking = uses(unit).into_iter().filter_map(|used| {
                let is_itself = missing.contains(&used.module.span);
                let through = modules.get(&used.module.text).copied();
                if is_itself { Some(!used.only) } else { through }
            });
            let lacking: Vec<bool> = lacking.collect();
            if !is_missing && lacking.is_empty() {
                return true;
            }
            let is_any = lacking.contains(&true) || lacking.is_empty();
            places.push((*place, is_any));
            let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module);
            modules.extend(header.map(|header| (&header.name.text, is_any)));
            false
        });
        if left.len() == before {
            break;
        }
    }
    diagnostics.retain(|one| {
        let is_affected =
            |wanted: bool| places.iter().any(|(place, is_any)| is_in(&one.span, place) && *is_any >= wanted);
        let follows = OF_UNKNOWN_NAMES.contains(&one.code) && is_affected(false)
            || OF_UNDECLARED_NAMES.contains(&one.code) && is_affected(true);
        !follows
    });
}
