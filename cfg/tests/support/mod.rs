//! What the tests of graphs share: random graphs, and units from Fortran and from text.

use forlane_cfg::{
    Block, BlockId, Body, Case, Graph, IntegerExpr, IntegerKind, LogicalExpr, Program, SourceLine, StopCode,
    Terminator, Unit,
};
use forlane_frontend::compile::compile;
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_lower::lower_program;
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

/// A graph of so many blocks with any arcs; half of its shapes are irreducible.
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
    Block { merges: Vec::new(), actions: Vec::new(), terminator, at: SourceLine::own(0) }
}

fn switch(targets: [BlockId; 2], default: BlockId) -> Terminator {
    let cases = (1..).zip(targets).map(|(value, target)| Case { values: vec![value], target }).collect();
    Terminator::Switch { selector: IntegerExpr::Constant(IntegerKind::I4, 1), cases, default }
}

/// The blocks that START reaches without passing `without`.
pub fn reached_without(graph: &Graph, from: BlockId, without: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; graph.blocks.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(graph.blocks[block].terminator.successors());
        }
    }
    seen
}

/// Compiles Fortran to graphs.
pub fn built(text: &str, form: SourceForm) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add("test.f", text);
    let (program, diagnostics) = compile(&sources, &[(file, form)]);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    lower_program(&program, &sources).unwrap()
}

pub fn graph(unit: &Unit) -> &Graph {
    match &unit.body {
        Body::Graph(graph) => graph,
        Body::Tree(_) => panic!("not a graph"),
    }
}

/// The block of a number.
pub fn numbered(graph: &Graph, number: usize) -> BlockId {
    graph.blocks.iter().map(|(id, _)| id).nth(number).unwrap()
}

/// The blocks of a unit as text, without its header and declarations.
pub fn body_text(unit: &Unit) -> String {
    let text = forlane_cfg::text::print_unit(unit);
    let body = text.split_once("\n\n").map_or("", |(_, body)| body);
    body.lines()
        .filter(|line| *line != "}")
        .map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)))
        .collect()
}
