//! Dumps of small programs, one for each shape of control flow, behind structurizing and masking.
//!
//! Each `shapes/NAME.f` has its dumps in `shapes/NAME.dump`; `BLESS=1` writes them. The argument U is uniform.

use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::{Program, Shape, Stage, build};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use pretty_assertions::assert_eq;
use std::path::Path;

fn build_file(name: &str, text: String) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Fixed)]);
    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
    match build::build_program(&program, &sources) {
        Ok(program) => program,
        Err(errors) => panic!("{name}: {errors:?}"),
    }
}

/// The dumps of both stages; each reads back to itself.
fn dumps(name: &str, mut program: Program) -> String {
    let named = vec![("u".to_string(), Shape::Uniform)];
    let inputs = Inputs { named, ..Inputs::default() };
    let options = PassOptions { verify: true, ..PassOptions::default() };
    let mut report = PassReport::default();
    let mut found = String::new();
    for stage in [Stage::Structured, Stage::Masked] {
        if let Err(error) = run_to(&mut program, None, stage, &inputs, &options, &mut report) {
            panic!("{name}: {error}");
        }
        let text = print_program(&program);
        let again = parse_program(&text).map(|program| print_program(&program));
        assert_eq!(again.ok().as_ref(), Some(&text), "{name}: the dump does not read back");
        found.push_str(&text);
        found.push('\n');
    }
    report.notes.iter().for_each(|note| found.push_str(&format!("; {note}\n")));
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
        let found = dumps(&name, build_file(&name, std::fs::read_to_string(&path)?));
        let expected = path.with_extension("dump");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, found)?;
        } else {
            assert_eq!(std::fs::read_to_string(&expected).unwrap_or_default(), found, "{name}");
        }
    }
    Ok(())
}
