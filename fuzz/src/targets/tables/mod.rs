//! Tables that chance has spoilt, in each format that forlane reads: `forlane run --in` gives a result or an error. A
//! result that goes to a file reads back.

mod bytes;
mod files;
mod numpy;

pub use files::{arrow, parquet};
pub use numpy::{mutate as mutate_npz, npz};

use super::source::spoil;
use super::{Case, Verdict};
use crate::random::Random;
use forlane::data::{Input, InputOptions, Place, TextColumns};

/// What runs over the rows: a dummy argument of each type, a row array that is read, and one that is assigned.
const KERNEL: &str = "subroutine k(x, n, m, r, l, v, u, y)
  real(8) :: x, y, v(3), u(3)
  integer :: n
  integer(8) :: m
  real :: r
  logical :: l
  y = x + n + m + r
  if (l) y = y + v(n)
  u(1) = u(2) + y
end subroutine
";

/// What is inserted into CSV files.
const PIECES: [&str; 26] = [
    ",",
    "\n",
    "\r\n",
    "\"",
    "\"\"",
    "\"a\nb\"",
    " ",
    "\t",
    ";",
    "-",
    "+",
    "1",
    "0",
    "1e400",
    "-1d3",
    "nan",
    "inf",
    ".true.",
    "T",
    "99999999999999999999",
    "2147483648",
    "9223372036854775808",
    "\u{feff}",
    "é",
    "\u{0}",
    "1.5",
];

/// Tables of CSV. Kernels take no row arrays from them, so most are refused for that; one gives all by `--set`.
pub fn csv() -> Vec<Case> {
    let tables = [
        "x,n,m,r,l\n1.0,1,2,3.5,T\n2.5,2,-7,1e10,F\n-0.0,3,0,nan,.true.\n",
        "n,X,text,m,r,l\n1,\"1.25\",\"a, b\",9223372036854775807,-inf,0\n 3 ,1d2,\"a \"\"quoted\"\" word\",0, 0.1,1\n",
        "\u{feff}x,n,m,r,l,,y\r\n1,1,1,1,1,1,1\r\n\r\n4,4,4,4,0,4,\r\n",
    ];
    tables.map(|table| Case { ending: "csv".to_owned(), bytes: table.into() }).to_vec()
}

/// Spoils a CSV file in some places.
pub fn mutate_csv(random: &mut Random, corpus: &[Case]) -> Case {
    let mut case = random.pick(corpus).clone();
    for _ in 0..1 + random.below(4) {
        spoil(random, &mut case.bytes, corpus, &PIECES);
    }
    case
}

/// Spoils a binary file in some places.
pub fn mutate_bytes(random: &mut Random, corpus: &[Case]) -> Case {
    let mut case = random.pick(corpus).clone();
    for _ in 0..1 + random.below(4) {
        bytes::spoil(random, &mut case.bytes, corpus);
    }
    case
}

/// Runs the kernel over a table as the command line does, and reads the result.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let table = format!("in.{}", case.ending);
    let write = |name: &str, bytes: &[u8]| std::fs::write(name, bytes).map_err(|error| format!("{name}: {error}"));
    write("k.f90", KERNEL.as_bytes())?;
    write(&table, &case.bytes)?;
    let mut words = vec!["forlane", "run", "k.f90", "--kernel", "k", "--in", &table, "--threads", "1", "--gang", "4"];
    let kernel_of_scalars = KERNEL.replace(", v, u, y)", ", y)").replace(", v(3), u(3)", "").replace("+ v(n)", "+ n");
    if case.ending == "csv" {
        let without_arrays: Vec<&str> = kernel_of_scalars.lines().filter(|line| !line.contains("u(1)")).collect();
        write("k.f90", without_arrays.join("\n").as_bytes())?;
    }
    // Each input goes to one place; which one is a matter of chance, but the same in each run.
    let sum = case.bytes.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into()));
    let out = ["", "out.csv", "out.arrow", "out.parquet", "out.npz"][sum as usize % 5];
    if !out.is_empty() {
        let _ = std::fs::remove_file(out);
        words.extend(["--out", out]);
    }
    match forlane::command::run_with(words.into_iter().map(Into::into), forlane::Checks::ON) {
        1 => return Ok(Verdict::Refused),
        // Rows may fail.
        0 | 3 => {}
        status => return Err(format!("exit status {status}")),
    }
    if !out.is_empty() {
        let unreadable = |error| format!("the result does not read: {error}");
        let options = InputOptions { text: TextColumns::Typed, ..InputOptions::default() };
        let place = Place::new(out.as_ref(), None).map_err(unreadable)?;
        for batch in Input::open(&[place], &options).map_err(unreadable)? {
            batch.map_err(unreadable)?;
        }
    }
    Ok(Verdict::Accepted)
}
