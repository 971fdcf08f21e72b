//! `--print`: what rows write to the console, in the order of the table.

use super::folder::Folder;
use forlane::{ArgumentShapes, CompileOptions, PassOptions, PassReport, RowKey};

/// N from 1 to 3 returns, another one fails in the middle.
const TELL: &str = r#"subroutine tell(n, x, y, z)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y, z
  integer :: i, a(3) = [7, 8, 9]
  character(12) :: text
  print *, 'n', n, x, n > 2, (1.5, 2.5)
  do i = 1, n
    write (text, '(f8.3)') x*i
    write (6, '(a, i0, a, es12.4)') 'step ', i, text, x*i
  end do
  write (*, '(i3)', advance='no') n
  write (*, '(2i3/a)') a(1:2), 'next'
  write (0, *) 'to standard error'
  if (n > 1) z = x
  y = x/a(n)
  write (*, '("after", f7.3)', advance='no') y
end subroutine
"#;

/// What a call with X = 0.75 N - 10 writes, by N from 0 to 4, compiled by gfortran with units unbuffered.
const SAID: [&str; 5] = [
    "\x20n           0  -10.000000000000000      F             (1.50000000,2.50000000)\n\
     \x20 0  7  8\n\
     next\n\
     \x20to standard error",
    "\x20n           1  -9.2500000000000000      F             (1.50000000,2.50000000)\n\
     step 1  -9.250     -9.2500E+00\n\
     \x20 1  7  8\n\
     next\n\
     \x20to standard error\n\
     after -1.321",
    "\x20n           2  -8.5000000000000000      F             (1.50000000,2.50000000)\n\
     step 1  -8.500     -8.5000E+00\n\
     step 2 -17.000     -1.7000E+01\n\
     \x20 2  7  8\n\
     next\n\
     \x20to standard error\n\
     after -1.062",
    "\x20n           3  -7.7500000000000000      T             (1.50000000,2.50000000)\n\
     step 1  -7.750     -7.7500E+00\n\
     step 2 -15.500     -1.5500E+01\n\
     step 3 -23.250     -2.3250E+01\n\
     \x20 3  7  8\n\
     next\n\
     \x20to standard error\n\
     after -0.861",
    "\x20n           4  -7.0000000000000000      T             (1.50000000,2.50000000)\n\
     step 1  -7.000     -7.0000E+00\n\
     step 2 -14.000     -1.4000E+01\n\
     step 3 -21.000     -2.1000E+01\n\
     step 4 -28.000     -2.8000E+01\n\
     \x20 4  7  8\n\
     next\n\
     \x20to standard error",
];

/// A row of the table, which has no value where N is 5.
fn row(n: usize) -> String {
    let x = if n == 5 { String::new() } else { (n as f64 * 0.75 - 10.0).to_string() };
    format!("{n},{x},{}\n", n != 6)
}

/// A table of rows of all kinds, those of N = 5 without a value, those of N = 6 not chosen.
fn table(rows: usize) -> (String, String) {
    let (mut table, mut said) = ("n,x,run\n".to_owned(), String::new());
    for number in 1..=rows {
        let n = (number * 5 + number / 7) % 7;
        table += &row(n);
        let lines = SAID.get(n).copied().unwrap_or_default().lines();
        lines.for_each(|line| said += &format!("row {number}: {line}\n"));
    }
    (table, said)
}

/// Whatever lanes and threads run the rows, their text comes in the order of the table, once, though rows that leave an
/// argument as it is run twice. What a row has printed before it fails stays.
#[test]
fn what_rows_print_comes_in_their_order() {
    let folder = Folder::new();
    let (rows, said) = table(700);
    folder.write("tell.f90", TELL).write("t.csv", rows);
    let run = "run tell.f90 --kernel tell --in t.csv --where run --out r.csv --print";
    let mut results = Vec::new();
    for ways in [
        "--gang 1",
        "--gang 1 --threads 1",
        "--gang 8 --threads 1",
        "--gang 8 --threads 3",
        "--gang 64",
        "--gang 4 --isa base",
        "--threads 2",
        "--threads 1 --stats",
        "--allow-files",
    ] {
        let run = folder.run(&format!("{run} {ways}"));
        assert_eq!(run.status, 3, "{ways}: {}", run.stderr);
        let of_rows = run.stderr.lines().filter(|line| line.starts_with("row "));
        let of_rows: String = of_rows.map(|line| format!("{line}\n")).collect();
        assert!(of_rows == said, "{ways}: {}", first_difference(&of_rows, &said));
        assert!(!run.stderr.contains("warning"), "{ways}: {}", run.stderr);
        results.push(folder.read("r.csv"));
    }
    let failed = "index out of bounds of a at tell.f90:16 in tell";
    assert!(results[0].contains(failed) && results.iter().all(|result| *result == results[0]));
    // Nothing changes without the option.
    let run = folder.run(&run.replace(" --print", ""));
    assert!(run.stderr.starts_with("warning: kernel `tell` writes to a unit (PRINT or WRITE); that is lost"));
    assert!(!run.stderr.contains("step") && folder.read("r.csv") == results[0], "{}", run.stderr);
    folder.fails("run tell.f90 --print", 2, &["--kernel"]);
}

fn first_difference(found: &str, expected: &str) -> String {
    let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    format!("{differs:?}, {} lines of {}", found.lines().count(), expected.lines().count())
}

/// Rows are counted through batches and files, as messages do, and none is held back until the end of the run.
#[test]
fn rows_of_all_batches_are_counted() {
    let folder = Folder::new();
    let source = "subroutine s(k, m)\ninteger k, m\nm = k\nif (k > 0) print '(i0)', k\nend\n";
    let zeros = "0\n".repeat(70_000);
    folder.write("s.f90", source).write("one.csv", format!("k\n{zeros}7\n")).write("two.csv", "k\n8\n");
    let run = folder.run("run s.f90 --kernel s --in one.csv --in two.csv --out r.csv --print");
    assert_eq!((run.status, run.stderr.as_str()), (0, "row 70001: 7\nrow 70002: 8\n"));
    let run = folder.run("run s.f90 --kernel s --set k=5 --rows 2 --print");
    assert_eq!((run.status, run.stderr.as_str()), (0, "row 1: 5\nrow 2: 5\n"));
}

/// Rows that run together because they are alike, in an order of their own, also give their text back in that of the
/// call.
#[test]
fn rows_that_are_reordered_print_in_their_order() {
    let source = "subroutine s(k, m)\ninteger, intent(in) :: k\ninteger, intent(out) :: m\nif (k > 4) print '(i0)', k\n\
                  m = 10/k\nif (k > 6) print *, 'more'\nend\n";
    let program = forlane::compile("s.f90", source).unwrap();
    let passes = PassOptions { keep_output: true, ..PassOptions::default() };
    let kernel = program.kernel_source("s", &passes, &mut PassReport::default()).unwrap();
    let options = CompileOptions { gang: Some(8), keep_output: true, ..CompileOptions::default() };
    let kernel = kernel.compile(ArgumentShapes::default(), &options).unwrap();
    kernel.compiled().order_by(&[RowKey { argument: 0, element: 0 }]);
    let k: Vec<i32> = (0..1000).map(|row| row * 7 % 10).collect();
    let mut m = vec![0; k.len()];
    let outcome = kernel.call().input("k", &k).output("m", &mut m).run().unwrap();
    assert_eq!(outcome.failures.len(), 100);
    let said = outcome.report.printed.iter().map(|printed| (printed.row, String::from_utf8_lossy(&printed.text)));
    let expected = k.iter().enumerate().filter(|(_, k)| **k > 4);
    let expected = expected.map(|(row, k)| (row, format!("{k}\n{}", if *k > 6 { " more\n" } else { "" }).into()));
    assert_eq!(said.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Units that are variables are known when a row writes: no row makes a file `fort.17`, and ADVANCE of a WRITE that is
/// left out is not that of the next one. What is left out can't fail; what is kept can.
#[test]
fn what_goes_to_other_units_is_lost() {
    let folder = Folder::new();
    let source = "      SUBROUTINE S(K, Y)\n      REAL A(2)\n      COMMON /UNITS/ IU\n      A = 1\n      IO = 5\n      \
                  IU = 6\n      IF (MOD(K, 2) .EQ. 0) IU = 17\n      WRITE (IU, '(I5)', ADVANCE='NO', IOSTAT=IO) K\n      \
                  PRINT *, 'io', IO\n      IF (K .GT. 4) PRINT *, A(K)\n      Y = K\n      END\n";
    folder.write("s.f", source).write("k.csv", "k\n1\n2\n3\n5\n");
    let before = folder.names().len();
    for gang in [1, 8] {
        let run = folder.run(&format!("run s.f --kernel s --in k.csv --print --out - --out-format csv --gang {gang}"));
        let failed = "index out of bounds of a at s.f:10 in s";
        assert_eq!(run.stdout, format!("k,y,status\n1,1.0,ok\n2,2.0,ok\n3,3.0,ok\n5,,{failed}\n"));
        let said = "row 1:     1 io           0\nrow 2:  io           0\nrow 3:     3 io           0\n\
                    row 4:     5 io           0\nwarning: what is written to unit 17 is lost, first in row 2\n";
        assert!(run.stderr.starts_with(said), "{}", run.stderr);
    }
    let source = "subroutine s(k, y)\nreal a(2)\na = 1\nwrite (17, '(a)', advance='no') 'lost'\nif (k > 2) write (17) a(k)\n\
                  print *, 'kept'\ny = k\nend\n";
    folder.write("t.f90", source);
    let run = folder.run("run t.f90 --kernel s --set k=3 --print");
    let said = "warning: kernel `s` writes to a unit other than 6 and 0; that is lost when it runs over rows\n\
                row 1:  kept\n";
    assert_eq!((run.status, run.stderr.as_str()), (0, said));
    assert_eq!(folder.names().len(), before + 1);
}
