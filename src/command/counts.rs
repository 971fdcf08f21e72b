//! `forlane check --counts`: the graph of each unit in numbers.
//!
//! Each unit is brought to SSA form, verified at every stage, and printed and read back; so this also says that all of it
//! works for a source. Calls stay calls.

use super::{CountsFormat, Failure, SourceArguments, report, sources};
use forlane_cfg::analysis::{LoopForest, ReversePostorder};
use forlane_cfg::{Body, Program as Units, Stage, Unit, text, verify};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// A unit in numbers: blocks that START reaches, arcs and loops at stage `split`, where each loop still has all of its
/// entries; values of SSA form.
#[derive(Default)]
struct Counts {
    name: String,
    blocks: usize,
    arcs: usize,
    loops: usize,
    irreducible: usize,
    values: usize,
    /// For the rewrites, verifying, and the text of all stages.
    time: Duration,
}

pub(super) fn counts(arguments: &SourceArguments, format: CountsFormat) -> Result<(), Failure> {
    let mut units = sources::program(arguments)?.units().clone();
    let mut counts: Vec<Counts> = Vec::new();
    let mut stage = Stage::Cfg;
    loop {
        let options = PassOptions { inline_calls: false, verify: false, ..PassOptions::default() };
        let mut passes = PassReport::default();
        run_to(&mut units, None, stage, &Inputs::varying(), &options, &mut passes)?;
        // Copies with bound procedures come behind the source's own units.
        counts.resize_with(units.units.len(), Counts::default);
        for (unit, counts) in units.units.iter().zip(&mut counts) {
            let times = passes.times.iter().filter(|time| time.unit == unit.name);
            counts.time += times.map(|time| time.time).sum::<Duration>();
            count(unit, stage, counts)?;
        }
        stage = match stage {
            Stage::Cfg => Stage::Split,
            Stage::Split => Stage::Ssa,
            _ => break,
        };
    }
    let output = match format {
        CountsFormat::Text => as_text(&counts),
        CountsFormat::Json => as_json(&counts),
    };
    std::io::stdout().write_all(output.as_bytes())?;
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
    let Body::Graph(graph) = &unit.body else { return Ok(()) };
    if stage == Stage::Split {
        let order = ReversePostorder::compute(graph);
        let forest = LoopForest::compute(graph);
        counts.blocks = order.blocks.len();
        counts.arcs = order.blocks.iter().map(|block| graph.blocks[*block].terminator.successors().len()).sum();
        counts.loops = forest.loops.len();
        counts.irreducible = forest.loops.iter().filter(|(_, found)| !found.is_reducible()).count();
    }
    counts.values = unit.values.len();
    Ok(())
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
        time: counts.iter().map(|counts| counts.time).sum(),
    }
}

fn as_text(counts: &[Counts]) -> String {
    let total = total(counts);
    let rows = counts.iter().chain([&total]);
    let width = rows.clone().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "{:width$} {:>8} {:>8} {:>8} {:>11} {:>8} {:>9}\n",
        "unit", "blocks", "arcs", "loops", "irreducible", "values", "seconds"
    );
    for row in rows {
        let Counts { name, blocks, arcs, loops, irreducible, values, time } = row;
        let seconds = time.as_secs_f64();
        text.push_str(&format!(
            "{name:width$} {blocks:>8} {arcs:>8} {loops:>8} {irreducible:>11} {values:>8} {seconds:>9.3}\n"
        ));
    }
    text
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
            "seconds": row.time.as_secs_f64(),
        })
    };
    let units: Vec<Value> = counts.iter().map(object).collect();
    format!("{:#}\n", json!({ "units": units, "total": object(&total(counts)) }))
}
