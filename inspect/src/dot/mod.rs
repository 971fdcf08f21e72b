//! Units as Graphviz text, to be looked at: graphs with their loops and scopes, region trees with theirs.
//!
//! What is too large to be laid out is cut off, and the picture says so.

mod boxes;
mod clusters;
mod graph;
#[cfg(test)]
mod tests;
mod tree;

use boxes::Source;
use forlane_cfg::text::unit_title;
use forlane_cfg::unit::{Body, Unit};

/// More boxes than these are not drawn.
const MOST_BOXES: usize = 400;

/// The fill of loops, by their depth; the last one is for all that are deeper.
const LOOP_COLORS: [&str; 4] = ["#fff8e6", "#ffefc7", "#ffe3a1", "#ffd678"];
/// The fill of scopes.
const SCOPE_COLOR: &str = "#eaf3fb";
/// What only some of the lanes do.
const VARYING_COLOR: &str = "#f7d9c4";
/// Ways back.
const BACK_COLOR: &str = "#b35900";
/// Ways out of a scope.
const EXIT_COLOR: &str = "#1f5f99";
/// Entries of irreducible loops.
const IRREDUCIBLE_COLOR: &str = "#cc0000";

/// The unit as a Graphviz digraph; `text_of` returns the text of a source file by its name, whose lines are shown where
/// they are known.
///
/// Of a graph, each block is a box with its lines; arcs are labelled with the condition or the case they stand for,
/// those that go back are brown. Loops are shaded clusters, the inner ones darker; one with several entries has a red
/// frame, as have its entries and the arcs to them. Scopes other than the subprogram's are blue clusters. Of a tree,
/// scopes and loops are clusters, and what lanes take each their own way is orange.
pub fn draw<'s>(unit: &Unit, text_of: &dyn Fn(&str) -> Option<&'s str>) -> String {
    let mut out = Dot { text: String::new(), depth: 0 };
    let source = Source::new(unit, text_of);
    out.line(&format!("digraph {} {{", quoted(&unit.name)));
    out.depth = 1;
    out.line(&format!("label={};", quoted(&unit_title(unit))));
    out.line("labelloc=t; fontname=\"Helvetica\"; compound=true; ranksep=0.35; nodesep=0.35;");
    out.line(
        "node [shape=box, style=\"filled,rounded\", fillcolor=white, color=gray40, fontname=\"Courier\", fontsize=10, margin=\"0.08,0.04\"];",
    );
    out.line("edge [fontname=\"Courier\", fontsize=9, color=gray30, arrowsize=0.7];");
    match &unit.body {
        Body::Graph(body) => graph::graph(unit, body, &source, &mut out),
        Body::Tree(body) => tree::tree(unit, body, &source, &mut out),
    }
    out.depth = 0;
    out.line("}");
    out.text
}

/// Graphviz text under construction.
struct Dot {
    text: String,
    depth: usize,
}

impl Dot {
    fn line(&mut self, line: &str) {
        // Bounded, so that the text is linear in the depth of the unit.
        self.text.push_str(&"    ".repeat(self.depth.min(40)));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Opens a cluster of that number.
    fn open(&mut self, number: usize, label: &str, attributes: &str) {
        self.line(&format!("subgraph cluster_{number} {{"));
        self.depth += 1;
        self.line(&format!(
            "label={}; labeljust=l; fontname=\"Helvetica\"; fontsize=10; style=\"filled,rounded\"; {attributes}",
            quoted(label)
        ));
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// Says how many boxes are left out.
    fn cut(&mut self, more: &str) {
        self.line(&format!("cut [shape=plaintext, style=\"\", label={}];", quoted(more)));
    }
}

/// An arc with the attributes that are not empty.
fn arc(from: &str, to: &str, label: &str, attributes: &str) -> String {
    let label = if label.is_empty() { String::new() } else { format!("label={}", quoted(&format!(" {label} "))) };
    let all: Vec<&str> = [label.as_str(), attributes].into_iter().filter(|text| !text.is_empty()).collect();
    match &all[..] {
        [] => format!("{from} -> {to};"),
        all => format!("{from} -> {to} [{}];", all.join(", ")),
    }
}

/// An arc that goes back: written from its end to its origin, so that the end is laid out above.
fn back_arc(from: &str, to: &str, label: &str, color: &str) -> String {
    arc(to, from, label, &format!("dir=back, color=\"{color}\", penwidth=1.5"))
}

/// The fill of a loop of that depth, from 1.
fn loop_color(depth: usize) -> &'static str {
    LOOP_COLORS[depth.saturating_sub(1).min(LOOP_COLORS.len() - 1)]
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
