//! Operations on uniform values.

mod arithmetic;

use super::Selector;
use super::blocks::scalar_width;
use crate::gang::ir::{Element, Op, SlotField, ValueId};
use crate::gang::order::ops;
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, Memory, Width};
use crate::runtime::{ArgumentSlot, Context};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::VReg;

impl Selector<'_> {
    /// Emits an operation on uniform values; a splat makes one register that stands for all.
    pub(super) fn uniform(&mut self, value: ValueId) {
        let code = self.code;
        let data = &code.values[value];
        let element = data.ty.element;
        let register = match &data.op {
            Op::ActiveBits => self.active,
            Op::Argument(index, field) => {
                let field = match field {
                    SlotField::Base => ArgumentSlot::BASE,
                    SlotField::Length => ArgumentSlot::LENGTH,
                    SlotField::Stride => ArgumentSlot::STRIDE,
                };
                self.load_pointer(self.arguments, *index as i32 * ArgumentSlot::SIZE + field)
            }
            Op::Storage(offset) => self.context_pointer(Context::STORAGE, *offset),
            Op::Constants(offset) => self.context_pointer(Context::CONSTANTS, *offset),
            Op::Text(text) => {
                let offset = self.pool.text(&code.texts[*text as usize]);
                self.context_pointer(Context::CONSTANTS, offset)
            }
            Op::Slot(slot) => {
                let place = Arg::Mem(Memory::stack(self.slots[*slot as usize]));
                self.function.compute(Code::Lea_r64_m, Width::R64, &[place])
            }
            Op::Splat(operand) => self.splat(*operand, element),
            Op::Unary(operation, operand) => self.uniform_unary(*operation, *operand),
            Op::Binary(operation, left, right) => self.uniform_binary(*operation, *left, *right),
            Op::Fused(fused, a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| self.scalar(*operand));
                let code = codes::form(codes::fused(*fused, element), Width::X);
                self.function.update(code, Width::X, c, &[Arg::Reg(a, Width::X), Arg::Reg(b, Width::X)])
            }
            Op::Compare(relation, left, right) => self.uniform_compare(*relation, *left, *right),
            Op::Outside(index, length) => {
                let compare = self.compare_registers(*index, *length);
                self.condition(compare, Code::Setae_rm8)
            }
            Op::Blend(condition, yes, no) => self.uniform_blend(*condition, *yes, *no),
            Op::Convert(operand) => {
                let from = self.ty(*operand).element;
                let operand = self.scalar(*operand);
                self.convert_scalar(operand, from, element)
            }
            Op::Address { base, index, scale } => self.address(*base, *index, *scale),
            Op::Load { address, .. } => {
                let address = self.scalar(*address);
                self.load_scalar(address, element.size(), element)
            }
            // Each is done elsewhere (`order_of`).
            ops!(lane_wise) | ops!(barrier) | ops!(memory) | ops!(unordered) => self.scalar_constant(element, 0),
        };
        self.registers[value.index()] = vec![register];
        self.reciprocal(value, register);
    }

    /// A constant in a register.
    pub(super) fn scalar_constant(&mut self, element: Element, bits: u64) -> VReg {
        let (bits, is_wide) = match element {
            Element::F64 | Element::F32 => {
                let place = self.function.constants.place(&bits.to_le_bytes()[..element.size() as usize]);
                let place = Arg::Mem(Memory::constant(place, false));
                return self.function.compute(load_code(element), Width::X, &[place]);
            }
            Element::Bool => (u64::from(bits != 0), false),
            Element::I32 => (u64::from(bits as u32), false),
            _ => (bits, true),
        };
        match (u32::try_from(bits), i32::try_from(bits as i64)) {
            (Ok(bits), _) => self.function.compute(Code::Mov_r32_imm32, Width::R32, &[Arg::Imm32(bits as i32)]),
            (_, Ok(bits)) if is_wide => {
                self.function.compute(Code::Mov_rm64_imm32, Width::R64, &[Arg::Imm32To64(bits)])
            }
            _ => self.function.compute(Code::Mov_r64_imm64, Width::R64, &[Arg::Imm64(bits)]),
        }
    }

    /// Loads a pointer.
    pub(super) fn load_pointer(&mut self, base: VReg, offset: i32) -> VReg {
        self.function.compute(Code::Mov_r64_rm64, Width::R64, &[Arg::Mem(Memory::at(base, offset))])
    }

    fn context_pointer(&mut self, field: i32, offset: u32) -> VReg {
        let start = self.load_pointer(self.context, field);
        if offset == 0 { start } else { self.add_number(start, i64::from(offset)) }
    }

    fn add_number(&mut self, register: VReg, number: i64) -> VReg {
        match i32::try_from(number) {
            Ok(number) => {
                let place = Arg::Mem(Memory::at(register, number));
                self.function.compute(Code::Lea_r64_m, Width::R64, &[place])
            }
            Err(_) => {
                let number = Arg::Reg(self.scalar_constant(Element::I64, number as u64), Width::R64);
                self.function.update(Code::Add_r64_rm64, Width::R64, register, &[number])
            }
        }
    }

    fn address(&mut self, base: ValueId, index: ValueId, scale: u32) -> VReg {
        let base = self.scalar(base);
        if let Some(bits) = self.code.constant(index) {
            return self.add_number(base, (bits as i64).wrapping_mul(i64::from(scale)));
        }
        let mut index = self.scalar(index);
        let mut scale = scale;
        if !matches!(scale, 1 | 2 | 4 | 8) {
            index = match i32::try_from(scale) {
                _ if scale.is_power_of_two() => {
                    let bits = Arg::Imm8(scale.trailing_zeros() as u8);
                    self.function.update(Code::Shl_rm64_imm8, Width::R64, index, &[bits])
                }
                Ok(number) => {
                    let sources = [Arg::Reg(index, Width::R64), Arg::Imm32To64(number)];
                    self.function.compute(Code::Imul_r64_rm64_imm32, Width::R64, &sources)
                }
                Err(_) => {
                    let number = Arg::Reg(self.scalar_constant(Element::I64, u64::from(scale)), Width::R64);
                    self.function.update(Code::Imul_r64_rm64, Width::R64, index, &[number])
                }
            };
            scale = 1;
        }
        let place = Arg::Mem(Memory::at(base, 0).indexed(index, Width::R64, scale as u8));
        self.function.compute(Code::Lea_r64_m, Width::R64, &[place])
    }

    /// Loads an element of `bytes` bytes; a narrow integer becomes an I32.
    pub(super) fn load_scalar(&mut self, address: VReg, bytes: u32, element: Element) -> VReg {
        let code = match (bytes, element) {
            (1, Element::Bool) => Code::Movzx_r32_rm8,
            (1, _) => Code::Movsx_r32_rm8,
            (2, _) => Code::Movsx_r32_rm16,
            _ => load_code(element),
        };
        self.function.compute(code, scalar_width(element), &[Arg::Mem(Memory::at(address, 0))])
    }

    /// Stores a scalar.
    pub(super) fn store_scalar(&mut self, place: Arg, value: VReg, element: Element) {
        let (code, width) = match element {
            Element::F64 => (Code::EVEX_Vmovsd_m64_k1_xmm, Width::X),
            Element::F32 => (Code::EVEX_Vmovss_m32_k1_xmm, Width::X),
            Element::I64 | Element::Mask64 => (Code::Mov_rm64_r64, Width::R64),
            Element::Bool => (Code::Mov_rm8_r8, Width::R8),
            _ => (Code::Mov_rm32_r32, Width::R32),
        };
        self.function.effect(Asm::new(code, &[place, Arg::Reg(value, width)]));
    }

    fn splat(&mut self, operand: ValueId, element: Element) -> VReg {
        if !element.is_mask()
            && let Some(bits) = self.code.constant(operand)
        {
            return self.vector_constant(element, bits);
        }
        let scalar = self.scalar(operand);
        if element.is_mask() {
            return self.splat_mask(scalar);
        }
        let width = self.width(element);
        if !element.is_real() {
            return self.splat_general(scalar, element.size(), width);
        }
        let source = Arg::Reg(scalar, Width::X);
        self.function.compute(codes::form(codes::broadcast(element.size()), width), width, &[source])
    }

    /// An integer in all lanes.
    pub(super) fn splat_general(&mut self, scalar: VReg, size: u32, width: Width) -> VReg {
        if !self.set.has_mask_registers() {
            let lowest = Arg::Reg(self.in_lowest_lane(scalar, size), Width::X);
            return self.function.compute(codes::form(codes::broadcast(size), width), width, &[lowest]);
        }
        let source = Arg::Reg(scalar, if size == 8 { Width::R64 } else { Width::R32 });
        self.function.compute(codes::form(codes::broadcast_general(size), width), width, &[source])
    }

    /// A general register in the lowest lane.
    pub(super) fn in_lowest_lane(&mut self, scalar: VReg, size: u32) -> VReg {
        let (code, width) = match size {
            8 => (Code::VEX_Vmovq_xmm_rm64, Width::R64),
            _ => (Code::VEX_Vmovd_xmm_rm32, Width::R32),
        };
        self.function.compute(code, Width::X, &[Arg::Reg(scalar, width)])
    }

    fn uniform_blend(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> VReg {
        let element = self.ty(yes).element;
        let condition = self.scalar(condition);
        let (yes, no) = (self.scalar(yes), self.scalar(no));
        let width = scalar_width(element);
        if width == Width::X && !self.set.has_mask_registers() {
            let sign = self.function.update(Code::Neg_rm64, Width::R64, condition, &[]);
            let mask = self.in_lowest_lane(sign, 8);
            return self.select_by_vector(mask, (Arg::Reg(yes, width), Arg::Reg(no, width)), element.size(), width);
        }
        if width == Width::X {
            let mask = self.function.compute(Code::VEX_Kmovw_kr_r32, Width::K, &[Arg::Reg(condition, Width::R32)]);
            return self.select(mask, (Arg::Reg(yes, width), Arg::Reg(no, width)), element.size(), width);
        }
        let condition = Arg::Reg(condition, Width::R32);
        let test = Asm::new(Code::Test_rm32_r32, &[condition, condition]);
        let code = if width == Width::R64 { Code::Cmovne_r64_rm64 } else { Code::Cmovne_r32_rm32 };
        self.choose(test, code, width, (yes, no))
    }

    fn uniform_compare(&mut self, relation: Relation, left: ValueId, right: ValueId) -> VReg {
        let element = self.ty(left).element;
        if !element.is_real() {
            let (compare, _, set) = self.compare_integers(relation, left, right);
            return self.condition(compare, set);
        }
        let (a, b) = (self.scalar(left), self.scalar(right));
        let code = match element {
            Element::F64 => Code::EVEX_Vcmpsd_kr_k1_xmm_xmmm64_imm8_sae,
            _ => Code::EVEX_Vcmpss_kr_k1_xmm_xmmm32_imm8_sae,
        };
        let number = Arg::Imm8(codes::predicate(relation, true, false));
        let sources = [Arg::Reg(a, Width::X), Arg::Reg(b, Width::X), number];
        if !self.set.has_mask_registers() {
            return self.compare_lowest(element, &sources);
        }
        let mask = self.function.compute(code, Width::K, &sources);
        self.function.compute(Code::VEX_Kmovw_r32_kr, Width::R32, &[Arg::Reg(mask, Width::K)])
    }

    /// A comparison of integers, or of conditions: it, and the jump and the setting of a register if it holds.
    pub(super) fn compare_integers(&mut self, relation: Relation, left: ValueId, right: ValueId) -> (Asm, Code, Code) {
        let (jump, set) = match relation {
            Relation::Less => (Code::Jl_rel32_64, Code::Setl_rm8),
            Relation::LessEqual => (Code::Jle_rel32_64, Code::Setle_rm8),
            Relation::Equal => (Code::Je_rel32_64, Code::Sete_rm8),
            Relation::NotEqual => (Code::Jne_rel32_64, Code::Setne_rm8),
            Relation::Greater => (Code::Jg_rel32_64, Code::Setg_rm8),
            Relation::GreaterEqual => (Code::Jge_rel32_64, Code::Setge_rm8),
        };
        (self.compare_registers(left, right), jump, set)
    }

    /// The comparison of two uniform integers, the second of which may be a number.
    pub(super) fn compare_registers(&mut self, left: ValueId, right: ValueId) -> Asm {
        let element = self.ty(left).element;
        let (a, width) = (self.scalar(left), scalar_width(element));
        if let Some(number) = self.small_constant(right) {
            return self.compare_with(a, width, i64::from(number));
        }
        let b = Arg::Reg(self.scalar(right), width);
        let code = if width == Width::R64 { Code::Cmp_r64_rm64 } else { Code::Cmp_r32_rm32 };
        Asm::new(code, &[Arg::Reg(a, width), b])
    }

    /// A uniform integer that is a constant, if it can be a part of an instruction.
    fn small_constant(&self, value: ValueId) -> Option<i32> {
        let bits = self.code.constant(value)?;
        match self.ty(value).element {
            Element::I32 => Some(bits as i32),
            Element::I64 => i32::try_from(bits as i64).ok(),
            _ => None,
        }
    }

    /// Whether the run is to be interrupted.
    pub(super) fn interrupted(&mut self) -> VReg {
        let flag = self.load_pointer(self.context, Context::INTERRUPT);
        let flag = Arg::Reg(self.load_scalar(flag, 4, Element::I32), Width::R32);
        self.condition(Asm::new(Code::Test_rm32_r32, &[flag, flag]), Code::Setne_rm8)
    }

    /// The number of the first lane of a set that is not empty.
    pub(super) fn first_lane(&mut self, bits: VReg) -> VReg {
        self.function.compute(Code::Tzcnt_r64_rm64, Width::R64, &[Arg::Reg(bits, Width::R64)])
    }
}

/// The load of a scalar.
pub(super) fn load_code(element: Element) -> Code {
    match element {
        Element::F64 => Code::EVEX_Vmovsd_xmm_k1z_m64,
        Element::F32 => Code::EVEX_Vmovss_xmm_k1z_m32,
        Element::I64 | Element::Mask64 => Code::Mov_r64_rm64,
        Element::Bool => Code::Movzx_r32_rm8,
        _ => Code::Mov_r32_rm32,
    }
}
