//! Dumps of small programs, one for each shape of control flow, after structurizing and masking.
//!
//! Each `shapes/NAME.f` has its dumps in `shapes/NAME.dump`; `BLESS=1` writes them. The argument U is uniform.

use crate::common::{advance, build_text};
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::{Program, Shape, Stage};
use forlane_rewrites::passes::Inputs;
use pretty_assertions::assert_eq;
use std::path::Path;

/// The dumps of both stages; each reads back to itself.
fn dumps(name: &str, mut program: Program) -> String {
    let named = vec![("u".to_string(), Shape::Uniform)];
    let inputs = Inputs { named, ..Inputs::default() };
    let mut notes = Vec::new();
    let mut found = String::new();
    for stage in [Stage::Structured, Stage::Masked] {
        notes.extend(advance(&mut program, stage, &inputs, true).notes);
        let text = print_program(&program);
        let again = parse_program(&text).map(|program| print_program(&program));
        assert_eq!(again.ok().as_ref(), Some(&text), "{name}: the dump does not read back");
        found.push_str(&text);
        found.push('\n');
    }
    notes.iter().for_each(|note| found.push_str(&format!("; {note}\n")));
    found
}

#[test]
fn shapes_are_structurized_and_masked() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shapes");
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "f") {
            sources.push(path);
        }
    }
    sources.sort();
    assert!(!sources.is_empty());
    for path in sources {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let found = dumps(&name, build_text(&name, &std::fs::read_to_string(&path)?));
        let expected = path.with_extension("dump");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, found)?;
        } else {
            assert_eq!(std::fs::read_to_string(&expected).unwrap_or_default(), found, "{name}");
        }
    }
    Ok(())
}
