//! Loads and stores, of neighbouring elements and of each lane's own.

use super::{Emitter, MEMORY, integer_vector, lanes_per_register, scalar_type, vector_type};
use crate::gang::ir::{Element, LaneLayout, ValueId};
use cranelift_codegen::ir::types::{I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{self, InstBuilder};

impl Emitter<'_> {
    /// The type of all lanes together in memory, where they do not fill a register: two of 32 bits, or one.
    fn part_of_register(&self, element: Element) -> Option<ir::Type> {
        let integer = if self.lanes * element.size() == 4 { I32 } else { I64 };
        (self.lanes < lanes_per_register(element)).then_some(integer)
    }

    /// Loads a register of neighbouring elements.
    pub(super) fn load_register(&mut self, address: ValueId, element: Element, index: usize) -> ir::Value {
        let address = self.scalar(address);
        self.load_vector(address, element, index)
    }

    fn load_vector(&mut self, address: ir::Value, element: Element, index: usize) -> ir::Value {
        if let Some(part) = self.part_of_register(element) {
            let value = self.builder.ins().load(part, MEMORY, address, 0);
            let vector = self.builder.ins().scalar_to_vector(of_register(part), value);
            return self.cast(vector, vector_type(element));
        }
        self.builder.ins().load(vector_type(element), MEMORY, address, index as i32 * 16)
    }

    fn store_vector(&mut self, address: ir::Value, value: ir::Value, element: Element, index: usize) {
        if let Some(part) = self.part_of_register(element) {
            let vector = self.cast(value, of_register(part));
            let part = self.builder.ins().extractlane(vector, 0);
            self.builder.ins().store(MEMORY, part, address, 0);
            return;
        }
        self.builder.ins().store(MEMORY, value, address, index as i32 * 16);
    }

    /// Stores a register to neighbouring elements; other lanes than those of the mask keep theirs.
    pub(super) fn store_register(&mut self, address: ValueId, value: ValueId, mask: Option<ValueId>, index: usize) {
        let element = self.ty(value).element;
        let address = self.scalar(address);
        let mut stored = self.register(value, index);
        if let Some(mask) = mask {
            let earlier = self.load_vector(address, element, index);
            let mask = self.register(mask, index);
            stored = self.select(mask, stored, earlier, element);
        }
        self.store_vector(address, stored, element, index);
    }

    /// The address of a lane's own element, but for the displacement of the lane among interleaved ones.
    fn lane_address(
        &mut self,
        base: ValueId,
        indices: (ValueId, u32),
        lay: LaneLayout,
        element: Element,
    ) -> (ir::Value, i32) {
        let (index, lane) = indices;
        let of = self.ty(index).element;
        let each = lanes_per_register(of);
        let register = self.register(index, (lane / each) as usize);
        let mut one = self.builder.ins().extractlane(register, (lane % each) as u8);
        if of == Element::I32 {
            one = self.builder.ins().sextend(I64, one);
        }
        let stride = element.size() * if lay == LaneLayout::Interleaved { self.lanes } else { 1 };
        let shift = self.builder.ins().ishl_imm_u(one, i64::from(stride.trailing_zeros()));
        let base = self.scalar(base);
        let mut address = self.builder.ins().iadd(base, shift);
        if let (LaneLayout::Apart(stride), 1..) = (lay, lane) {
            let stride = self.scalar(stride);
            let before = self.builder.ins().imul_imm_s(stride, i64::from(lane));
            address = self.builder.ins().iadd(address, before);
        }
        (address, if lay == LaneLayout::Interleaved { (lane * element.size()) as i32 } else { 0 })
    }

    /// The lanes of a register.
    fn lanes_of(&self, element: Element, index: usize) -> std::ops::Range<u32> {
        let each = lanes_per_register(element);
        let first = index as u32 * each;
        first..(first + each).min(self.lanes)
    }

    /// Loads each lane of a register from its own element.
    pub(super) fn gather_register(
        &mut self,
        base: ValueId,
        at: ValueId,
        lay: LaneLayout,
        element: Element,
        index: usize,
    ) -> ir::Value {
        let own = self.own_addresses((base, at, lay), element, index);
        self.gather_lanes((base, at, lay), &own, element, index)
    }

    /// The addresses of a register's lanes where each has a pointer of its own, computed together.
    fn own_addresses(
        &mut self,
        (base, at, lay): (ValueId, ValueId, LaneLayout),
        element: Element,
        index: usize,
    ) -> Vec<ir::Value> {
        if lay != LaneLayout::ByAddress {
            return Vec::new();
        }
        let each = lanes_per_register(Element::I64);
        let lanes = self.lanes_of(element, index);
        let mut addresses = Vec::with_capacity(lanes.len());
        for first in lanes.clone().step_by(each as usize) {
            let place = (first / each) as usize;
            let (base, index) = (self.register(base, place), self.register(at, place));
            let behind = self.builder.ins().ishl_imm_u(index, i64::from(element.size().trailing_zeros()));
            let together = self.builder.ins().iadd(base, behind);
            for lane in first..(first + each).min(lanes.end) {
                addresses.push(self.builder.ins().extractlane(together, (lane % each) as u8));
            }
        }
        addresses
    }

    fn gather_lanes(
        &mut self,
        (base, at, lay): (ValueId, ValueId, LaneLayout),
        own: &[ir::Value],
        element: Element,
        index: usize,
    ) -> ir::Value {
        let lanes = self.lanes_of(element, index);
        let first = lanes.start;
        let mut result = None;
        for lane in lanes {
            let (address, offset) = match own.get((lane - first) as usize) {
                Some(address) => (*address, 0),
                None => self.lane_address(base, (at, lane), lay, element),
            };
            let one = self.builder.ins().load(scalar_type(element), MEMORY, address, offset);
            result = Some(match result {
                None => self.builder.ins().scalar_to_vector(vector_type(element), one),
                Some(vector) => self.builder.ins().insertlane(vector, one, (lane - first) as u8),
            });
        }
        match result {
            Some(vector) => vector,
            None => self.vector_constant(vector_type(element), [0; 4]),
        }
    }

    /// A lane of a varying pointer.
    fn lane_pointer(&mut self, address: ValueId, lane: u32) -> ir::Value {
        let each = lanes_per_register(Element::I64);
        let register = self.register(address, (lane / each) as usize);
        self.builder.ins().extractlane(register, (lane % each) as u8)
    }

    /// Loads an element of `bytes` bytes; a narrow integer becomes an I32.
    pub(super) fn load_scalar(&mut self, address: ir::Value, bytes: u32, element: Element) -> ir::Value {
        match bytes {
            1 => self.builder.ins().sload8(I32, MEMORY, address, 0),
            2 => self.builder.ins().sload16(I32, MEMORY, address, 0),
            _ => self.builder.ins().load(scalar_type(element), MEMORY, address, 0),
        }
    }

    /// Loads each lane of a register from its own address.
    pub(super) fn load_each_register(
        &mut self,
        address: ValueId,
        bytes: u32,
        element: Element,
        index: usize,
    ) -> ir::Value {
        let lanes = self.lanes_of(element, index);
        let first = lanes.start;
        let mut vector = self.vector_constant(vector_type(element), [0; 4]);
        for lane in lanes {
            let pointer = self.lane_pointer(address, lane);
            let one = self.load_scalar(pointer, bytes, element);
            vector = self.builder.ins().insertlane(vector, one, (lane - first) as u8);
        }
        vector
    }

    /// Stores each lane of a register at its own address; idle lanes store what is there already.
    pub(super) fn store_each_register(
        &mut self,
        address: ValueId,
        bytes: u32,
        (value, mask): (ValueId, ValueId),
        index: usize,
    ) {
        let element = self.ty(value).element;
        let earlier = self.load_each_register(address, bytes, element, index);
        let value = self.register(value, index);
        let mask = self.register(mask, index);
        let stored = self.select(mask, value, earlier, element);
        let lanes = self.lanes_of(element, index);
        let first = lanes.start;
        for lane in lanes {
            let pointer = self.lane_pointer(address, lane);
            let one = self.builder.ins().extractlane(stored, (lane - first) as u8);
            match bytes {
                1 => self.builder.ins().istore8(MEMORY, one, pointer, 0),
                2 => self.builder.ins().istore16(MEMORY, one, pointer, 0),
                _ => self.builder.ins().store(MEMORY, one, pointer, 0),
            };
        }
    }

    /// Stores each lane of a register to an element of its own array. Idle lanes store what is there already: element 0
    /// of their own.
    pub(super) fn scatter_register(
        &mut self,
        (base, at, lay): (ValueId, ValueId, LaneLayout),
        value: ValueId,
        mask: ValueId,
        index: usize,
    ) {
        let element = self.ty(value).element;
        let own = self.own_addresses((base, at, lay), element, index);
        let earlier = self.gather_lanes((base, at, lay), &own, element, index);
        let value = self.register(value, index);
        let mask = self.register(mask, index);
        let stored = self.select(mask, value, earlier, element);
        let lanes = self.lanes_of(element, index);
        let first = lanes.start;
        for lane in lanes {
            let (address, offset) = match own.get((lane - first) as usize) {
                Some(address) => (*address, 0),
                None => self.lane_address(base, (at, lane), lay, element),
            };
            let one = self.builder.ins().extractlane(stored, (lane - first) as u8);
            self.builder.ins().store(MEMORY, one, address, offset);
        }
    }

    /// Stores the lanes of a mask, in order, to elements of an array that all share.
    pub(super) fn scatter_shared(&mut self, base: ValueId, at: ValueId, value: ValueId, mask: ValueId) {
        let element = self.ty(value).element;
        for lane in 0..self.lanes {
            let each = lanes_per_register(element);
            let (index, place) = ((lane / each) as usize, (lane % each) as u8);
            let bits = self.register(mask, index);
            let bits = self.cast(bits, integer_vector(element));
            let bit = self.builder.ins().extractlane(bits, place);
            let (stores, behind) = (self.new_block(), self.new_block());
            self.builder.ins().brif(bit, stores, &[], behind, &[]);
            self.builder.switch_to_block(stores);
            let (address, offset) = self.lane_address(base, (at, lane), LaneLayout::Shared, element);
            let values = self.register(value, index);
            let one = self.builder.ins().extractlane(values, place);
            self.builder.ins().store(MEMORY, one, address, offset);
            self.builder.ins().jump(behind, &[]);
            self.builder.switch_to_block(behind);
        }
    }
}

/// A register of integers of that type.
fn of_register(integer: ir::Type) -> ir::Type {
    if integer == I32 { I32X4 } else { I64X2 }
}
