//! Random graphs, for the tests of this crate and of what is on it.

use forlane_cfg::{
    Block, BlockId, Body, Case, Graph, IntegerExpr, IntegerKind, LogicalExpr, SourceLine, StopCode, Terminator, Unit,
};
use id_arena::Arena;

/// A small generator of pseudo-random numbers (xorshift), so that every run sees the same graphs.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A graph of that number of blocks with any arcs; half of its shapes are irreducible.
pub fn random_graph(random: &mut Random, len: usize) -> Graph {
    let mut blocks = Arena::new();
    let ids: Vec<BlockId> = (0..len).map(|_| blocks.alloc(block(Terminator::Stop(StopCode::None)))).collect();
    for id in &ids {
        let mut pick = || ids[1 + random.below(len - 1)];
        let (first, second, third) = (pick(), pick(), pick());
        let terminator = match random.below(8) {
            0 => Terminator::Stop(StopCode::None),
            1 | 2 => Terminator::Goto(first),
            3 => switch([first, second], third),
            _ => Terminator::Branch { condition: LogicalExpr::Constant(true), then: first, otherwise: second },
        };
        blocks[*id].terminator = terminator;
    }
    Graph { start: ids[0], blocks }
}

fn block(terminator: Terminator) -> Block {
    Block::new(terminator, SourceLine::default())
}

fn switch(targets: [BlockId; 2], default: BlockId) -> Terminator {
    let cases = (1..).zip(targets).map(|(value, target)| Case { values: vec![value], target }).collect();
    Terminator::Switch { selector: IntegerExpr::Constant(IntegerKind::I4, 1), cases, default }
}

pub fn graph(unit: &Unit) -> &Graph {
    match &unit.body {
        Body::Graph(graph) => graph,
        Body::Tree(_) => panic!("not a graph"),
    }
}
