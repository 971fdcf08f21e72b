//! Analyses as text: sections of comments after a unit, which readers of its text skip.
//!
//! ```text
//! ; loops, by their heads, each with the blocks that are in none inside it
//! ;     b1: [b1 b5], depth 1
//! ;     b3: [b3 b4], depth 2, inside of b1, irreducible with entries [b3 b4]
//! ```

use crate::analysis::{
    Divergence, Dominators, Effects, InitialValues, Joins, Liveness, LoopForest, Origin, PostDominators,
    ReversePostorder,
};
use crate::graph::{BlockId, Graph};
use crate::unit::{Body, Shape, Stage, Unit, UnitKind, ValueId, VarId};

/// An analysis that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// [`Dominators`]
    Dominators,
    /// [`PostDominators`]
    PostDominators,
    /// [`LoopForest`]
    Loops,
    /// [`Liveness`]
    Liveness,
    /// [`InitialValues`]
    InitialValues,
    /// [`Divergence`] and [`Joins`]
    Divergence,
}

/// All sections with their names.
pub const SECTIONS: [(Section, &str); 6] = [
    (Section::Dominators, "dominators"),
    (Section::PostDominators, "post-dominators"),
    (Section::Loops, "loops"),
    (Section::Liveness, "liveness"),
    (Section::InitialValues, "initial-values"),
    (Section::Divergence, "divergence"),
];

/// Why a section can't be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unit `{unit}` has no {section} at this stage: they are of {of}")]
pub struct SectionError {
    /// The unit.
    pub unit: String,
    /// The section's name.
    pub section: &'static str,
    /// At which stages there is one.
    pub of: &'static str,
}

/// The text of a section of a unit. The effects are those of the program that holds the unit.
///
/// # Errors
/// The unit is at a stage for which there is no such analysis.
pub fn print_section(unit: &Unit, effects: &Effects, section: Section) -> Result<String, SectionError> {
    let is_ssa = unit.stage == Stage::Ssa;
    let refused = |of| {
        let name = SECTIONS.iter().find(|(other, _)| *other == section).map_or("?", |(_, name)| name);
        Err(SectionError { unit: unit.name.clone(), section: name, of })
    };
    let Body::Graph(graph) = &unit.body else { return refused("graphs, stages cfg, split and ssa") };
    let (title, lines) = match section {
        Section::Dominators => ("dominators: the closest block on all ways from START", dominators(graph)),
        Section::PostDominators => {
            ("post-dominators: the closest block on all ways to an exit", post_dominators(graph))
        }
        Section::Loops => ("loops, by their heads, each with the blocks that are in none inside it", loops(graph)),
        Section::Liveness | Section::InitialValues if is_ssa => return refused("variables, stages cfg and split"),
        Section::Divergence if !is_ssa => return refused("values, stage ssa"),
        Section::Liveness => {
            ("liveness: variables whose values at the block's head may be read", { liveness(unit, graph, effects) })
        }
        Section::InitialValues => ("initial values: variables that may be read before they are assigned", {
            initial_values(unit, graph, effects)
        }),
        Section::Divergence => ("divergence: what may differ among lanes; branches end where all lanes have met", {
            divergence(unit, graph)
        }),
    };
    let mut text = format!("; {title}\n");
    for line in lines {
        text.push_str(&format!(";     {line}\n"));
    }
    Ok(text)
}

fn dominators(graph: &Graph) -> Vec<String> {
    let dominators = Dominators::compute(graph);
    let line =
        |block: &BlockId| format!("{}: {}", name(*block), dominators.immediate(*block).map_or("none".into(), name));
    ReversePostorder::compute(graph).blocks.iter().map(line).collect()
}

fn post_dominators(graph: &Graph) -> Vec<String> {
    let post_dominators = PostDominators::compute(graph);
    let line = |block: &BlockId| {
        format!("{}: {}", name(*block), post_dominators.immediate(*block).map_or("exit".into(), name))
    };
    ReversePostorder::compute(graph).blocks.iter().map(line).collect()
}

fn loops(graph: &Graph) -> Vec<String> {
    let forest = LoopForest::compute(graph);
    let mut own: Vec<Vec<BlockId>> = vec![Vec::new(); forest.loops.len()];
    for block in ReversePostorder::compute(graph).blocks {
        if let Some(id) = forest.innermost(block) {
            own[id.index()].push(block);
        }
    }
    let mut lines = Vec::new();
    for (id, found) in forest.loops.iter() {
        let mut line = format!("{}: {}, depth {}", name(found.head), names(&own[id.index()]), found.depth);
        if let Some(parent) = found.parent {
            line.push_str(&format!(", inside of {}", name(forest.loops[parent].head)));
        }
        if !found.is_reducible() {
            line.push_str(&format!(", irreducible with entries {}", names(&found.entries)));
        }
        lines.push(line);
    }
    lines
}

fn liveness(unit: &Unit, graph: &Graph, effects: &Effects) -> Vec<String> {
    let liveness = Liveness::compute(unit, graph, effects);
    let live = |block: &BlockId| {
        let vars: Vec<&str> = liveness.live_in(*block).iter().map(|var| var_name(unit, *var)).collect();
        format!("{}: {}", name(*block), if vars.is_empty() { "none".into() } else { vars.join(" ") })
    };
    ReversePostorder::compute(graph).blocks.iter().map(live).collect()
}

fn initial_values(unit: &Unit, graph: &Graph, effects: &Effects) -> Vec<String> {
    let found = InitialValues::compute(unit, graph, effects);
    let mut lines = Vec::new();
    for initial in &found.variables {
        let origin = match initial.origin {
            Origin::Argument => "argument",
            Origin::Undefined => "undefined",
            Origin::Constant => "constant",
            Origin::Data if unit.kind == UnitKind::Program => "data",
            Origin::Data => "data at first, then kept",
            Origin::Kept => "kept",
        };
        let mut line = format!("{}: {origin}", var_name(unit, initial.var));
        for (what, blocks) in [("read in", &initial.read_in), ("passed on in", &initial.passed_in)] {
            if !blocks.is_empty() {
                line.push_str(&format!(", {what} {}", names(blocks)));
            }
        }
        lines.push(line);
    }
    lines
}

fn divergence(unit: &Unit, graph: &Graph) -> Vec<String> {
    let divergence = Divergence::compute(unit, graph);
    let mut joins = Joins::compute(graph);
    let order = ReversePostorder::compute(graph);
    let mut lines = Vec::new();
    for block in order.blocks.iter().filter(|block| divergence.is_divergent(**block)) {
        let mut met = joins.of(graph, *block);
        met.sort_by_key(|join| order.position(*join));
        let end = joins.end(*block).map_or("exit".into(), name);
        let met = if met.is_empty() { "none".to_owned() } else { names(&met) };
        lines.push(format!("branch {}: joins {met}, end {end}", name(*block)));
    }
    let divergent = divergence.loops().loops.iter().filter(|(id, _)| divergence.is_loop_divergent(*id));
    lines.extend(divergent.map(|(_, found)| format!("loop {}: left in different iterations", name(found.head))));
    for shape in [Shape::Uniform, Shape::Varying] {
        let of_shape = unit.values.iter().map(|(value, _)| value).filter(|value| divergence.shape(*value) == shape);
        let values: Vec<String> = of_shape.map(|value| value_name(unit, value)).collect();
        if !values.is_empty() {
            let word = if shape == Shape::Uniform { "uniform" } else { "varying" };
            lines.push(format!("{word}: {}", values.join(" ")));
        }
    }
    let is_uniform = |value: &ValueId| divergence.shape(*value) == Shape::Uniform;
    let after = unit.values.iter().map(|(value, _)| value).filter(is_uniform);
    let after = after.filter(|value| divergence.varies_after(*value));
    let after: Vec<String> = after.map(|value| value_name(unit, value)).collect();
    if !after.is_empty() {
        lines.push(format!("varying after its loop: {}", after.join(" ")));
    }
    lines
}

fn name(block: BlockId) -> String {
    format!("b{}", block.index())
}

fn names(blocks: &[BlockId]) -> String {
    let names: Vec<String> = blocks.iter().map(|block| name(*block)).collect();
    format!("[{}]", names.join(" "))
}

fn var_name(unit: &Unit, var: VarId) -> &str {
    &unit.vars[var].name
}

fn value_name(unit: &Unit, value: ValueId) -> String {
    format!("v{}:{}", value.index(), unit.values[value].hint)
}
