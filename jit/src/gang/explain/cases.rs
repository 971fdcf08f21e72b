//! The remarks on a subprogram that is compiled for several sets of arguments.

use super::names::in_words;
use crate::gang::ir::Callee;
use forlane_cfg::{Program, Remark, Shape};
use indexmap::{IndexMap, IndexSet};

/// The remarks on all specialisations. One that does not hold for all those of a subprogram says for which it does.
pub fn join_cases(program: &Program, found: Vec<(Callee, Vec<Remark>)>) -> Vec<Remark> {
    let mut of_unit: IndexMap<String, Vec<IndexSet<Remark>>> = IndexMap::new();
    for (callee, remarks) in &found {
        of_unit.entry(callee.unit.clone()).or_default().push(remarks.iter().cloned().collect());
    }
    let mut joined = IndexSet::new();
    for (callee, remarks) in found {
        let cases = &of_unit[&callee.unit];
        for remark in remarks {
            let holds_always = cases.iter().all(|case| case.contains(&remark));
            let case = if holds_always { None } else { Some(case_of(program, &callee)) };
            joined.insert(Remark { case, ..remark });
        }
    }
    joined.into_iter().collect()
}

/// For which arguments a unit is compiled.
fn case_of(program: &Program, callee: &Callee) -> String {
    match in_words(&uniform_arguments(program, callee)) {
        None => "no argument is uniform".to_owned(),
        Some((names, verb)) => format!("{names} {verb} uniform"),
    }
}

/// The names of the dummy arguments that are the same in all lanes.
pub fn uniform_arguments<'p>(program: &'p Program, callee: &Callee) -> Vec<&'p str> {
    let Some(unit) = program.unit(&callee.unit) else { return Vec::new() };
    let uniform = unit.dummies.iter().zip(callee.shapes()).filter(|(_, shape)| *shape == Shape::Uniform);
    uniform.map(|(dummy, _)| unit.vars[*dummy].name.as_str()).collect()
}
