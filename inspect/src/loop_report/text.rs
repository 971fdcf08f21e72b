//! The loop report as text.

use super::paths::Path;
use super::{Assignment, LoopExit, LoopReport, UnitLoops};
use forlane_cfg::expr::Expr;
use forlane_cfg::graph::BlockId;
use std::fmt::{self, Write};

/// The report of a unit, a line of its own for its name. Parts that are indented repeat.
pub fn print_loops(loops: &UnitLoops) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_unit(loops, &mut out);
    out
}

fn write_unit(loops: &UnitLoops, out: &mut String) -> fmt::Result {
    match loops.loops.len() {
        0 => writeln!(out, "unit {}: no loops", loops.unit)?,
        1 => writeln!(out, "unit {}: 1 loop", loops.unit)?,
        count => writeln!(out, "unit {}: {count} loops", loops.unit)?,
    }
    loops.loops.iter().try_for_each(|found| write_loop(loops, found, out))
}

fn write_loop(loops: &UnitLoops, found: &LoopReport, out: &mut String) -> fmt::Result {
    match found.blocks_left_out {
        0 => writeln!(out, "loop: {}", blocks(&found.blocks))?,
        more => writeln!(out, "loop: {} and {more} more", blocks(&found.blocks))?,
    }
    if found.entries.len() > 1 {
        writeln!(out, "    entries: {}", blocks(&found.entries))?;
    }
    for round in &found.rounds {
        writeln!(out, "    path round: {}", path(&round.path))?;
        let assigned = assignments(loops, &round.assignments_to_vars);
        writeln!(out, "        assignments to vars of conditions on path round: {assigned}")?;
    }
    if found.has_more_rounds {
        writeln!(out, "    more paths round: not shown")?;
    }
    if found.exit_blocks.is_empty() {
        writeln!(out, "    no exit")?;
    }
    for (at, exit) in found.exits.iter().enumerate() {
        write_exit(loops, exit, out)?;
        let is_last = found.exits.get(at + 1).is_none_or(|next| last(next) != last(exit));
        if exit.has_more_paths && is_last {
            writeln!(out, "    more paths to exit: not shown")?;
        }
    }
    Ok(())
}

fn last(exit: &LoopExit) -> Option<BlockId> {
    exit.path_to_exit.blocks.last().copied()
}

fn write_exit(loops: &UnitLoops, exit: &LoopExit, out: &mut String) -> fmt::Result {
    let condition = loops.print(&Expr::Logical(exit.condition_at_exit.clone()));
    let vars: Vec<&str> = exit.vars_of_condition.iter().map(|var| loops.name(*var)).collect();
    let vars = if vars.is_empty() { "none".to_owned() } else { vars.join(" ") };
    writeln!(out, "    path to exit: {}", path(&exit.path_to_exit))?;
    writeln!(out, "    condition at exit: {condition}")?;
    writeln!(out, "    vars of condition: {vars}")?;
    let assigned = assignments(loops, &exit.assignments_to_vars);
    writeln!(out, "    assignments to vars of condition on path to exit: {assigned}")?;
    for prefix in &exit.loop_prefixes {
        writeln!(out, "    path to loop: {}", path(&prefix.prefix_path))?;
        let values = assignments(loops, &prefix.loop_var_values);
        writeln!(out, "        values of vars at loop entry: {values}")?;
        if let Some(count) = &prefix.trip_count {
            let most = if prefix.is_trip_count_bound { "at most " } else { "" };
            writeln!(out, "        trip count: {most}{}", loops.print(count))?;
        }
    }
    if exit.has_more_prefixes {
        writeln!(out, "    more paths to loop: not shown")?;
    }
    Ok(())
}

fn blocks(blocks: &[BlockId]) -> String {
    let names: Vec<String> = blocks.iter().map(|block| format!("b{}", block.index())).collect();
    format!("[{}]", names.join(" "))
}

/// The blocks of a path; `...` stands for those that are left out.
fn path(path: &Path) -> String {
    let blocks = blocks(&path.blocks);
    if path.is_cut { blocks.replacen('[', "[... ", 1) } else { blocks }
}

pub(super) fn assignments(loops: &UnitLoops, assignments: &[Assignment]) -> String {
    let one = |assignment: &Assignment| format!("{}={}", assignment.target, loops.print(&assignment.value));
    let texts: Vec<String> = assignments.iter().map(one).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
