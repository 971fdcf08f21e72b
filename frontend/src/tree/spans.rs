//! Trees without places, so that two of them can be compared by what they say.

use super::visit::VisitMut;
use super::visit::mutable::walk_file;
use super::*;

impl File {
    /// The same tree with all places equal.
    pub fn without_spans(mut self) -> File {
        walk_file(&mut WithoutSpans, &mut self);
        self
    }
}

struct WithoutSpans;

impl VisitMut<'_> for WithoutSpans {
    fn span(&mut self, span: &mut Span) {
        *span = Span::default();
    }
}
