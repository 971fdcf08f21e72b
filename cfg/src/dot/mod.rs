//! Units as Graphviz text: graphs with their blocks and arcs, region trees as nested clusters.

mod graph;
mod tree;

use crate::unit::{Body, Unit};

/// The unit as a Graphviz digraph.
///
/// Of a graph, each block is a box with its merges, actions and end; arcs are labelled by the arm or case they stand
/// for, and those that go back in reverse postorder are dashed. Of a tree, each construct and each region is a cluster;
/// exits and agains are dashed.
pub fn graph_to_dot(unit: &Unit) -> String {
    let mut out = Dot { text: String::new(), depth: 0 };
    out.line(&format!("digraph {} {{", quoted(&unit.name)));
    out.depth = 1;
    out.line("node [shape=box, fontname=\"monospace\"];");
    out.line("edge [fontname=\"monospace\"];");
    match &unit.body {
        Body::Graph(body) => graph::graph(unit, body, &mut out),
        Body::Tree(body) => tree::tree(unit, body, &mut out),
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

    fn arc(&mut self, from: &str, to: &str, label: &str, is_back: bool) {
        let mut attributes = Vec::new();
        if !label.is_empty() {
            attributes.push(format!("label={}", quoted(label)));
        }
        if is_back {
            attributes.push("style=dashed".to_string());
        }
        let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
        self.line(&format!("{from} -> {to}{attributes};"));
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Lines in quotes, set left.
fn quoted_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::from("\"");
    for line in lines {
        text.push_str(&line.replace('\\', "\\\\").replace('"', "\\\""));
        text.push_str("\\l");
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests;
