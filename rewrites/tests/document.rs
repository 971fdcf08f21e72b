//! `docs/structurizing.md` is true: its dumps are those of its sources.
//!
//! After each source are dumps of its last unit's body, each fenced with `flir`, a stage, and the dummy arguments that
//! are the same for all lanes; `BLESS=1` writes them.

use crate::common::{advance, build_text};
use forlane_cfg::text::print_program;
use forlane_cfg::{Shape, Stage};
use forlane_rewrites::passes::Inputs;
use pretty_assertions::assert_eq;
use std::path::Path;

/// The body of the last unit at a stage, which is the united one after entry points.
fn body(source: &str, stage: Stage, uniform: &[&str]) -> String {
    let mut program = build_text("example.f", source);
    let named = uniform.iter().map(|name| ((*name).to_owned(), Shape::Uniform)).collect();
    advance(&mut program, stage, &Inputs { named, ..Inputs::default() }, true);
    program.units.drain(..program.units.len() - 1);
    let text = print_program(&program);
    let lines = text.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    let counts = lines.clone().filter(|line| line.starts_with("; masks"));
    let tree = lines.skip_while(|line| !line.starts_with("tree ")).take_while(|line| *line != "}");
    counts.chain(tree).chain(std::iter::once("}")).map(|line| format!("{line}\n")).collect()
}

/// The document with its dumps made anew, and their number.
fn remade(document: &str) -> (String, usize) {
    let (mut made, mut source, mut dumps) = (String::new(), String::new(), 0);
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        made.push_str(&format!("{line}\n"));
        let Some(fence) = line.strip_prefix("```") else { continue };
        let content: String =
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        let words: Vec<&str> = fence.split(' ').collect();
        let (stage, uniform) = match words[..] {
            ["fortran"] => {
                source.clone_from(&content);
                (None, &[][..])
            }
            ["flir", "structured", ..] => (Some(Stage::Structured), &words[2..]),
            ["flir", "masked", ..] => (Some(Stage::Masked), &words[2..]),
            _ => (None, &[][..]),
        };
        dumps += usize::from(stage.is_some());
        made.push_str(&stage.map_or(content, |stage| body(&source, stage, uniform)));
        made.push_str("```\n");
    }
    (made, dumps)
}

#[test]
fn dumps_are_those_of_their_sources() -> Result<(), Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/structurizing.md");
    let document = std::fs::read_to_string(&path)?;
    let (made, dumps) = remade(&document);
    assert!(dumps >= 7, "{dumps} dumps");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, made)?;
    } else {
        assert_eq!(made, document);
    }
    Ok(())
}
