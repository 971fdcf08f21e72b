//! The loop report in short: where each loop is in the source, and a line for each way round it and out of it.

use super::paths::Path;
use super::text::assignments;
use super::{LoopExit, LoopPrefix, LoopReport, UnitLoops};
use forlane_cfg::expr::Expr;
use forlane_cfg::unit::SourceLine;
use std::fmt::{self, Write};

/// The text of a source file by its name, where it is known.
pub type TextOf<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

/// The report of a unit in short, with the source of the lines that it names.
pub fn summarize_loops(loops: &UnitLoops, text_of: &TextOf<'_>) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_unit(loops, text_of, &mut out);
    out
}

fn write_unit(loops: &UnitLoops, text_of: &TextOf<'_>, out: &mut String) -> fmt::Result {
    match loops.loops.len() {
        0 => writeln!(out, "unit {}: no loops", loops.unit)?,
        1 => writeln!(out, "unit {}: 1 loop", loops.unit)?,
        count => writeln!(out, "unit {}: {count} loops", loops.unit)?,
    }
    loops.loops.iter().try_for_each(|found| write_loop(loops, found, text_of, out))
}

fn write_loop(loops: &UnitLoops, found: &LoopReport, text_of: &TextOf<'_>, out: &mut String) -> fmt::Result {
    let source = source(loops, found.line, text_of);
    let inside = found.parent.map_or_else(String::new, |parent| {
        format!(" inside of that at line {}", number(loops, loops.loops[parent].line))
    });
    writeln!(out, "loop at {}:{}{inside}{source}", loops.file_at(found.line), found.line.number)?;
    if found.entries.len() > 1 {
        let entries: Vec<String> = found.entries.iter().map(|block| lines(loops, &[*block])).collect();
        writeln!(out, "    {} entries: at {}", entries.len(), entries.join(", at "))?;
    }
    let rounds = found.rounds.iter().map(|round| {
        let assigned = assignments(loops, &round.assignments_to_vars);
        format!("    round by {}: {assigned}", path(loops, &round.path))
    });
    write_each(rounds.collect(), out)?;
    if found.has_more_rounds {
        writeln!(out, "    more ways round")?;
    }
    if found.exit_blocks.is_empty() {
        writeln!(out, "    no exit")?;
    }
    let mut last = None;
    for exit in &found.exits {
        if last.replace(exit.line) != Some(exit.line) {
            writeln!(out, "    exit at line {}{}", number(loops, exit.line), self::source(loops, exit.line, text_of))?;
        }
        write_exit(loops, exit, out)?;
    }
    Ok(())
}

fn write_exit(loops: &UnitLoops, exit: &LoopExit, out: &mut String) -> fmt::Result {
    let condition = loops.print(&Expr::Logical(exit.condition_at_exit.clone()));
    let mut way = format!("        if {condition}, by {}", path(loops, &exit.path_to_exit));
    if !exit.assignments_to_vars.is_empty() {
        write!(way, " with {}", assignments(loops, &exit.assignments_to_vars))?;
    }
    match &exit.loop_prefixes[..] {
        [] => writeln!(out, "{way}")?,
        prefixes => {
            write_each(prefixes.iter().map(|prefix| format!("{way}{}", entered(loops, prefix))).collect(), out)?;
        }
    }
    if exit.has_more_paths || exit.has_more_prefixes {
        writeln!(out, "        more ways")?;
    }
    Ok(())
}

/// Writes lines, one of those that are the same: ways through unlike blocks may pass the same lines.
fn write_each(mut lines: Vec<String>, out: &mut String) -> fmt::Result {
    lines.dedup();
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// How a loop is entered, and how often it repeats then.
fn entered(loops: &UnitLoops, prefix: &LoopPrefix) -> String {
    let mut text = format!("; entered by {}", path(loops, &prefix.prefix_path));
    if !prefix.loop_var_values.is_empty() {
        text.push_str(&format!(" with {}", assignments(loops, &prefix.loop_var_values)));
    }
    if let Some(count) = &prefix.trip_count {
        let most = if prefix.is_trip_count_bound { "at most " } else { "" };
        text.push_str(&format!("; trip count: {most}{}", loops.print(count)));
    }
    text
}

fn path(loops: &UnitLoops, path: &Path) -> String {
    let lines = lines(loops, &path.blocks);
    if path.is_cut { format!("… {lines}") } else { lines }
}

/// The lines that blocks pass, in order; those that follow each other as a range.
fn lines(loops: &UnitLoops, blocks: &[forlane_cfg::graph::BlockId]) -> String {
    let mut ranges: Vec<(SourceLine, SourceLine)> = Vec::new();
    for line in blocks.iter().flat_map(|block| &loops.lines[block.index()]).copied() {
        match ranges.last_mut() {
            Some((_, end)) if end.file == line.file && (end.number == line.number || end.number + 1 == line.number) => {
                *end = line;
            }
            _ => ranges.push((line, line)),
        }
    }
    let range = |(start, end): &(SourceLine, SourceLine)| match start == end {
        true => number(loops, *start),
        false => format!("{}-{}", number(loops, *start), end.number),
    };
    let texts: Vec<String> = ranges.iter().map(range).collect();
    match &texts[..] {
        [] => "no line".to_owned(),
        [one] if !one.contains('-') => format!("line {one}"),
        _ => format!("lines {}", texts.join(", ")),
    }
}

/// A line's number, with its file where that is not the unit's.
fn number(loops: &UnitLoops, line: SourceLine) -> String {
    match line.file {
        0 => line.number.to_string(),
        _ => format!("{}:{}", loops.file_at(line), line.number),
    }
}

/// What is in a line, after a colon.
fn source(loops: &UnitLoops, line: SourceLine, text_of: &TextOf<'_>) -> String {
    let text = text_of(loops.file_at(line)).and_then(|text| text.lines().nth(line.number.checked_sub(1)? as usize));
    text.map(str::trim).filter(|text| !text.is_empty()).map_or_else(String::new, |text| format!(": {text}"))
}
