//! The blocks of a unit as text, for the tests of this crate and of the lowering.

use forlane_cfg::Unit;
use forlane_cfg::text::print_unit;

/// The blocks of a unit as text, without its header and declarations.
pub fn body_text(unit: &Unit) -> String {
    let text = print_unit(unit);
    let body = text.split_once("\n\n").map_or("", |(_, body)| body);
    body.lines()
        .filter(|line| *line != "}")
        .map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)))
        .collect()
}
