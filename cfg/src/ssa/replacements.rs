//! Values that others stand for.

use crate::unit::ValueId;

/// For each value the one that is put in its place, if there is one; that may be replaced itself.
#[derive(Clone, Debug, Default)]
pub struct Replacements {
    by: Vec<Option<ValueId>>,
    is_any: bool,
}

impl Replacements {
    /// Puts a value in the place of another one, which must not stand for it.
    pub fn insert(&mut self, value: ValueId, by: ValueId) {
        if self.by.len() <= value.index() {
            self.by.resize(value.index() + 1, None);
        }
        self.by[value.index()] = Some(by);
        self.is_any = true;
    }

    /// Puts values in the place of as many others.
    pub fn insert_all(&mut self, values: &[ValueId], by: &[ValueId]) {
        values.iter().zip(by).for_each(|(value, by)| self.insert(*value, *by));
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        !self.is_any
    }

    fn next(&self, value: ValueId) -> Option<ValueId> {
        self.by.get(value.index()).copied().flatten()
    }

    /// What stands for a value in the end; shortens the way to it.
    pub fn resolve(&mut self, value: ValueId) -> ValueId {
        let mut end = value;
        while let Some(next) = self.next(end) {
            end = next;
        }
        let mut at = value;
        while let Some(next) = self.next(at) {
            self.by[at.index()] = Some(end);
            at = next;
        }
        end
    }

    /// What stands for each value in the end.
    pub fn resolved(mut self) -> impl Fn(ValueId) -> ValueId {
        for value in 0..self.by.len() {
            if let Some(by) = self.by[value] {
                self.by[value] = Some(self.resolve(by));
            }
        }
        move |value| self.next(value).unwrap_or(value)
    }
}
