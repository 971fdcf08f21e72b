//! The frame of a function.
//!
//! ```text
//!             ┌──────────────────────┐ stack pointer at the call
//!             │ return address       │
//! rbp ──────► │ rbp of the caller    │
//!             │ registers to be kept │
//!             │ (up to 63 bytes)     │
//!             │ registers that calls │
//!             │ in cold blocks keep  │
//!             │ spilled registers    │
//!             │ stack slots          │
//! rsp ──────► │ arguments of calls   │ a multiple of 64
//!             └──────────────────────┘
//! ```

use super::{Fixed, Writer};
use crate::frames::CALL_BYTES;
use crate::gang::wide::allocate::{Allocated, lost_by_calls};
use crate::gang::wide::machine::{Function, Width};
use iced_x86::{Code, IcedError, Instruction, OpKind, Register};
use regalloc2::{Allocation, Edit, Function as _, InstRange, PReg, PRegSet, RegClass, SpillSlot};

/// The bytes of a page: where the stack may end, no page of it may be left out.
const PAGE: u64 = 4096;
/// Up to this number of pages is touched one instruction a page.
const PAGES_IN_LINE: u64 = 8;

/// The registers that something is ever in.
pub(super) fn used_registers(allocated: &Allocated) -> PRegSet {
    let edits = allocated.output.edits.iter().flat_map(|(_, Edit::Move { from, to })| [*from, *to]);
    let allocations = allocated.output.allocs.iter().copied().chain(edits);
    allocations.filter_map(Allocation::as_reg).collect()
}

/// The registers that calls in cold blocks lose and have to keep, each with its slot among those for what is spilled,
/// and how many slots there are then.
pub(super) fn saved_registers(
    function: &Function,
    allocated: &Allocated,
    used: PRegSet,
) -> (Vec<(PReg, SpillSlot)>, usize) {
    let client = &allocated.client;
    let mut slots = allocated.output.num_spillslots;
    let in_cold = |block: usize| client.is_cold(block).then(|| client.code.blocks[block].instructions);
    let mut insts = (0..client.blocks()).filter_map(in_cold).flat_map(InstRange::iter);
    let mut saved = Vec::new();
    if insts.any(|inst| client.inst(inst).is_call) {
        // The largest first, so that all are aligned.
        slots = slots.next_multiple_of(client.code.spillslot_size(RegClass::Float));
        let lost = lost_by_calls(function.set);
        for class in [RegClass::Float, RegClass::Vector, RegClass::Int] {
            for register in lost.into_iter().filter(|register| register.class() == class && used.contains(*register)) {
                saved.push((register, SpillSlot::new(slots)));
                slots += client.code.spillslot_size(class);
            }
        }
    }
    (saved, slots)
}

impl Writer<'_> {
    pub(super) fn prologue(&mut self) -> Result<(), IcedError> {
        use Fixed::{Memory, Number, Register as Reg};
        self.fixed(Code::Push_r64, &[Reg(Register::RBP)])?;
        self.fixed(Code::Mov_r64_rm64, &[Reg(Register::RBP), Reg(Register::RSP)])?;
        for register in self.kept.clone() {
            self.fixed(Code::Push_r64, &[Reg(Width::R64.register(register))])?;
        }
        // What is below the frame is what a call writes first.
        let pages = (self.frame as u64 + 64 + CALL_BYTES) / PAGE;
        if pages <= PAGES_IN_LINE {
            for page in 1..=pages as i32 {
                let place = Memory(Register::RSP, -page * PAGE as i32);
                self.fixed(Code::Mov_rm32_r32, &[place, Reg(Register::ESP)])?;
            }
        } else {
            self.touch_pages(pages)?;
        }
        self.fixed(Code::Sub_rm64_imm32, &[Reg(Register::RSP), Number(self.frame)])?;
        self.fixed(Code::And_rm64_imm32, &[Reg(Register::RSP), Number(-64)])
    }

    /// A loop that touches each of a number of pages below the stack pointer.
    fn touch_pages(&mut self, pages: u64) -> Result<(), IcedError> {
        use Fixed::{Memory, Number, Register as Reg};
        let bytes = pages as i32 * PAGE as i32;
        // A register that carries no argument.
        let end = Register::R11;
        self.fixed(Code::Lea_r64_m, &[Reg(end), Memory(Register::RSP, -bytes)])?;
        let again = self.position;
        self.fixed(Code::Sub_rm64_imm32, &[Reg(Register::RSP), Number(PAGE as i32)])?;
        self.fixed(Code::Mov_rm32_r32, &[Memory(Register::RSP, 0), Reg(Register::ESP)])?;
        self.fixed(Code::Cmp_r64_rm64, &[Reg(Register::RSP), Reg(end)])?;
        let mut jump = Instruction::new();
        jump.set_code(Code::Jne_rel32_64);
        jump.try_set_op_kind(0, OpKind::NearBranch64)?;
        jump.set_near_branch64(again as u64);
        self.encode(&jump)?;
        self.fixed(Code::Add_rm64_imm32, &[Reg(Register::RSP), Number(bytes)])
    }

    pub(super) fn epilogue(&mut self) -> Result<(), IcedError> {
        use Fixed::{Memory, Register as Reg};
        self.fixed(Code::VEX_Vzeroupper, &[])?;
        let kept = self.kept.clone();
        self.fixed(Code::Lea_r64_m, &[Reg(Register::RSP), Memory(Register::RBP, -8 * kept.len() as i32)])?;
        for register in kept.into_iter().rev() {
            self.fixed(Code::Pop_r64, &[Reg(Width::R64.register(register))])?;
        }
        self.fixed(Code::Pop_r64, &[Reg(Register::RBP)])?;
        self.fixed(Code::Retnq, &[])
    }
}
