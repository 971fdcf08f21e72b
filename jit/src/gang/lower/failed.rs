//! The lanes that have failed, and the places where they can.

use super::Lowering;
use crate::gang::builder::Builder;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, ValueId};
use crate::runtime::{Site, SiteReason};

impl Lowering<'_> {
    /// Notes the lanes that fail.
    pub(super) fn note_failed(builder: &mut Builder, slot: Option<u32>, lanes: ValueId) {
        if slot.is_some() {
            let lanes = builder.bits(lanes);
            Self::note_failed_set(builder, slot, lanes);
        }
    }

    /// The same of a set of lanes.
    pub(super) fn note_failed_set(builder: &mut Builder, slot: Option<u32>, lanes: ValueId) {
        let Some(slot) = slot else { return };
        let pointer = GangType::uniform(Element::I64);
        let address = builder.push(pointer, Op::Slot(slot));
        let earlier = builder.load(pointer, address, false);
        let value = builder.binary(BinaryOp::Or, earlier, lanes);
        builder.effect(Op::Store { address, value, mask: None });
    }

    /// The set of lanes that have failed.
    pub(super) fn failed(&mut self) -> ValueId {
        let pointer = GangType::uniform(Element::I64);
        match self.failed_slot {
            Some(slot) => {
                let address = self.builder.push(pointer, Op::Slot(slot));
                self.builder.load(pointer, address, false)
            }
            None => self.builder.integer(0),
        }
    }

    /// Those of the lanes that have not failed.
    pub(super) fn without_failed(&mut self, lanes: ValueId) -> ValueId {
        let failed = self.failed();
        let failed = self.builder.push(self.mask, Op::MaskFromBits(failed));
        self.builder.binary(BinaryOp::AndNot, lanes, failed)
    }

    /// The number of this place as one where lanes fail for that reason.
    pub(super) fn site(&mut self, reason: SiteReason) -> u32 {
        let site = Site {
            unit: self.unit.subprogram_at(self.line).to_string(),
            file: self.unit.file_at(self.line).to_string(),
            line: self.line.number,
            reason,
        };
        let sites = &mut self.builder.code.sites;
        let index = sites.iter().position(|other| *other == site).unwrap_or_else(|| {
            sites.push(site);
            sites.len() - 1
        });
        index as u32
    }
}
