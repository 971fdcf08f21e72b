//! Main programs of `programs/` print the same at every stage of the graph as gfortran's do.
//!
//! The expected output is made anew by `gfortran -O0 -ffp-contract=off -std=legacy`.

use crate::support::built_file;
use forlane_cfg::analysis::Effects;
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Program, Stage};
use forlane_frontend::form::SourceForm;
use forlane_interpreter::{Interpreter, LaneStatus, Options};
use pretty_assertions::assert_eq;
use std::path::Path;

fn bring_to(program: &mut Program, stage: Stage) {
    let effects = Effects::compute(program);
    for unit in &mut program.units {
        if stage >= Stage::Split {
            forlane_cfg::split::split_arcs(unit);
        }
        if stage >= Stage::Ssa {
            forlane_cfg::ssa::convert_to_ssa(unit, &effects);
        }
        assert_eq!(unit.stage, stage);
    }
}

fn output(program: &Program, input: &[u8]) -> String {
    let main = program.units.iter().find(|unit| unit.kind == forlane_cfg::UnitKind::Program).unwrap();
    let outcome = Interpreter::new(program, Options::default()).with_input(input).run(&main.name, &[], 1).unwrap();
    let lane = &outcome.lanes[0];
    assert!(matches!(lane.status, LaneStatus::Stopped(_)), "{:?}", lane.status);
    lane.printed.iter().map(|record| format!("{}\n", record.trim_end_matches('\n'))).collect()
}

#[test]
fn programs_print_what_gfortran_prints_at_every_stage() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| SourceForm::from_path(path).is_some());
    paths.sort();
    assert!(paths.len() > 5);
    for path in paths {
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        let input = std::fs::read(path.with_extension("in")).unwrap_or_default();
        for stage in [Stage::Cfg, Stage::Split, Stage::Ssa] {
            let mut program = built_file(&path);
            bring_to(&mut program, stage);
            assert_eq!(verify_program(&program), Ok(()), "{} at {stage:?}", path.display());
            assert_eq!(output(&program, &input), expected, "{} at {stage:?}", path.display());
        }
    }
}
