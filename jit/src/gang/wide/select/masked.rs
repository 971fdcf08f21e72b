//! Operations under masks: where an operation's result is only blended with another value, that value's register takes
//! the result in the lanes of the mask, by one instruction.

use super::Selector;
use crate::gang::ir::{GangCode, Op, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::isa::WideSet;
use regalloc2::VReg;
use std::collections::HashSet;

/// Finds them, but for those that are not done by their instruction. Only AVX-512 has masks for all operations.
pub(super) fn find(
    code: &GangCode,
    uses: &[u32],
    set: WideSet,
    is_done_otherwise: impl Fn(&ValueId) -> bool,
) -> HashSet<ValueId> {
    let mut found = HashSet::new();
    if !set.has_mask_registers() {
        return found;
    }
    for block in code.reverse_postorder() {
        let ops = &code.blocks[block].ops;
        let here: HashSet<ValueId> = ops.iter().copied().collect();
        for value in ops {
            let Op::Blend(_, yes, _) = code.values[*value].op else { continue };
            let Op::Binary(operation, ..) = code.values[yes].op else { continue };
            let ty = code.ty(yes);
            let has_instruction = ty.is_varying() && codes::binary(operation, ty.element).is_some();
            if has_instruction && uses[yes.index()] == 1 && here.contains(&yes) && !is_done_otherwise(&yes) {
                found.insert(yes);
            }
        }
    }
    found
}

impl Selector<'_> {
    /// A group of a blend whose first value is one of these.
    pub(super) fn masked(&mut self, mask: ValueId, yes: ValueId, no: ValueId, group: usize) -> Option<VReg> {
        let Op::Binary(operation, left, right) = self.code.values[yes].op else { return None };
        let element = self.ty(yes).element;
        let forms = codes::binary(operation, element).filter(|_| self.under_masks.contains(&yes))?;
        let (mask, width) = (self.register(mask, group), self.width(element));
        let sources = self.sources(operation, left, right, group);
        let code = codes::form(forms, width);
        if self.code.constant(no) == Some(0) {
            return Some(self.function.compute_under(code, width, &sources, Some(mask)));
        }
        let no = self.register(no, group);
        Some(self.function.update_under(code, width, no, &sources, Some(mask)))
    }
}
