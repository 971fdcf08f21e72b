//! The initial values of a variable as runs of equal elements, in order and joined.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::records::AreaImage;
use crate::resolved::{AreaPlace, CharacterLength, Initial, Storage, SymbolClass, SymbolId};
use crate::source::Span;
use forlane_semantics::types::{Constant, Type};

impl Scope<'_> {
    /// Sorts and joins the runs of a variable, which becomes static by having them.
    pub(super) fn store_runs(&mut self, symbol: SymbolId, mut runs: Vec<(Initial, Span)>) {
        runs.sort_by_key(|(run, _)| run.first);
        let twice = runs.windows(2).find(|pair| pair[0].0.first + pair[0].0.count > pair[1].0.first);
        if let Some(pair) = twice {
            let (one, other) = (pair[0].1, pair[1].1);
            let (before, after) = if one.start <= other.start { (one, other) } else { (other, one) };
            let message = format!("`{}` is initialised twice", self.symbols[symbol].name.to_uppercase());
            self.report(
                Diagnostic::error("E0209", after, message)
                    .with_help("remove one")
                    .with_related(before, "initialised here first"),
            );
        }
        let mut joined: Vec<Initial> = Vec::new();
        let area = self.variable(symbol).and_then(|variable| variable.area.clone());
        if twice.is_none()
            && let Some(CharacterLength::Constant(length @ 1..)) = &self.symbols[symbol].length
        {
            runs = with_blanks(runs, *length);
        }
        for (run, span) in runs {
            if let Some(area) = &area {
                self.note_image(area, &run, span);
            }
            match joined.last_mut() {
                Some(last) if last.first + last.count == run.first && is_same(&last.value, &run.value) => {
                    last.count += run.count;
                }
                _ => joined.push(run),
            }
        }
        if let SymbolClass::Variable(variable) = &mut self.symbols[symbol].class {
            if variable.storage != Storage::Area {
                variable.storage = Storage::Static;
            }
            variable.initial = joined;
        }
    }

    /// Keeps the initial values of a variable in an area, to compare them with others there.
    fn note_image(&mut self, area: &AreaPlace, run: &Initial, span: Span) {
        let bytes = run.value.to_bytes();
        let size = bytes.len().max(1) as u64;
        // The elements of CHARACTER are characters.
        let is_text = run.value.ty() == Type::Character;
        let (first, count) = if is_text { (run.first, run.count / size) } else { (run.first * size, run.count) };
        let place = AreaPlace { offset: area.offset.saturating_add(first), ..area.clone() };
        self.storage.images.push(AreaImage { place, count, bytes, span });
    }
}

/// True if the constants are equal to the bit.
pub(crate) fn is_same(left: &Constant, right: &Constant) -> bool {
    match (left, right) {
        (Constant::Real(_, left), Constant::Real(_, right)) => left.to_bits() == right.to_bits(),
        (Constant::Complex(_, re, im), Constant::Complex(_, other_re, other_im)) => {
            (re.to_bits(), im.to_bits()) == (other_re.to_bits(), other_im.to_bits())
        }
        _ => left == right,
    }
}

/// Adds blanks for the characters of elements of which only others get values, as gfortran does. The runs are in order.
fn with_blanks(runs: Vec<(Initial, Span)>, length: u64) -> Vec<(Initial, Span)> {
    let mut filled: Vec<(Initial, Span)> = Vec::with_capacity(runs.len());
    let mut end: u64 = 0;
    let blanks = |filled: &mut Vec<(Initial, Span)>, from: u64, to: u64, span: Span| {
        if from < to {
            let value = Constant::Character(vec![b' '; (to - from) as usize]);
            filled.push((Initial { first: from, count: to - from, value }, span));
        }
    };
    for (run, span) in runs {
        let rest = run.first.min(end.next_multiple_of(length));
        blanks(&mut filled, end, rest, span);
        blanks(&mut filled, rest.max(run.first - run.first % length), run.first, span);
        end = run.first + run.count;
        filled.push((run, span));
    }
    if let Some((_, span)) = filled.last() {
        let span = *span;
        blanks(&mut filled, end, end.next_multiple_of(length), span);
    }
    filled
}
