//! The analyses agree with their definitions on random graphs, and with what is known of small ones.

mod calls;
mod indices;
mod loops;
mod order;
mod regions;
mod values;

use crate::support::{Random, random_graph};
use forlane_cfg::text::parse_program;
use forlane_cfg::{BlockId, Graph, Unit};

fn graphs() -> impl Iterator<Item = Graph> {
    let mut random = Random(88172645463325252);
    (0..400).map(move |at| random_graph(&mut random, 3 + at % 13))
}

fn blocks(graph: &Graph) -> Vec<BlockId> {
    graph.blocks.iter().map(|(id, _)| id).collect()
}

fn only_unit(text: &str) -> Unit {
    parse_program(text).unwrap().units.remove(0)
}
