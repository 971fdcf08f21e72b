//! Arrays of dynamic length: each lane has its own, which has its own length, or is not there at all.
//!
//! A descriptor holds the addresses of all lanes in a row, then their lengths ([`ArrayDescriptor`]). Elements are
//! accessed by address and index of each lane ([`LaneLayout::ByAddress`]); allocating, freeing and holding are
//! functions of the run-time support, called for each active lane as scalar code calls them.
//!
//! ```text
//! x = a[i]            base = load a          length = load a + 8 * lanes
//!                     bad = not 0 <= i < length; fail bad
//!                     x = gather (blend length <= 0, scratch, base)[blend bad, 0, i] by address
//! allocate a[n]       allocate(a + 8 * lane, a + 8 * lanes + 8 * lane, n, 8) where active; fail where that is not 0
//! call s(&a[])        slot: the addresses and lengths at the call, which are those of the argument until it returns
//! ```

use super::Lowering;
use super::arguments::Passed;
use super::locations::Location;
use super::memory::memory_element;
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, Element, GangType, LaneLayout, Op, ValueId};
use crate::runtime::memory::AllocationFailure;
use crate::runtime::{ArrayDescriptor, RuntimeFunction, SiteReason};
use crate::texts::TextCode;
use forlane_cfg::{IntegerExpr, Relation, Storage, VarId};
use indexmap::IndexSet;

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);
/// A pointer or a length for each lane.
const EACH: GangType = GangType::varying(Element::I64);

impl Lowering<'_> {
    /// Whether an array has a dynamic length.
    pub(super) fn is_dynamic(&self, var: VarId) -> bool {
        self.unit.vars[var].is_dynamic()
    }

    /// Where an array of dynamic length is in each lane now.
    pub(super) fn locate_dynamic(&mut self, var: VarId) -> Result<Location, JitError> {
        let descriptor = self.descriptor(var)?;
        Ok(self.by_address(var, descriptor, false))
    }

    /// Where an array is whose addresses and lengths are in a descriptor, which is `fixed` if it does not change while
    /// the unit runs.
    pub(super) fn by_address(&mut self, var: VarId, descriptor: ValueId, fixed: bool) -> Location {
        let lengths = self.lengths_of(descriptor);
        let addresses = self.builder.load(EACH, descriptor, fixed);
        let length = self.builder.load(EACH, lengths, fixed);
        // As in `base_of`, in each lane for itself.
        let zero = self.builder.integer(0);
        let is_empty = self.builder.compare(Relation::LessEqual, length, zero);
        let scratch = self.scratch();
        let scratch = self.slot_pointers(scratch, Element::I64.size());
        let base = self.builder.blend(is_empty, scratch, addresses);
        let ty = self.unit.vars[var].ty;
        let (element, width) = (memory_element(ty), ty.size() as u32);
        Location { base, lay: LaneLayout::ByAddress, length, least: 0, element, width, constant: false, inside: false }
    }

    /// The descriptor of an array of dynamic length.
    fn descriptor(&mut self, array: VarId) -> Result<ValueId, JitError> {
        let data = &self.unit.vars[array];
        match data.storage {
            _ if !data.is_dynamic() => Err(self.malformed(&format!("`{}` has no dynamic length", data.name))),
            Storage::Dummy => Ok(self.argument_base(array)),
            _ => {
                let (begin, _) = self.place_in_storage(array)?;
                Ok(self.builder.push(POINTER, begin))
            }
        }
    }

    /// The lengths of a descriptor.
    fn lengths_of(&mut self, descriptor: ValueId) -> ValueId {
        let behind = self.builder.integer(i64::from(ArrayDescriptor::LENGTH) * i64::from(self.around.lanes));
        self.builder.push(POINTER, Op::Address { base: descriptor, index: behind, scale: 1 })
    }

    /// The addresses that the lanes' arrays have, null for none.
    pub(super) fn dynamic_addresses(&mut self, array: VarId) -> Result<ValueId, JitError> {
        let descriptor = self.descriptor(array)?;
        Ok(self.builder.load(EACH, descriptor, false))
    }

    /// Allocates an array of `length` elements; without a length it is freed. Lanes for which that is not possible
    /// fail.
    pub(super) fn allocate(&mut self, array: VarId, length: Option<&IntegerExpr>) -> Result<(), JitError> {
        let elements = match length {
            Some(length) => self.wide(length)?,
            None => self.builder.integer(0),
        };
        let size = self.builder.integer(self.unit.vars[array].ty.size() as i64);
        let descriptor = self.descriptor(array)?;
        let lengths = self.lengths_of(descriptor);
        let part = ArrayDescriptor::PART as u32;
        let parts = [self.slot_pointers(descriptor, part), self.slot_pointers(lengths, part)];
        let operands = vec![parts[0], parts[1], elements, size];
        let failed = self.for_each_lane(RuntimeFunction::Allocate, operands, Some(Element::I32));
        if self.around.frees.holds() {
            let held = self.builder.constant(GangType::uniform(Element::I32), AllocationFailure::Held as i32 as u64);
            let bad = self.builder.compare(Relation::Equal, failed, held);
            let array = self.unit.vars[array].name.clone();
            self.fail_at_once(bad, SiteReason::FreedWhileHeld { array });
        }
        if length.is_some() {
            let zero = self.zero_like(failed);
            let bad = self.builder.compare(Relation::NotEqual, failed, zero);
            self.fail_at_once(bad, SiteReason::OutOfMemory);
        }
        Ok(())
    }

    /// Holds arrays, so that they are not freed: their addresses.
    pub(super) fn hold(&mut self, arrays: &IndexSet<VarId>) -> Result<Vec<ValueId>, JitError> {
        let mut held = Vec::with_capacity(arrays.len());
        for array in arrays {
            let addresses = self.dynamic_addresses(*array)?;
            self.for_each_lane(RuntimeFunction::Hold, vec![addresses], None);
            held.push(addresses);
        }
        Ok(held)
    }

    /// Ends what [`Lowering::hold`] began, for the lanes that are active still.
    pub(super) fn let_go(&mut self, held: Vec<ValueId>) {
        for addresses in held {
            self.for_each_lane(RuntimeFunction::LetGo, vec![addresses], None);
        }
    }

    /// Passes an array of dynamic length that the callee may allocate and free.
    pub(super) fn pass_descriptor(&mut self, array: VarId) -> Result<Passed, JitError> {
        let base = self.descriptor(array)?;
        let length = self.builder.integer(1);
        Ok(Passed::new(base, length, ArgumentLayout::Interleaved))
    }

    /// Passes arrays that begin at an address in each lane and are so long.
    pub(super) fn pass_by_address(&mut self, addresses: ValueId, length: ValueId) -> Passed {
        let slot = self.new_slot(self.around.lanes * ArrayDescriptor::SIZE as u32);
        let base = self.builder.push(POINTER, Op::Slot(slot));
        let lengths = self.lengths_of(base);
        for (address, value) in [(base, addresses), (lengths, length)] {
            self.builder.effect(Op::Store { address, value, mask: None });
        }
        let none = self.builder.integer(0);
        Passed::new(base, none, ArgumentLayout::ByAddress)
    }
}
