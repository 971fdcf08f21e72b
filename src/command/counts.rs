//! `forlane check --counts`: the graph of each unit in numbers.
//!
//! Each unit is brought to each stage up to masks, verified there, and printed and read back; so this also says that
//! all of it works for a source. Calls stay calls.

use super::{CountsFormat, Failure, SourceArguments, report, sources};
use forlane_cfg::analysis::{LoopForest, MaskCounts, ReversePostorder};
use forlane_cfg::{
    Action, ActionKind, Body, Graph, NodeKind, Program as Units, RegionEnd, RegionTree, Stage, Terminator, Unit, text,
    verify,
};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A unit in numbers: blocks that START reaches, arcs and loops at stage `split`, where each loop still has all of its
/// entries; values of SSA form; what structurizing makes of it.
#[derive(Default)]
struct Counts {
    name: String,
    blocks: usize,
    arcs: usize,
    loops: usize,
    irreducible: usize,
    values: usize,
    /// Scopes of the region tree.
    scopes: usize,
    /// Exits from its scopes and loops.
    exits: usize,
    /// Masks before narrowing and after.
    masks: [usize; 2],
    /// Branches, switches and actions but for definitions, at stage `ssa` and in the tree. Each block is there once, so
    /// that only a dispatch of entries and the tests of ranges come to them.
    actions: [usize; 2],
    /// For the rewrites, verifying, and the text of all stages.
    time: Duration,
}

pub(super) fn counts(arguments: &SourceArguments, format: CountsFormat) -> Result<(), Failure> {
    let mut units = sources::program(arguments)?.units().clone();
    let mut counts: Vec<Counts> = Vec::new();
    let mut stage = Stage::Cfg;
    loop {
        let options = PassOptions { verify: false, ..PassOptions::inlining(false) };
        let mut passes = PassReport::default();
        run_to(&mut units, None, stage, &Inputs::varying(), &options, &mut passes)?;
        // Copies with bound procedures come after the source's own units.
        counts.resize_with(units.units.len(), Counts::default);
        for (unit, counts) in units.units.iter().zip(&mut counts) {
            let times = passes.times.iter().filter(|time| time.unit == unit.name);
            counts.time += times.map(|time| time.time).sum::<Duration>();
            count(unit, stage, counts)?;
        }
        stage = match stage {
            Stage::Cfg => Stage::Split,
            Stage::Split => Stage::Ssa,
            Stage::Ssa => Stage::Structured,
            Stage::Structured => Stage::Masked,
            _ => break,
        };
    }
    let output = match format {
        CountsFormat::Text => as_text(&counts),
        CountsFormat::Json => as_json(&counts),
    };
    super::print(output)?;
    Ok(())
}

/// Adds what is counted of a unit at a stage, and checks that its text reads back.
fn count(unit: &Unit, stage: Stage, counts: &mut Counts) -> Result<(), Failure> {
    let begin = Instant::now();
    if let Err(errors) = verify::verify_unit(unit) {
        let text = verify::annotate(unit, &errors);
        return Err(report::failure(format!("`{}` is not valid at {stage:?}:\n{text}", unit.name)));
    }
    let printed = text::print_unit(unit);
    let again = text::parse_program(&printed).map(|program: Units| text::print_program(&program));
    if again.as_ref().ok() != Some(&printed) {
        return Err(report::failure(format!("the text of `{}` at {stage:?} does not read back", unit.name)));
    }
    counts.time += begin.elapsed();
    counts.name.clone_from(&unit.name);
    match &unit.body {
        Body::Graph(graph) => {
            count_graph(graph, stage, counts);
            counts.values = unit.values.len();
        }
        Body::Tree(tree) => count_tree(tree, stage, counts),
    }
    Ok(())
}

fn count_graph(graph: &Graph, stage: Stage, counts: &mut Counts) {
    let order = ReversePostorder::compute(graph);
    let blocks = order.blocks.iter().map(|block| &graph.blocks[*block]);
    match stage {
        Stage::Split => {
            let forest = LoopForest::compute(graph);
            counts.blocks = order.blocks.len();
            counts.arcs = blocks.map(|block| block.terminator.successors().len()).sum();
            counts.loops = forest.loops.len();
            counts.irreducible = forest.loops.iter().filter(|(_, found)| !found.is_reducible()).count();
        }
        Stage::Ssa => {
            let is_fork = |end: &Terminator| matches!(end, Terminator::Branch { .. } | Terminator::Switch { .. });
            counts.actions[0] =
                blocks.map(|block| lasting(&block.actions) + usize::from(is_fork(&block.terminator))).sum();
        }
        // What stays a graph does not grow.
        _ => counts.actions[1] = counts.actions[0],
    }
}

fn count_tree(tree: &RegionTree, stage: Stage, counts: &mut Counts) {
    if stage == Stage::Masked {
        counts.masks = MaskCounts::compute(tree).map_or([0, 0], |(before, after)| [before.masks, after.masks]);
        return;
    }
    for (_, region) in tree.regions.iter() {
        counts.exits += usize::from(matches!(region.end, RegionEnd::Exit { .. }));
        for node in &region.nodes {
            match &node.kind {
                NodeKind::Action(action) => counts.actions[1] += lasting(std::slice::from_ref(action)),
                NodeKind::If { .. } | NodeKind::Switch { .. } => counts.actions[1] += 1,
                NodeKind::Scope { .. } => counts.scopes += 1,
                NodeKind::Loop { .. } | NodeKind::Graph { .. } => {}
            }
        }
    }
}

/// The number of actions that are not definitions; each rewrite adds and removes some of those.
fn lasting(actions: &[Action]) -> usize {
    actions.iter().filter(|action| !matches!(action.kind, ActionKind::Define { .. })).count()
}

/// The sums over all units.
fn total(counts: &[Counts]) -> Counts {
    let sum = |of: fn(&Counts) -> usize| counts.iter().map(of).sum();
    Counts {
        name: format!("{} units", counts.len()),
        blocks: sum(|counts| counts.blocks),
        arcs: sum(|counts| counts.arcs),
        loops: sum(|counts| counts.loops),
        irreducible: sum(|counts| counts.irreducible),
        values: sum(|counts| counts.values),
        scopes: sum(|counts| counts.scopes),
        exits: sum(|counts| counts.exits),
        masks: [sum(|counts| counts.masks[0]), sum(|counts| counts.masks[1])],
        actions: [sum(|counts| counts.actions[0]), sum(|counts| counts.actions[1])],
        time: counts.iter().map(|counts| counts.time).sum(),
    }
}

fn as_text(counts: &[Counts]) -> String {
    let total = total(counts);
    let rows = counts.iter().chain([&total]);
    let width = rows.clone().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let padded = |name: &str| format!("{name}{}", " ".repeat(width.saturating_sub(name.chars().count())));
    let mut text = padded("unit");
    for heading in ["blocks", "arcs", "loops", "irred.", "values", "scopes", "exits", "masks", "narrowed", "growth"] {
        text.push_str(&format!(" {heading:>8}"));
    }
    text.push_str("   seconds\n");
    for row in rows {
        text.push_str(&padded(&row.name));
        let [masks, narrowed] = row.masks;
        for number in
            [row.blocks, row.arcs, row.loops, row.irreducible, row.values, row.scopes, row.exits, masks, narrowed]
        {
            text.push_str(&format!(" {number:>8}"));
        }
        text.push_str(&format!(" {:>8.3} {:>9.3}\n", row.growth(), row.time.as_secs_f64()));
    }
    text
}

impl Counts {
    /// How many actions the tree has for each of the graph.
    fn growth(&self) -> f64 {
        let [before, after] = self.actions.map(|actions| actions as f64);
        if before == 0.0 { 1.0 } else { after / before }
    }
}

fn as_json(counts: &[Counts]) -> String {
    let object = |row: &Counts| -> Value {
        json!({
            "unit": row.name,
            "blocks": row.blocks,
            "arcs": row.arcs,
            "loops": row.loops,
            "irreducible_loops": row.irreducible,
            "values": row.values,
            "scopes": row.scopes,
            "exits": row.exits,
            "masks": row.masks[0],
            "narrowed_masks": row.masks[1],
            "growth": row.growth(),
            "seconds": row.time.as_secs_f64(),
        })
    };
    let units: Vec<Value> = counts.iter().map(object).collect();
    format!("{:#}\n", json!({ "units": units, "total": object(&total(counts)) }))
}
