//! What is known of the lanes of a mask: masks that contain it, and conditions that hold in its lanes or do not.
//!
//! It follows from the operations that masks are made by; of a parameter of a join, from all that is passed for it.
//! What is known of several masks is of one iteration of the loops around them: blocks to which arcs lead back carry
//! nothing over, be they heads of loops or blocks of a graph with several entries.
//!
//! ```text
//! k1(g1: mask64):  ; loop          in g1
//!     g3: mask64 = g2 > 0          g2 is positive
//!     g4: mask64 = and g1, g3      in g1, g2 is positive
//!     branch g9, k2, k3(g4)
//! k2: ; cold
//!     g5: mask64 = andnot g4, g8   in g1, in g4, g2 is positive, not in g8
//!     jump k3(g5)
//! k3(g6: mask64):                  in g1, in g4, g2 is positive
//! ```

use super::arcs::{self, arcs_to_blocks};
use crate::gang::ir::{BinaryOp, BlockId, GangCode, Op, UnaryOp, ValueId};
use forlane_cfg::Relation;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// What holds in each lane of a mask.
#[derive(Clone, Debug, Default)]
pub struct Facts(BTreeSet<(Condition, bool)>);

/// A condition of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    /// It is in this mask.
    In(ValueId),
    /// Its integers are equal.
    Equal(Operand, Operand),
    /// Of its integers the first is less.
    Less(Operand, Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operand {
    Value(ValueId),
    Constant(u64),
}

impl Facts {
    /// The masks that have all of these lanes.
    pub fn within(&self) -> Vec<ValueId> {
        let masks = self.0.iter().filter_map(|fact| match fact {
            (Condition::In(mask), true) => Some(*mask),
            _ => None,
        });
        masks.collect()
    }

    /// Whether all lanes are in that mask.
    pub fn is_within(&self, mask: ValueId) -> bool {
        self.0.contains(&(Condition::In(mask), true))
    }

    /// Whether no lane is in both.
    pub fn is_disjoint(&self, other: &Facts) -> bool {
        self.0.iter().any(|(condition, holds)| other.0.contains(&(*condition, !holds)))
    }

    fn of(condition: Condition, holds: bool) -> Facts {
        Facts(BTreeSet::from([(condition, holds)]))
    }

    fn and(mut self, other: Facts) -> Facts {
        self.0.extend(other.0);
        self
    }

    /// What holds in lanes of one or the other.
    fn or(self, other: Facts) -> Facts {
        Facts(self.0.intersection(&other.0).copied().collect())
    }
}

/// The facts of masks, found when they are needed.
pub struct LaneFacts<'a> {
    code: &'a GangCode,
    /// For each parameter of a join what is passed for it; nothing where an arc leads back.
    passed: HashMap<ValueId, Vec<ValueId>>,
    found: RefCell<HashMap<(ValueId, bool), Facts>>,
}

impl<'a> LaneFacts<'a> {
    /// Of code whose blocks are in this order.
    pub fn new(code: &'a GangCode, order: &[BlockId]) -> LaneFacts<'a> {
        let mut passed: HashMap<ValueId, Vec<ValueId>> = HashMap::new();
        let mut place = vec![0; code.blocks.len()];
        order.iter().enumerate().for_each(|(index, block)| place[block.index()] = index);
        let arcs = arcs_to_blocks(code, order);
        for block in order {
            if arcs[block.index()].iter().any(|(origin, _)| place[origin.index()] >= place[block.index()]) {
                continue;
            }
            for (index, parameter) in code.blocks[*block].parameters.iter().enumerate() {
                if code.ty(*parameter).element.is_mask() {
                    let arguments = arcs[block.index()].iter().map(|arc| arcs::passed(code, *arc, index));
                    passed.insert(*parameter, arguments.collect());
                }
            }
        }
        LaneFacts { code, passed, found: Default::default() }
    }

    /// What holds in the lanes of a mask.
    pub fn of(&self, mask: ValueId) -> Facts {
        self.find(mask, true, 0)
    }

    /// Whether a relation of two integers holds in all lanes of which these facts are.
    pub fn holds_in(&self, lanes: &Facts, relation: Relation, operands: [ValueId; 2]) -> bool {
        self.comparison(relation, operands, true).0.is_subset(&lanes.0)
    }

    /// What holds in the lanes that are in a mask, or are not. Of what is nested deeply nothing is known.
    fn find(&self, mask: ValueId, holds: bool, depth: usize) -> Facts {
        if let Some(found) = self.found.borrow().get(&(mask, holds)) {
            return found.clone();
        }
        let itself = Facts::of(Condition::In(mask), holds);
        if depth > 64 {
            return itself;
        }
        let inner = |mask: ValueId, holds: bool| self.find(mask, holds, depth + 1);
        let facts = itself.and(match (&self.code.values[mask].op, holds) {
            (Op::Convert(other), _) if self.code.ty(*other).element.is_mask() => inner(*other, holds),
            (Op::Unary(UnaryOp::Not, other), _) => inner(*other, !holds),
            (Op::Binary(BinaryOp::And, left, right), true) => inner(*left, true).and(inner(*right, true)),
            (Op::Binary(BinaryOp::AndNot, left, right), true) => inner(*left, true).and(inner(*right, false)),
            (Op::Binary(BinaryOp::Or, left, right), false) => inner(*left, false).and(inner(*right, false)),
            (Op::Binary(BinaryOp::Or, left, right) | Op::Blend(_, left, right), true) => {
                inner(*left, true).or(inner(*right, true))
            }
            (Op::Compare(relation, left, right), _) if !self.code.ty(*left).element.is_real() => {
                self.comparison(*relation, [*left, *right], holds)
            }
            (Op::Parameter, true) => {
                let passed = self.passed.get(&mask).into_iter().flatten();
                let some = passed.filter(|argument| self.code.constant(**argument) != Some(0));
                some.map(|argument| inner(*argument, true)).reduce(Facts::or).unwrap_or_default()
            }
            _ => Facts::default(),
        });
        self.found.borrow_mut().insert((mask, holds), facts.clone());
        facts
    }

    fn comparison(&self, relation: Relation, operands: [ValueId; 2], holds: bool) -> Facts {
        let [left, right] = operands.map(|operand| match self.code.constant(operand) {
            Some(bits) => Operand::Constant(bits),
            None => Operand::Value(operand),
        });
        match relation {
            Relation::Equal => Facts::of(Condition::Equal(left, right), holds),
            Relation::NotEqual => Facts::of(Condition::Equal(left, right), !holds),
            Relation::Less => Facts::of(Condition::Less(left, right), holds),
            Relation::GreaterEqual => Facts::of(Condition::Less(left, right), !holds),
            Relation::Greater => Facts::of(Condition::Less(right, left), holds),
            Relation::LessEqual => Facts::of(Condition::Less(right, left), !holds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType, SlotField, Target, Terminator};

    /// The blocks of a graph lead to each other, and none is the head of a loop: what was known of a mask one time
    /// round was taken for known the next time, and each time round was looked at anew for each way.
    #[test]
    fn graphs_carry_nothing_over() {
        let (pointer, ty) = (GangType::uniform(Element::I64), GangType::varying(Element::Mask64));
        let mut builder = Builder::new("graph", 8);
        let bits = builder.push(pointer, Op::ActiveBits);
        let all = builder.push(ty, Op::MaskFromBits(bits));
        let place = builder.push(pointer, Op::Argument(0, SlotField::Base));
        let blocks = [builder.new_block(), builder.new_block()];
        let lanes = blocks.map(|block| builder.parameter(block, ty));
        builder.jump(blocks[0], vec![all]);
        let mut some = Vec::new();
        for (block, mask, next) in [(blocks[0], lanes[0], blocks[1]), (blocks[1], lanes[1], blocks[0])] {
            builder.block = block;
            let load = Op::Load { address: place, constant: false };
            let [x, y] = [(); 2].map(|()| builder.push(GangType::varying(Element::I64), load.clone()));
            let [less, equal] = [Relation::Less, Relation::Equal].map(|relation| builder.compare(relation, x, y));
            let [a, b] = [less, equal].map(|condition| builder.binary(BinaryOp::And, mask, condition));
            let condition = builder.any(a);
            let to = |mask| Target { block: next, arguments: vec![mask] };
            builder.terminate(Terminator::Branch { condition, then: to(a), otherwise: to(b) });
            some.push(a);
        }
        let code = builder.code;
        let facts = LaneFacts::new(&code, &code.reverse_postorder());
        assert_eq!(facts.of(lanes[0]).within(), [lanes[0]]);
        assert!(facts.of(lanes[1]).is_within(lanes[0]) && facts.of(some[1]).is_within(lanes[0]));
    }
}
