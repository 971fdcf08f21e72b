//! Real programs at the graph stages keep all rules and read back to the same text.

use crate::support::built_file;
use forlane_cfg::analysis::effects::Effects;
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::{annotate, verify_program};
use forlane_cfg::{Program, split, ssa};
use forlane_frontend::form::SourceForm;
use forlane_inspect::dot;
use std::path::{Path, PathBuf};

fn sources() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("tests/programs"), here.join("../examples")];
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| SourceForm::from_path(path).is_some()).collect();
    paths.sort();
    paths
}

fn check(path: &Path, program: &Program) {
    if let Err(errors) = verify_program(program) {
        let shown: String = program.units.iter().map(|unit| annotate(unit, &errors)).collect();
        panic!("{}:\n{shown}", path.display());
    }
    let printed = print_program(program);
    match parse_program(&printed) {
        Ok(again) => {
            assert_eq!(print_program(&again), printed, "{}", path.display());
            assert!(verify_program(&again).is_ok(), "{}", path.display());
        }
        Err(errors) => panic!("{}: {}\n{printed}", path.display(), errors[0]),
    }
    for unit in &program.units {
        assert!(dot::draw(unit, &|_| None).ends_with("}\n"));
    }
}

#[test]
fn programs_keep_the_rules_and_read_back() {
    let paths = sources();
    assert!(!paths.is_empty());
    for path in paths {
        let mut program = built_file(&path);
        check(&path, &program);
        program.units.iter_mut().for_each(split::split_arcs);
        check(&path, &program);
        let effects = Effects::compute(&program);
        program.units.iter_mut().for_each(|unit| ssa::convert_to_ssa(unit, &effects));
        check(&path, &program);
    }
}
