//! What the loops of machine code hold: how many instructions, and those that compute nothing.
//!
//! A loop is what lies between a jump back and the place that it leads to. What rarely runs is placed after the
//! function's other code and is not in it.

use crate::code::LocatedCode;
use crate::gang::explain::names::row_of;
use crate::lines::instructions;
use forlane_cfg::SourceLine;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use std::collections::BTreeMap;

/// The instructions of a loop that has no loop in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// All of them.
    pub instructions: usize,
    /// Those that move a value between a register and the stack.
    pub spills: usize,
    /// Those that choose between two values for each lane.
    pub blends: usize,
    /// Those that read or write an element of each lane's own.
    pub gathers: usize,
    /// Those that call a function.
    pub calls: usize,
}

/// The innermost loops of a function by the unit's line at which each begins; of several that begin at one line the
/// longest. None of other machines than x86-64.
pub fn loops(code: &LocatedCode) -> BTreeMap<SourceLine, Held> {
    if cfg!(not(target_arch = "x86_64")) {
        return BTreeMap::new();
    }
    // SAFETY: the code is in memory as long as its module, which the caller holds.
    let bytes = unsafe { std::slice::from_raw_parts(code.start as *const u8, code.bytes) };
    let all = instructions(bytes);
    let back = |(at, one): (&usize, &Instruction)| match one.op0_kind() {
        OpKind::NearBranch64 if one.mnemonic() != Mnemonic::Call && one.near_branch_target() as usize <= *at => {
            Some((one.near_branch_target() as usize, *at))
        }
        _ => None,
    };
    let found: Vec<(usize, usize)> = all.iter().filter_map(back).collect();
    let holds = |(start, end): &(usize, usize), other: &(usize, usize)| {
        (*start, *end) != *other && *start <= other.0 && other.1 <= *end
    };
    let mut loops = BTreeMap::new();
    for one in found.iter().filter(|one| !found.iter().any(|other| holds(one, other))) {
        let inside = || all.range(one.0..=one.1);
        let Some(line) = inside().find_map(|(at, _)| code.lines.line(*at)) else { continue };
        let mut held = Held::default();
        inside().for_each(|(_, instruction)| held.add(instruction));
        let known: &mut Held = loops.entry(line).or_default();
        if held.instructions > known.instructions {
            *known = held;
        }
    }
    loops
}

impl Held {
    fn add(&mut self, instruction: &Instruction) {
        let name = format!("{:?}", instruction.mnemonic());
        let is_move = name.starts_with("Mov") || name.starts_with("Vmov");
        let is_on_stack = matches!(instruction.memory_base(), Register::RSP | Register::RBP);
        let has_memory = (0..instruction.op_count()).any(|at| instruction.op_kind(at) == OpKind::Memory);
        let is_masked = instruction.op_mask() != Register::None && !instruction.zeroing_masking();
        self.instructions += 1;
        self.spills += usize::from(is_move && has_memory && is_on_stack && !is_masked);
        self.blends += usize::from(name.to_lowercase().contains("blend") || is_move && !has_memory && is_masked);
        self.gathers += usize::from(name.contains("gather") || name.contains("scatter"));
        self.calls += usize::from(instruction.mnemonic() == Mnemonic::Call);
    }

    /// What it holds beside what computes.
    pub fn in_words(self) -> String {
        let sorts = [
            (self.spills, "spill or reload", "spills or reloads"),
            (self.blends, "blend lanes", "blends lanes"),
            (self.gathers, "gather or scatter", "gathers or scatters"),
            (self.calls, "call a function", "calls a function"),
        ];
        let some = sorts.iter().filter(|(count, ..)| *count > 0);
        let word = |(count, many, one): &(usize, _, _)| format!("{count} {}", if *count == 1 { one } else { many });
        row_of(&some.map(word).collect::<Vec<String>>())
            .unwrap_or_else(|| "none spills, blends, gathers or calls".to_owned())
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::lines::LineTable;

    /// Code that begins at line 1, with a loop of line 2, and after the loop a jump to code after it and back.
    const CODE: [u8; 38] = [
        0x48, 0x89, 0x7c, 0x24, 0x08, // mov [rsp+8], rdi: not in the loop
        0xc5, 0xfb, 0x10, 0x44, 0x24, 0x10, // vmovsd xmm0, [rsp+16]
        0x62, 0xf2, 0xf5, 0x49, 0x65, 0xc2, // vblendmpd zmm0{k1}, zmm1, zmm2
        0x62, 0xf1, 0xfd, 0x49, 0x28, 0xc1, // vmovapd zmm0{k1}, zmm1
        0xe8, 0x00, 0x00, 0x00, 0x00, // call
        0x48, 0xff, 0xcf, // dec rdi
        0x75, 0xe4, // jne the loop
        0xc3, // ret
        0xcc, 0xcc, 0xcc, 0xcc,
    ];

    #[test]
    fn a_loop_holds_what_is_between_its_jump_back_and_its_begin() {
        let lines = [(0, 1), (5, 2), (33, 3)].map(|(start, number)| (start, Some(SourceLine { file: 0, number })));
        let lines = LineTable { starts: lines.to_vec(), returns: Vec::new() };
        let code = LocatedCode { unit: "u".to_owned(), start: CODE.as_ptr().addr(), bytes: 34, lines };
        let held = Held { instructions: 6, spills: 1, blends: 2, gathers: 0, calls: 1 };
        assert_eq!(loops(&code), BTreeMap::from([(SourceLine { file: 0, number: 2 }, held)]));
        assert_eq!(held.in_words(), "1 spills or reloads, 2 blend lanes and 1 calls a function");
        assert_eq!(Held::default().in_words(), "none spills, blends, gathers or calls");
    }
}
