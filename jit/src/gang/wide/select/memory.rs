//! Loads and stores of a group of lanes, of neighbouring elements and of each lane's own.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, LaneLayout, UnaryOp, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, Base, End, Memory, Width};
use iced_x86::Code;
use regalloc2::{Operand, RegClass, VReg};

/// Where the elements of a group's lanes are: in one piece, or in two halves of sixteen lanes.
struct Places {
    parts: Vec<Memory>,
    /// Bytes of an index.
    index_size: u32,
}

impl Selector<'_> {
    /// Loads a group of neighbouring elements.
    pub(super) fn load(&mut self, address: ValueId, element: Element, group: usize) -> VReg {
        let width = self.width(element);
        let place = self.place_of_group(address, element, group);
        self.function.compute(codes::form(codes::load(element.size()), width), width, &[place])
    }

    /// Stores a group of neighbouring elements, those of the mask if there is one.
    pub(super) fn store(&mut self, address: ValueId, value: ValueId, mask: Option<ValueId>, group: usize) {
        let element = self.ty(value).element;
        let width = self.width(element);
        let stored = Arg::Reg(self.register(value, group), width);
        let place = self.place_of_group(address, element, group);
        let asm = Asm::new(codes::form(codes::store(element.size()), width), &[place, stored]);
        let asm = match mask {
            Some(mask) => asm.under(self.register(mask, group), false),
            None => asm,
        };
        self.function.effect(asm);
    }

    fn place_of_group(&mut self, address: ValueId, element: Element, group: usize) -> Arg {
        let address = self.scalar(address);
        Arg::Mem(Memory::at(address, group as i32 * self.group_bytes(element)))
    }

    /// Loads each lane of a group from its own element.
    pub(super) fn gather(&mut self, place: (ValueId, ValueId, LaneLayout), element: Element, group: usize) -> VReg {
        let places = self.places(place, element.size(), group);
        self.gather_places(places, element)
    }

    /// Stores each lane of the mask to its own element, in the order of the lanes.
    pub(super) fn scatter(
        &mut self,
        place: (ValueId, ValueId, LaneLayout),
        value: ValueId,
        mask: ValueId,
        group: usize,
    ) {
        let element = self.ty(value).element;
        let places = self.places(place, element.size(), group);
        let (value, mask) = (self.register(value, group), self.register(mask, group));
        self.scatter_places(places, element, value, mask);
    }

    fn gather_places(&mut self, places: Places, element: Element) -> VReg {
        let whole = self.width(element);
        let part = if places.parts.len() == 2 { Width::Y } else { whole };
        let (code, _) = codes::indexed(element.size(), places.index_size, part);
        let parts: Vec<VReg> = places.parts.iter().map(|place| self.gather_part(code, *place, part)).collect();
        match parts[..] {
            [low, high] => {
                let sources = [Arg::Reg(low, Width::Z), Arg::Reg(high, Width::Y), Arg::Imm8(1)];
                self.function.compute(Code::EVEX_Vinserti64x4_zmm_k1z_zmm_ymmm256_imm8, Width::Z, &sources)
            }
            _ => parts[0],
        }
    }

    /// A gather of all lanes. It consumes its mask and must not write to its index; the result is cleared first, so that
    /// it does not depend on what was in its register.
    fn gather_part(&mut self, code: Code, place: Memory, width: Width) -> VReg {
        let (result, mask) = (self.function.register(RegClass::Float), self.function.register(RegClass::Vector));
        let (zeroed, all) = (Arg::Reg(result, Width::X), Arg::Reg(mask, Width::K));
        let parts = [
            Asm::new(Code::VEX_Kxnorw_kr_kr_kr, &[all; 3]),
            Asm::new(Code::EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32, &[zeroed; 3]),
            Asm::new(code, &[Arg::Reg(result, width), Arg::Mem(place)]).under(mask, false),
        ];
        let operands = [Operand::reg_def_at_start(result), Operand::reg_temp(mask)];
        self.function.push(&parts, &operands, false, End::None);
        result
    }

    fn scatter_places(&mut self, places: Places, element: Element, value: VReg, mask: VReg) {
        let whole = self.width(element);
        let part = if places.parts.len() == 2 { Width::Y } else { whole };
        let (_, code) = codes::indexed(element.size(), places.index_size, part);
        let (mut value, mut mask) = (value, mask);
        for (index, place) in places.parts.into_iter().enumerate() {
            if index == 1 {
                let upper = [Arg::Reg(value, Width::Z), Arg::Imm8(1)];
                value = self.function.compute(Code::EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8, Width::Y, &upper);
                let upper = [Arg::Reg(mask, Width::K), Arg::Imm8(8)];
                mask = self.function.compute(Code::VEX_Kshiftrw_kr_kr_imm8, Width::K, &upper);
            }
            // The scatter consumes its mask.
            let left = self.function.register(RegClass::Vector);
            let parts = [
                Asm::new(Code::VEX_Kmovw_kr_km16, &[Arg::Reg(left, Width::K), Arg::Reg(mask, Width::K)]),
                Asm::new(code, &[Arg::Mem(place), Arg::Reg(value, part)]).under(left, false),
            ];
            self.function.push(&parts, &[Operand::reg_temp(left)], false, End::None);
        }
    }

    /// Where each lane of a group has its own element.
    fn places(&mut self, (base, at, lay): (ValueId, ValueId, LaneLayout), size: u32, group: usize) -> Places {
        let of_index = self.ty(at).element;
        if lay == LaneLayout::Shared {
            let index = self.register(at, group);
            let base = self.scalar(base);
            let place = Memory::at(base, 0).indexed(index, self.width(of_index), size as u8);
            return Places { parts: vec![place], index_size: of_index.size() };
        }
        let halves = self.wide_indices(at, group);
        let parts = halves.into_iter().enumerate().map(|(half, index)| {
            let first = group as u32 * self.group + half as u32 * 8;
            self.own_place((base, lay), index, size, (first, group))
        });
        Places { parts: parts.collect(), index_size: 8 }
    }

    /// The indices of a group as I64, eight lanes a register.
    fn wide_indices(&mut self, at: ValueId, group: usize) -> Vec<VReg> {
        let index = self.register(at, group);
        if self.ty(at).element == Element::I64 {
            return vec![index];
        }
        let widen = Code::EVEX_Vpmovsxdq_zmm_k1z_ymmm256;
        let low = self.function.compute(widen, Width::Z, &[Arg::Reg(index, Width::Y)]);
        if self.group == 8 {
            return vec![low];
        }
        let upper = [Arg::Reg(index, Width::Z), Arg::Imm8(1)];
        let upper = self.function.compute(Code::EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8, Width::Y, &upper);
        vec![low, self.function.compute(widen, Width::Z, &[Arg::Reg(upper, Width::Y)])]
    }

    /// Where eight lanes from `first` on have elements of arrays of their own. Distances are computed in 64 bits: a
    /// stride may be more than the scale of an index can be.
    fn own_place(
        &mut self,
        (base, lay): (ValueId, LaneLayout),
        index: VReg,
        size: u32,
        (first, group): (u32, usize),
    ) -> Memory {
        let stride = if lay == LaneLayout::Interleaved { size * self.code.lanes } else { size };
        let shift = UnaryOp::ShiftLeft(stride.trailing_zeros() as u8);
        let distance = Arg::Reg(self.unary_of(shift, Element::I64, index, Width::Z), Width::Z);
        let add = |selector: &mut Self, other: VReg| {
            selector.with_code(BinaryOp::Add, Element::I64, Width::Z, [distance, Arg::Reg(other, Width::Z)])
        };
        match lay {
            LaneLayout::ByAddress => {
                let pointers = self.register(base, group);
                let address = add(self, pointers);
                absolute(address)
            }
            LaneLayout::Apart(stride) => {
                let stride = self.scalar(stride);
                let broadcast = codes::form(codes::broadcast_general(8), Width::Z);
                let stride = self.function.compute(broadcast, Width::Z, &[Arg::Reg(stride, Width::R64)]);
                let lanes = self.lane_constant(&|lane| u64::from(first) + lane);
                let sources = [Arg::Reg(lanes, Width::Z), Arg::Reg(stride, Width::Z)];
                let before = self.with_code(BinaryOp::Multiply, Element::I64, Width::Z, sources);
                let distance = add(self, before);
                Memory::at(self.scalar(base), 0).indexed(distance, Width::Z, 1)
            }
            _ => {
                let lanes = self.lane_constant(&|lane| lane * u64::from(size));
                let distance = add(self, lanes);
                Memory::at(self.scalar(base), (first * size) as i32).indexed(distance, Width::Z, 1)
            }
        }
    }

    /// Loads each lane of a group from its own address.
    pub(super) fn load_each(&mut self, address: ValueId, bytes: u32, element: Element, group: usize) -> VReg {
        let pointers = self.register(address, group);
        if bytes >= 4 {
            return self.gather_places(Places { parts: vec![absolute(pointers)], index_size: 8 }, element);
        }
        // A wider load could reach over the end of the memory.
        let (from, to) = (self.spill_register(pointers, Element::I64, 0), self.scratch(1));
        self.for_lanes_of_group(&mut |selector, lane| {
            let pointer = lane_of_slot(from, lane, 8);
            let pointer = selector.function.compute(Code::Mov_r64_rm64, Width::R64, &[pointer]);
            let loaded = selector.load_scalar(pointer, bytes, element);
            let place = lane_of_slot(to, lane, 4);
            selector.function.effect(Asm::new(Code::Mov_rm32_r32, &[place, Arg::Reg(loaded, Width::R32)]));
        });
        self.reload_group(element, to)
    }

    /// Stores each lane of the mask at its own address.
    pub(super) fn store_each(&mut self, address: ValueId, bytes: u32, (value, mask): (ValueId, ValueId), group: usize) {
        let element = self.ty(value).element;
        let pointers = self.register(address, group);
        let (stored, under) = (self.register(value, group), self.register(mask, group));
        if bytes >= 4 {
            let places = Places { parts: vec![absolute(pointers)], index_size: 8 };
            return self.scatter_places(places, element, stored, under);
        }
        // Idle lanes store what is there already.
        let earlier = self.load_each(address, bytes, element, group);
        let width = self.width(element);
        let stored = self.select(under, (Arg::Reg(stored, width), Arg::Reg(earlier, width)), 4, width);
        let to = self.spill_register(pointers, Element::I64, 0);
        let from = self.spill_register(stored, element, 1);
        let (code, part) = match bytes {
            1 => (Code::Mov_rm8_r8, Width::R8),
            _ => (Code::Mov_rm16_r16, Width::R16),
        };
        self.for_lanes_of_group(&mut |selector, lane| {
            let pointer = selector.function.compute(Code::Mov_r64_rm64, Width::R64, &[lane_of_slot(to, lane, 8)]);
            let one = selector.function.compute(Code::Mov_r32_rm32, Width::R32, &[lane_of_slot(from, lane, 4)]);
            selector.function.effect(Asm::new(code, &[Arg::Mem(Memory::at(pointer, 0)), Arg::Reg(one, part)]));
        });
    }
}

/// At eight addresses.
fn absolute(addresses: VReg) -> Memory {
    Memory { base: Base::None, index: Some((addresses, Width::Z)), scale: 1, displacement: 0, broadcast: false }
}

/// A lane in a slot for lane-by-lane work.
pub(super) fn lane_of_slot(slot: i32, lane: VReg, size: u8) -> Arg {
    Arg::Mem(Memory::stack(slot).indexed(lane, Width::R64, size))
}
