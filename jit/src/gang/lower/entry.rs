//! The entry of a unit and its return: the lanes that come and go, and the results that are written.

use super::state::{Pending, State};
use super::{Lowering, OpenLabel, cfg};
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, SlotField, Terminator, ValueId};

impl Lowering<'_> {
    /// The code before the first node.
    pub(super) fn enter(&mut self) {
        let active = self.entered();
        let outputs: Vec<GangType> = self.returned.iter().map(|var| self.variable_type(*var)).collect();
        let pending = Pending { mask: None, values: vec![None; outputs.len()] };
        self.open.push(OpenLabel { outputs, ..OpenLabel::default() });
        let block = self.builder.block;
        self.state = Some(State { block, active, nonempty: true, live: true, pending: vec![pending] });
        if self.region_facts.weight(self.tree.root).fails || self.refilled.is_some() {
            let slot = self.new_slot(8);
            self.failed_slot = Some(slot);
            let address = self.builder.push(GangType::uniform(Element::I64), Op::Slot(slot));
            let value = self.builder.integer(0);
            self.builder.effect(Op::Store { address, value, mask: None });
        }
        self.mark_storage();
        self.clear_local_arrays();
    }

    /// Says that variables are about to be assigned that are not restored before each gang.
    fn mark_storage(&mut self) {
        let layout = self.around.layout;
        if let Some(mark) = layout.mark(self.around.lanes).filter(|_| layout.is_marking(&self.unit.name)) {
            let address = self.builder.push(GangType::uniform(Element::I64), Op::Storage(mark));
            let value = self.builder.integer(0);
            self.builder.effect(Op::Store { address, value, mask: None });
        }
    }

    /// The lanes that entered the unit.
    fn entered(&mut self) -> ValueId {
        let bits = self.builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        self.builder.push(self.mask, Op::MaskFromBits(bits))
    }

    /// Whether a mask has all the lanes that entered the unit, and was not found from a set of others.
    pub(super) fn is_entered(&self, mask: ValueId) -> bool {
        let values = &self.builder.code.values;
        matches!(values[mask].op, Op::MaskFromBits(bits) if matches!(values[bits].op, Op::ActiveBits))
    }

    /// The end of the unit: writes its results and returns the lanes that come back.
    pub(super) fn leave(&mut self) -> Result<(), JitError> {
        let nothing = vec![None; self.open[0].outputs.len()];
        if let Some(edge) = self.edge(nothing) {
            // Lanes that fell out of the tree have all returned or failed.
            self.open[0].edges.push(edge);
        }
        let (edges, outputs) = (std::mem::take(&mut self.open[0].edges), self.open[0].outputs.clone());
        let values = self.join(edges, &outputs);
        let Some(state) = self.state.as_mut() else { return Ok(()) };
        let pending = std::mem::take(&mut state.pending[0]);
        let (active, live) = (state.active, state.live);
        let (_, values) = self.merge_pending(active, live, pending, values, &outputs);
        for (var, value) in self.returned.clone().into_iter().zip(values) {
            if let Some(value) = value {
                self.write_back(var, value)?;
            }
        }
        // Every lane that entered has returned by now or failed.
        let all = self.builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        let failed = self.failed();
        let bits = self.builder.binary(BinaryOp::AndNot, all, failed);
        self.builder.terminate(Terminator::Return(bits));
        self.go_to(self.line);
        Ok(())
    }

    /// Writes the last value of a dummy argument or the function's result to its argument slot.
    fn write_back(&mut self, var: cfg::VarId, value: ValueId) -> Result<(), JitError> {
        let index = match self.unit.dummies.iter().position(|dummy| *dummy == var) {
            Some(index) => index,
            None if self.unit.result == Some(var) => self.unit.dummies.len(),
            None => return Err(self.malformed("a return has a value for what is not an argument")),
        };
        let pointer = GangType::uniform(Element::I64);
        let address = self.builder.push(pointer, Op::Argument(index as u32, SlotField::Base));
        let value = self.as_stored(value, self.unit.vars[var].ty);
        let ty = self.builder.code.ty(value);
        // A dummy argument may stand for memory of the caller, where the lanes that are idle here keep what they have.
        let is_private = self.around.is_root && self.refilled.is_none() || self.unit.result == Some(var);
        let mask = (ty.is_varying() && !is_private).then(|| {
            let mut entered = self.entered();
            if self.refilled.is_some() {
                // Lanes that were set aside start again with what they have as arguments.
                entered = self.without_failed(entered);
            }
            self.builder.convert(entered, ty.element.mask())
        });
        self.builder.effect(Op::Store { address, value, mask });
        Ok(())
    }
}
