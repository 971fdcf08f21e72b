//! The outputs of an arm that runs under a mask become part of the outputs gathered so far.
//!
//! Nested arms often change their outputs for a few lanes only. Of a value that an inner arm made so, it is known
//! what it is elsewhere, its *base*; where an outer arm finds its own earlier output to be that base, it needs no
//! blend: of a chain of nested arms only the innermost one blends.
//!
//! ```text
//! if a {                          x = blend a∧b, y, x        in place of
//!     if b { x = y }                                          x' = blend b, y, x
//! }                                                           x'' = blend a, x', x
//! ```

use super::Lowering;
use super::arms::MaskArms;
use crate::gang::ir::ValueId;

impl Lowering<'_> {
    /// The value that one equals in all lanes that have not run the inmost arm around here.
    fn base(&self, value: ValueId) -> ValueId {
        match self.bases.get(&value) {
            Some(base) if value.index() >= self.arm_start => *base,
            _ => value,
        }
    }

    /// Adds the outputs of an arm, whose first value has that number, to those gathered.
    pub(super) fn gather(&mut self, task: &mut MaskArms, values: &[Option<ValueId>], arm_start: usize) {
        // An arm that is jumped around has its lanes as a mask at hand.
        let mask = if task.guard.is_some() { task.entered } else { task.predicate };
        let blended = self.blend_all(mask, task.entered, values, &task.gathered);
        for (index, (value, blended)) in values.iter().zip(blended).enumerate() {
            if task.common[index].is_some() && task.common[index] == *value {
                continue;
            }
            let earlier = task.gathered[index];
            task.gathered[index] = blended;
            let (Some(value), Some(blended), Some(earlier)) = (*value, blended, earlier) else { continue };
            let is_varying = self.builder.code.ty(value).is_varying();
            // A blend under a condition that is always true is the arm's value itself, of which no base follows.
            let is_gathered = value.index() >= arm_start && self.bases.get(&value) == Some(&earlier);
            let given = if is_gathered { value } else { blended };
            task.gathered[index] = Some(given);
            if is_varying && (task.guard.is_some() || is_gathered) {
                let base = self.base(earlier);
                self.bases.insert(given, base);
            }
        }
    }

    /// After the join of an arm's outputs with those on the way around it: the base of both is that of the join.
    pub(super) fn join_bases(
        &mut self,
        inner: &[Option<ValueId>],
        earlier: &[Option<ValueId>],
        joined: &[Option<ValueId>],
    ) {
        for ((inner, earlier), joined) in inner.iter().zip(earlier).zip(joined) {
            let (Some(inner), Some(earlier), Some(joined)) = (inner, earlier, joined) else { continue };
            let base = self.base(*earlier);
            if joined != earlier && self.bases.get(inner) == Some(&base) {
                self.bases.insert(*joined, base);
            }
        }
    }
}
