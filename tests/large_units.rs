//! Units so large that their registers are allocated in one pass. `FORLANE_SEED=N` chooses other sizes.

use crate::harness::number;
use forlane::InstructionSet::{Auto, Base};
use std::fmt::Write;

/// Blocks that jump forth and back without order, ended by a budget of steps.
fn tangle(blocks: u32) -> String {
    let mut text = String::from("      DOUBLE PRECISION FUNCTION F(X)\n      DOUBLE PRECISION X, D\n      INTEGER K\n");
    text.push_str("      D = 0\n      K = 0\n");
    for block in 1..=blocks {
        let target = block * 7919 % blocks + 1;
        let limit = block * 31 % blocks;
        let _ = writeln!(text, "{block:5} K = K + 1\n      IF (K .GT. 1000) GO TO 9999");
        let _ = writeln!(text, "      IF (X*{block} + D .GT. {limit}.5D0) GO TO {target}\n      D = D*0.99D0 + X");
    }
    text.push_str(" 9999 F = D\n      END\n");
    text
}

/// A kernel of 500 tangled blocks took 17 seconds to compile, nearly all of it in register allocation, which is why
/// large functions go another way; lanes must still equal scalar code there.
#[test]
fn large_units_give_the_same_bits_in_gangs_and_in_scalar_code() {
    let blocks = 200 + (number("FORLANE_SEED", 0) % 400) as u32;
    let program = forlane::compile("tangle.f", &tangle(blocks)).expect("the source is right");
    let source =
        program.kernel_source("f", &Default::default(), &mut Default::default()).expect("the rewrites take it");
    let x: Vec<f64> = (0..21).map(|row| f64::from(row) * 0.25 - 2.0).collect();
    let results = [(1, Base), (8, Base), (8, Auto)].map(|(gang, isa)| {
        let options = forlane::CompileOptions { gang: Some(gang), isa, keep_text: true, ..Default::default() };
        let kernel = source.compile(Default::default(), &options).expect("it compiles");
        let mut f = vec![0.0; x.len()];
        let outcome = kernel.call().input("x", &x).output("f", &mut f).run().expect("the arguments fit");
        assert!(outcome.failures.is_empty());
        let instructions: usize = kernel.compiled().texts().iter().map(|text| text.clif.lines().count()).sum();
        (f.into_iter().map(f64::to_bits).collect::<Vec<u64>>(), instructions)
    });
    let [(scalar, _), (gang, instructions), (best, _)] = results;
    assert!(instructions > 12_500, "{instructions} lines of CLIF: too few for what this is to test");
    assert_eq!([gang, best], [scalar.clone(), scalar]);
}

/// Each call passes one more scalar that differs between lanes: there would be code for each set of the twelve.
#[test]
fn a_recursive_unit_has_few_specialisations() {
    const SCALARS: usize = 12;
    let names: Vec<String> = (0..SCALARS).map(|number| format!("a{number}")).collect();
    let given = names.join(", ");
    let mut text = format!(
        "subroutine k(x, {given}, s)\nreal(8) x, s, {given}\ns = 0\ncall f({given}, x, 2, s)\nend\n\
         recursive subroutine f({given}, x, d, s)\ninteger d\nreal(8) x, s, {given}\nif (d == 0) return\ns = s + a0 + x\n"
    );
    for number in 0..SCALARS {
        let mut names = names.clone();
        names[number] = "x".to_owned();
        let _ = writeln!(text, "call f({}, x, d - 1, s)", names.join(", "));
    }
    text.push_str("end\n");
    let program = forlane::compile("k.f90", &text).expect("the source is right");
    let source =
        program.kernel_source("k", &Default::default(), &mut Default::default()).expect("the rewrites take it");
    let shapes = names.iter().fold(forlane::ArgumentShapes::default(), |shapes, name| shapes.uniform(name));
    let options = forlane::CompileOptions { gang: Some(8), keep_text: true, ..Default::default() };
    let kernel = source.compile(shapes, &options).expect("it compiles");
    let functions = kernel.compiled().texts().len();
    assert!((3..50).contains(&functions), "{functions} functions");
}
