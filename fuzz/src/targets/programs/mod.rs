//! Random programs of all that a kernel may use: jumps into and out of blocks, every form of DO, calls with sequence
//! association, ENTRY, alternate RETURN, recursion, COMMON, EQUIVALENCE, array statements, CHARACTER and internal
//! files. The interpreter over the graph and, of all other ways to run a program (the interpreter at each stage, scalar
//! code, gangs of several sizes and instruction sets, each also without some of the optimizations), those four that a
//! case chooses must agree on each row, in what it assigns and in how and where it fails. A part of the programs is
//! also compiled by gfortran, if it is installed: then the rows that return have the same bits.
//!
//! A case is a sequence of decisions (`choices`), of which each part is a smaller program. What is kept of a failure is
//! that and, in a file beside it, the program with its table as a case of `tests/kernels`: put the two texts into
//! `NAME.f` and `NAME.csv` there, and make what is expected by `BLESS=gfortran cargo test --test cases kernels::NAME`.

mod body;
mod callee;
mod choices;
mod constructs;
mod expressions;
mod generate;
mod gfortran;
mod lines;
mod patterns;
mod print;
mod report;
mod run;
mod tree;

use super::{Case, Verdict, View};
use crate::random::Random;

/// Programs are made anew, not from others.
pub fn corpus() -> Vec<Case> {
    Vec::new()
}

/// Makes a program.
pub fn mutate(random: &mut Random, _: &[Case]) -> Case {
    Case { ending: "choices".to_owned(), bytes: generate::lines(random) }
}

/// Runs a program in every way there is.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let program = generate::program(&case.bytes);
    let outcome = match run::check(&program) {
        Ok(outcome) => outcome,
        Err(run::Problem::Refused) => return Ok(Verdict::Refused),
        Err(run::Problem::Wrong(message)) => return Err(message),
    };
    if program.is_compared && gfortran::is_installed() {
        gfortran::compare(&program, &outcome)?;
    }
    Ok(if outcome.iter().any(Result::is_ok) { Verdict::Accepted } else { Verdict::Refused })
}

/// A program as a person reads it, and what is in it.
pub fn view(case: &Case) -> View {
    let program = generate::program(&case.bytes);
    View { text: report::describe(&program), constructs: constructs::of(&print::print(&program).text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any part of the decisions that is left is a program that compiles.
    #[test]
    fn each_part_of_a_case_is_a_program() {
        for number in 0..40 {
            let whole = mutate(&mut Random::of_case(1, "programs", number), &[]);
            for cut in [whole.bytes.len(), whole.bytes.len() / 2, 5, 0] {
                let case = Case { ending: whole.ending.clone(), bytes: whole.bytes[..cut].to_vec() };
                let text = print::print(&generate::program(&case.bytes)).text;
                assert!(matches!(run::compile(&text), Ok(_) | Err(run::Problem::Refused)), "{text}");
            }
        }
    }

    /// Each construct is in some program of a short run.
    #[test]
    fn every_construct_is_made() {
        let mut missing: Vec<&str> = constructs::NAMES.iter().map(|(name, _)| *name).collect();
        for number in 0..400 {
            let case = mutate(&mut Random::of_case(1, "programs", number), &[]);
            let found = view(&case).constructs;
            missing.retain(|name| !found.contains(name));
        }
        assert!(missing.is_empty(), "never made: {missing:?}");
    }
}
