//! Memory by index and by address.

use super::super::super::ir::{BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use super::super::isa::WideSet;
use super::harness::*;
use iced_x86::Code;

/// Gathers and masked scatters of each layout by indices of each size; in arrays of a lane's own there are two
/// elements.
#[test]
fn indexed_memory() {
    for lanes in LANES {
        for element in NUMBERS {
            for of_index in [Element::I32, Element::I64] {
                for layout in 0..4 {
                    if layout == 3 && of_index == Element::I32 {
                        continue;
                    }
                    let mut test = Test::new(lanes);
                    let at = test.load(1, GangType::varying(of_index));
                    let (base, target) = (test.base(0), test.base(3));
                    let (base, target, lay) = test.layout(layout, base, target, element);
                    let gather = Op::Gather { base, index: at, lay, constant: false };
                    let value = test.builder.push(GangType::varying(element), gather);
                    test.store(value);
                    let mask = test.mask(element);
                    test.builder.effect(Op::Scatter { base: target, index: at, lay, value, mask });
                    let limit = if layout == 0 { 50 } else { 2 };
                    let inputs = [column(element, 0, 1), indices(of_index, limit)];
                    test.check(inputs, &format!("{element:?} by {of_index:?}, layout {layout}"));
                }
            }
        }
    }
}

/// Scatters to arrays of the lanes' own gathered what was there for the idle lanes, which took a quarter of the time of
/// a loop.
#[test]
fn scatters_gather_nothing() {
    for element in NUMBERS {
        let mut test = Test::new(16);
        let (at, value) = (test.load(1, GangType::varying(Element::I32)), test.load(0, GangType::varying(element)));
        let (base, mask) = (test.base(3), test.mask(element));
        test.builder.effect(Op::Scatter { base, index: at, lay: LaneLayout::Interleaved, value, mask });
        let active = test.active;
        let code = test.finish(active);
        let gathers = [Code::VEX_Vpgatherqq_ymm_vm64y_ymm, Code::VEX_Vpgatherqd_xmm_vm64y_xmm];
        let count: usize = gathers.into_iter().map(|gather| count(&code, WideSet::Avx2, gather)).sum();
        assert_eq!(count, 0, "{element:?}");
    }
}

impl Test {
    /// A layout by its number, and the bases of two arrays in it. Each lane's own pointer leads to where it would have
    /// its array if they were apart.
    fn layout(
        &mut self,
        layout: usize,
        base: ValueId,
        target: ValueId,
        element: Element,
    ) -> (ValueId, ValueId, LaneLayout) {
        let stride = self.builder.integer(i64::from(element.size()) * 2);
        match layout {
            0 => (base, target, LaneLayout::Shared),
            1 => (base, target, LaneLayout::Interleaved),
            2 => (base, target, LaneLayout::Apart(stride)),
            _ => {
                let [base, target] = [base, target].map(|pointer| self.pointers(pointer, element.size() * 2));
                (base, target, LaneLayout::ByAddress)
            }
        }
    }

    /// In each lane the address of its piece of that number of bytes.
    fn pointers(&mut self, base: ValueId, bytes: u32) -> ValueId {
        let lanes = self.builder.push(GangType::varying(Element::I64), Op::Lanes);
        let size = self.builder.constant(GangType::varying(Element::I64), u64::from(bytes));
        let distance = self.builder.binary(BinaryOp::Multiply, lanes, size);
        let base = self.builder.splat(base);
        self.builder.binary(BinaryOp::Add, base, distance)
    }
}

/// Also of integers of one and two bytes.
#[test]
fn memory_by_address() {
    for lanes in LANES {
        for (element, bytes) in [
            (Element::F64, 8),
            (Element::F32, 4),
            (Element::I64, 8),
            (Element::I32, 4),
            (Element::I32, 2),
            (Element::I32, 1),
        ] {
            let mut test = Test::new(lanes);
            let (base, target) = (test.base(0), test.base(3));
            let [from, to] = [base, target].map(|pointer| test.pointers(pointer, bytes));
            let value = test.builder.push(GangType::varying(element), Op::LoadEach { address: from, bytes });
            test.store(value);
            let mask = test.mask(element);
            test.builder.effect(Op::StoreEach { address: to, bytes, value, mask });
            test.check([column(Element::I64, 0, 1), column(element, 0, 1)], &format!("{element:?} of {bytes} bytes"));
        }
    }
}

/// Memory of all sizes, inline and by a call.
#[test]
fn cleared_memory() {
    for bytes in [0, 16, 31, 48, 64, 100, 129, 256, 300, 1000] {
        let mut test = Test::new(16);
        let address = test.base(3);
        test.builder.effect(Op::Clear { address, bytes });
        test.check([column(Element::I32, 0, 1), column(Element::I32, 0, 1)], &format!("{bytes} bytes"));
    }
}
