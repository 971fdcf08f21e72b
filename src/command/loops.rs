//! The loop report as JSON. Blocks are named as in the text form, expressions are in Fortran's syntax.

use forlane_cfg::{BlockId, Expr};
use forlane_inspect::loop_report::paths::Path;
use forlane_inspect::loop_report::{Assignment, LoopExit, LoopPrefix, LoopReport, LoopRound, UnitLoops};
use serde_json::{Value, json};

/// One object with all units, in lines.
pub(super) fn to_json(reports: &[UnitLoops]) -> String {
    let units: Vec<Value> = reports.iter().map(unit).collect();
    format!("{:#}\n", json!({ "units": units }))
}

fn unit(loops: &UnitLoops) -> Value {
    let found: Vec<Value> = loops.loops.iter().map(|found| one_loop(loops, found)).collect();
    json!({ "unit": loops.unit, "loops": found })
}

fn one_loop(loops: &UnitLoops, found: &LoopReport) -> Value {
    json!({
        "blocks": blocks(&found.blocks),
        "blocks_left_out": found.blocks_left_out,
        "file": loops.file_at(found.line),
        "line": found.line.number,
        "entries": blocks(&found.entries),
        "is_reducible": found.entries.len() == 1,
        "inside_of": found.parent,
        "rounds": found.rounds.iter().map(|one| round(loops, one)).collect::<Vec<_>>(),
        "has_more_rounds": found.has_more_rounds,
        "exit_blocks": blocks(&found.exit_blocks),
        "exits": found.exits.iter().map(|one| exit(loops, one)).collect::<Vec<_>>(),
    })
}

fn round(loops: &UnitLoops, round: &LoopRound) -> Value {
    json!({ "path": path(&round.path), "assignments_to_vars": assignments(loops, &round.assignments_to_vars) })
}

fn exit(loops: &UnitLoops, exit: &LoopExit) -> Value {
    json!({
        "path_to_exit": path(&exit.path_to_exit),
        "has_more_paths": exit.has_more_paths,
        "file": loops.file_at(exit.line),
        "line": exit.line.number,
        "condition_at_exit": loops.print(&Expr::Logical(exit.condition_at_exit.clone())),
        "vars_of_condition": exit.vars_of_condition.iter().map(|var| loops.name(*var)).collect::<Vec<_>>(),
        "assignments_to_vars": assignments(loops, &exit.assignments_to_vars),
        "loop_prefixes": exit.loop_prefixes.iter().map(|one| prefix(loops, one)).collect::<Vec<_>>(),
        "has_more_prefixes": exit.has_more_prefixes,
    })
}

fn prefix(loops: &UnitLoops, prefix: &LoopPrefix) -> Value {
    json!({
        "prefix_path": path(&prefix.prefix_path),
        "loop_var_values": assignments(loops, &prefix.loop_var_values),
        "trip_count": prefix.trip_count.as_ref().map(|count| loops.print(count)),
        "is_trip_count_bound": prefix.is_trip_count_bound,
    })
}

fn assignments(loops: &UnitLoops, assignments: &[Assignment]) -> Value {
    let one = |one: &Assignment| json!({ "var": one.target, "value": loops.print(&one.value) });
    assignments.iter().map(one).collect()
}

fn path(path: &Path) -> Value {
    json!({ "blocks": blocks(&path.blocks), "is_cut": path.is_cut })
}

fn blocks(blocks: &[BlockId]) -> Value {
    blocks.iter().map(|block| json!(format!("b{}", block.index()))).collect()
}
