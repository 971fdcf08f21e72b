//! What the units of a program say of the same areas: sizes, and initial values that contradict each other.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::records::AreaImage;
use crate::source::Span;
use indexmap::IndexMap;

/// Checks the areas of all units against each other.
pub(crate) fn check_areas(scopes: &mut [Scope<'_>]) {
    compare_sizes(scopes);
    compare_images(scopes);
}

/// Warns of a named COMMON block whose size is another than where it was declared first.
fn compare_sizes(scopes: &mut [Scope<'_>]) {
    let mut known: IndexMap<String, (u64, Span)> = IndexMap::new();
    for scope in scopes {
        let mut warnings = Vec::new();
        for (area, common) in scope.storage.commons.iter().filter(|(area, _)| *area != "//") {
            let Some(bytes) = common.bytes else { continue };
            let (elsewhere, first) = *known.entry(area.clone()).or_insert((bytes, common.span));
            if bytes != elsewhere {
                let area = area.to_uppercase();
                let message = format!("the COMMON block {area} has {bytes} bytes here, elsewhere {elsewhere}");
                let warning = Diagnostic::warning("W0213", common.span, message);
                warnings.push(warning.with_related(first, "declared here first"));
            }
        }
        scope.diagnostics.extend(warnings);
    }
}

/// Reports initial values that differ where they overlap.
fn compare_images(scopes: &mut [Scope<'_>]) {
    let mut images: IndexMap<String, Vec<(usize, AreaImage)>> = IndexMap::new();
    for (unit, scope) in scopes.iter_mut().enumerate() {
        for image in std::mem::take(&mut scope.storage.images) {
            images.entry(image.place.area.clone()).or_default().push((unit, image));
        }
    }
    for mut images in images.into_values() {
        images.sort_by_key(|(unit, image)| (image.place.offset, *unit));
        let mut furthest: Option<(usize, AreaImage)> = None;
        for (unit, image) in images {
            if let Some((other, before)) = &furthest
                && differ(before, &image)
            {
                // It is reported where the later one is.
                let (at, here, there) = if (*other, before.span.start) > (unit, image.span.start) {
                    (*other, before, &image)
                } else {
                    (unit, &image, before)
                };
                let what = if image.place.is_common() { "in COMMON" } else { "in EQUIVALENCE" };
                let message = format!("two initial values {what} overlap and differ");
                let error = Diagnostic::error("E0213", here.span, message).with_related(there.span, "the other one");
                scopes[at].report(error);
            }
            if furthest.as_ref().is_none_or(|(_, before)| image.end() > before.end()) {
                furthest = Some((unit, image));
            }
        }
    }
}

/// Whether two runs differ where they overlap; the second does not begin before the first.
fn differ(first: &AreaImage, second: &AreaImage) -> bool {
    let end = first.end().min(second.end());
    // Both repeat, so they agree everywhere if they do over the product of their periods.
    let period = (first.bytes.len() * second.bytes.len()).max(1) as u64;
    let begin = second.place.offset;
    (begin..end.min(begin.saturating_add(period))).any(|offset| first.byte(offset) != second.byte(offset))
}
