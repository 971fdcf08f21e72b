//! Loads and stores of a group of lanes, of neighbouring elements and of each lane's own.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, LaneLayout, UnaryOp, ValueId};
use crate::gang::wide::codes::{self, vector_masks};
use crate::gang::wide::machine::{Arg, Asm, Base, End, Memory, Width};
use iced_x86::Code;
use regalloc2::{Operand, VReg};

/// Where the elements of a group's lanes are: in one piece, or in two halves of a register's lanes of 32 bits.
struct Places {
    parts: Vec<Memory>,
    /// Bytes of an index.
    index_size: u32,
    /// Whether each lane has an element of its own.
    is_own: bool,
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
        let mask = mask.map(|mask| self.register(mask, group));
        self.store_under(place, stored, element.size(), mask);
    }

    /// Stores a register, under a mask if there is one. By vectors as masks, idle lanes store what is there already.
    pub(super) fn store_under(&mut self, place: Arg, stored: Arg, size: u32, mask: Option<VReg>) {
        let Arg::Reg(_, width) = stored else { return };
        let store = codes::form(codes::store(size), width);
        match mask {
            Some(mask) if self.set.has_mask_registers() => {
                self.function.effect(Asm::new(store, &[place, stored]).under(mask, false));
            }
            Some(mask) => {
                let earlier = self.function.compute(codes::form(codes::load(size), width), width, &[place]);
                let all = self.select(mask, (stored, Arg::Reg(earlier, width)), size, width);
                self.function.effect(Asm::new(store, &[place, Arg::Reg(all, width)]));
            }
            None => self.function.effect(Asm::new(store, &[place, stored])),
        }
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
        let part = self.part_width(&places, element);
        let gathered: Vec<VReg> = places
            .parts
            .iter()
            .map(|place| self.gather_part((element.size(), places.index_size), *place, part))
            .collect();
        match gathered[..] {
            [low, high] => self.join_halves(low, high),
            _ => gathered[0],
        }
    }

    fn part_width(&self, places: &Places, element: Element) -> Width {
        if places.parts.len() == 2 { self.set.half() } else { self.width(element) }
    }

    /// A gather of all lanes. It consumes its mask and must not write to its index; the result is cleared first, so
    /// that it does not depend on what was in its register.
    fn gather_part(&mut self, (size, index_size): (u32, u32), place: Memory, width: Width) -> VReg {
        let of_mask = if self.set.has_mask_registers() { Width::K } else { width };
        let (result, mask) = (self.function.register(width.class()), self.function.register(of_mask.class()));
        let (zeroed, all) = (Arg::Reg(result, Width::X), Arg::Reg(mask, of_mask));
        let clear = Asm::new(Code::EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32, &[zeroed; 3]);
        let parts = match self.set.has_mask_registers() {
            true => {
                let (code, _) = codes::indexed(size, index_size, width);
                let gather = Asm::new(code, &[Arg::Reg(result, width), Arg::Mem(place)]);
                [Asm::new(Code::VEX_Kxnorw_kr_kr_kr, &[all; 3]), clear, gather.under(mask, false)]
            }
            false => {
                let code = vector_masks::gather(size, index_size, width);
                let gather = Asm::new(code, &[Arg::Reg(result, width), Arg::Mem(place), all]);
                [Asm::new(codes::form(vector_masks::EQUAL_BYTES, width), &[all; 3]), clear, gather]
            }
        };
        let operands = [Operand::reg_def_at_start(result), Operand::reg_temp(mask)];
        self.function.push(&parts, &operands, false, End::None);
        result
    }

    fn scatter_places(&mut self, places: Places, element: Element, value: VReg, mask: VReg) {
        let part = self.part_width(&places, element);
        let (_, code) = codes::indexed(element.size(), places.index_size, part);
        let (mut value, mut mask) = (value, mask);
        for (index, place) in places.parts.iter().enumerate() {
            if index == 1 {
                value = self.upper_half(value);
                mask = match self.set.has_mask_registers() {
                    true => {
                        let upper = [Arg::Reg(mask, Width::K), Arg::Imm8(8)];
                        self.function.compute(Code::VEX_Kshiftrw_kr_kr_imm8, Width::K, &upper)
                    }
                    false => self.upper_half(mask),
                };
            }
            if !self.set.has_mask_registers() {
                self.scatter_lanes(&places, *place, (element, part), value, mask);
                continue;
            }
            // The scatter consumes its mask.
            let left = self.function.register(Width::K.class());
            let parts = [
                Asm::new(Code::VEX_Kmovw_kr_km16, &[Arg::Reg(left, Width::K), Arg::Reg(mask, Width::K)]),
                Asm::new(code, &[Arg::Mem(*place), Arg::Reg(value, part)]).under(left, false),
            ];
            self.function.push(&parts, &[Operand::reg_temp(left)], false, End::None);
        }
    }

    /// At the addresses that each lane of a group has of its own.
    fn own_pointers(&self, pointers: VReg) -> Places {
        Places { parts: vec![absolute(pointers, self.set.whole())], index_size: 8, is_own: true }
    }

    /// Stores lane by lane. Where each lane has its own element, idle lanes store to the frame, so that there is no
    /// jump and no gather of what is there already; otherwise they store nothing.
    fn scatter_lanes(
        &mut self,
        places: &Places,
        place: Memory,
        (element, width): (Element, Width),
        value: VReg,
        mask: VReg,
    ) {
        let (size, Some((index, of_index))) = (element.size(), place.index) else { return };
        let index = match places.is_own {
            true => self.own_or_idle(place.base, (index, of_index), mask, size),
            false => index,
        };
        let (indices, values) = (self.scratch(0), self.scratch(1));
        let keep = |selector: &mut Self, slot: i32, size: u32, register: Arg, width: Width| {
            let store = codes::form(codes::store(size), width);
            selector.function.effect(Asm::new(store, &[Arg::Mem(Memory::stack(slot)), register]));
        };
        keep(self, indices, places.index_size, Arg::Reg(index, of_index), of_index);
        keep(self, values, size, Arg::Reg(value, width), width);
        let (load_index, load, store, scalar) = (
            if places.index_size == 8 { Code::Mov_r64_rm64 } else { Code::Movsxd_r64_rm32 },
            if size == 8 { Code::Mov_r64_rm64 } else { Code::Mov_r32_rm32 },
            if size == 8 { Code::Mov_rm64_r64 } else { Code::Mov_rm32_r32 },
            if size == 8 { Width::R64 } else { Width::R32 },
        );
        let index_size = places.index_size;
        let store_lane = |selector: &mut Self, index: Arg, value: Arg| {
            let index = selector.function.compute(load_index, Width::R64, &[index]);
            let value = selector.function.compute(load, scalar, &[value]);
            let to = match place.base {
                Base::None => Memory::at(index, place.displacement),
                _ => Memory { index: Some((index, Width::R64)), ..place },
            };
            selector.function.effect(Asm::new(store, &[Arg::Mem(to), Arg::Reg(value, scalar)]));
        };
        if places.is_own {
            for lane in 0..width.bytes() / size {
                let at = |slot: i32, size: u32| Arg::Mem(Memory::stack(slot + (lane * size) as i32));
                store_lane(self, at(indices, index_size), at(values, size));
            }
            return;
        }
        let signs = Arg::Reg(mask, width);
        let lanes = self.function.compute(vector_masks::sign_bits(size, width), Width::R32, &[signs]);
        self.for_each_lane(lanes, &mut |selector, lane| {
            let (index, value) =
                (lane_of_slot(indices, lane, index_size as u8), lane_of_slot(values, lane, size as u8));
            store_lane(selector, index, value);
        });
    }

    /// Where the lanes of the mask have their elements, counted from the base, and in the other lanes a place in the
    /// frame. There a displacement is added, too, which is less than the slot is long.
    fn own_or_idle(&mut self, base: Base, (index, of_index): (VReg, Width), mask: VReg, size: u32) -> VReg {
        let idle = match self.idle {
            Some((of, idle)) if of == base => idle,
            _ => {
                let slot = Arg::Mem(Memory::stack(self.scratch(2)));
                let mut place = self.function.compute(Code::Lea_r64_m, Width::R64, &[slot]);
                if let Base::Register(base) = base {
                    let base = Arg::Reg(base, Width::R64);
                    place = self.function.update(Code::Sub_r64_rm64, Width::R64, place, &[base]);
                }
                let idle = self.splat_general(place, 8, of_index);
                self.idle = Some((base, idle));
                idle
            }
        };
        let mask = match size {
            8 => mask,
            _ => {
                let widen = codes::form(codes::WIDEN, of_index);
                self.function.compute(widen, of_index, &[Arg::Reg(mask, self.set.half())])
            }
        };
        self.select(mask, (Arg::Reg(index, of_index), Arg::Reg(idle, of_index)), 8, of_index)
    }

    /// The upper half of a register.
    pub(super) fn upper_half(&mut self, value: VReg) -> VReg {
        let sources = [Arg::Reg(value, self.set.whole()), Arg::Imm8(1)];
        self.function.compute(codes::form(codes::UPPER_HALF, self.set.whole()), self.set.half(), &sources)
    }

    /// Two halves in one register.
    pub(super) fn join_halves(&mut self, low: VReg, high: VReg) -> VReg {
        let (whole, half) = (self.set.whole(), self.set.half());
        let sources = [Arg::Reg(low, whole), Arg::Reg(high, half), Arg::Imm8(1)];
        self.function.compute(codes::form(codes::JOIN_HALVES, whole), whole, &sources)
    }

    /// Where each lane of a group has its own element.
    fn places(&mut self, (base, at, lay): (ValueId, ValueId, LaneLayout), size: u32, group: usize) -> Places {
        let of_index = self.ty(at).element;
        if lay == LaneLayout::Shared {
            let index = self.register(at, group);
            let base = self.scalar(base);
            let place = Memory::at(base, 0).indexed(index, self.width(of_index), size as u8);
            return Places { parts: vec![place], index_size: of_index.size(), is_own: false };
        }
        let halves = self.wide_indices(at, group);
        let parts = halves.into_iter().enumerate().map(|(half, index)| {
            let first = group as u32 * self.group + half as u32 * (self.set.bytes() / 8);
            self.own_place((base, lay), index, size, (first, group))
        });
        Places { parts: parts.collect(), index_size: 8, is_own: true }
    }

    /// The indices of a group as I64, in one register or two.
    fn wide_indices(&mut self, at: ValueId, group: usize) -> Vec<VReg> {
        let index = self.register(at, group);
        if self.ty(at).element == Element::I64 {
            return vec![index];
        }
        let (whole, half) = (self.set.whole(), self.set.half());
        let widen = codes::form(codes::WIDEN, whole);
        let low = self.function.compute(widen, whole, &[Arg::Reg(index, half)]);
        if self.group == self.set.bytes() / 8 {
            return vec![low];
        }
        let upper = self.upper_half(index);
        vec![low, self.function.compute(widen, whole, &[Arg::Reg(upper, half)])]
    }

    /// Where a register's lanes of 64 bits from `first` on have elements of arrays of their own. Distances are computed
    /// in 64 bits: a stride may be more than the scale of an index can be.
    fn own_place(
        &mut self,
        (base, lay): (ValueId, LaneLayout),
        index: VReg,
        size: u32,
        (first, group): (u32, usize),
    ) -> Memory {
        let stride = if lay == LaneLayout::Interleaved { size * self.code.lanes } else { size };
        let shift = UnaryOp::ShiftLeft(stride.trailing_zeros() as u8);
        let whole = self.set.whole();
        let distance = Arg::Reg(self.unary_of(shift, Element::I64, index, whole), whole);
        let add = |selector: &mut Self, other: VReg| {
            selector.with_code(BinaryOp::Add, Element::I64, whole, [distance, Arg::Reg(other, whole)])
        };
        match lay {
            LaneLayout::ByAddress => {
                let pointers = self.register(base, group);
                let address = add(self, pointers);
                absolute(address, whole)
            }
            LaneLayout::Apart(stride) => {
                let stride = self.scalar(stride);
                let stride = self.splat_general(stride, 8, whole);
                let lanes = self.lane_constant(&|lane| u64::from(first) + lane);
                let sources = [Arg::Reg(lanes, whole), Arg::Reg(stride, whole)];
                let before = self.with_code(BinaryOp::Multiply, Element::I64, whole, sources);
                let distance = add(self, before);
                Memory::at(self.scalar(base), 0).indexed(distance, whole, 1)
            }
            _ => {
                let lanes = self.lane_constant(&|lane| lane * u64::from(size));
                let distance = add(self, lanes);
                Memory::at(self.scalar(base), (first * size) as i32).indexed(distance, whole, 1)
            }
        }
    }

    /// Loads each lane of a group from its own address.
    pub(super) fn load_each(&mut self, address: ValueId, bytes: u32, element: Element, group: usize) -> VReg {
        let pointers = self.register(address, group);
        if bytes >= 4 {
            return self.gather_places(self.own_pointers(pointers), element);
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
            let places = self.own_pointers(pointers);
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

/// At addresses.
fn absolute(addresses: VReg, width: Width) -> Memory {
    Memory { base: Base::None, index: Some((addresses, width)), scale: 1, displacement: 0, broadcast: false }
}

/// A lane in a slot for lane-by-lane work.
pub(super) fn lane_of_slot(slot: i32, lane: VReg, size: u8) -> Arg {
    Arg::Mem(Memory::stack(slot).indexed(lane, Width::R64, size))
}
