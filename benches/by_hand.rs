//! Kernels with initialisation at the first call, against the same without it: `cargo bench --bench first_call`.
//!
//! The second form of each has by DATA what the first one computes at its first call. Printed are the medians and their
//! ratio: what is computed once costs a row nothing, so it is near 1. That both forms give the same bits is checked.

use forlane::{Kernel, Program};
use forlane_jit::{Binding, Values, ValuesMut};
use std::time::Instant;

/// Runs that the medians are taken of.
const RUNS: usize = 31;
const ROWS: usize = 40_000;

/// A kernel F(X).
struct Pair {
    name: &'static str,
    /// With initialisation.
    text: String,
    /// The lines of it, and what is in their place.
    by_hand: [(&'static str, String); 2],
}

fn main() {
    println!("{:<28} {:>12} {:>12} {:>6}", "flag", "first ms", "by hand ms", "ratio");
    for pair in [saved(), common(), count()] {
        let mut text = pair.text.clone();
        for (from, to) in &pair.by_hand {
            assert!(text.contains(from), "{}: {from}", pair.name);
            text = text.replace(from, to);
        }
        let kernels = [&pair.text, &text].map(|text| compile(text));
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            first.push(time(&kernels[0]));
            second.push(time(&kernels[1]));
        }
        let [(first, one), (second, other)] = [first, second].map(median);
        assert!(one == other, "{}: the forms differ", pair.name);
        println!("{:<28} {first:>12.3} {second:>12.3} {:>6.2}", pair.name, first / second);
    }
}

/// A sum of terms by Clenshaw's recurrence, and how many are needed.
const SERIES: &str = "      DOUBLE PRECISION FUNCTION SERIES(X, CS, N)
      INTEGER N, I
      DOUBLE PRECISION X, CS(*), B0, B1, B2
      B1 = 0
      B0 = 0
      DO 10 I = N, 1, -1
      B2 = B1
      B1 = B0
   10 B0 = 2*X*B1 - B2 + CS(I)
      SERIES = 0.5D0*(B0 - B2)
      END
      INTEGER FUNCTION NEEDED(CS, N, ETA)
      INTEGER N, I
      DOUBLE PRECISION CS(*), ETA, ERR
      ERR = 0
      DO 10 I = N, 1, -1
      ERR = ERR + ABS(CS(I))
   10 IF (ERR .GT. ETA) GO TO 20
   20 NEEDED = I
      END
";

fn saved() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, CS(8), XMAX, SERIES
      INTEGER N, NEEDED
      LOGICAL FIRST
      SAVE FIRST, N, XMAX
      DATA FIRST /.TRUE./
      DATA CS /1.5D0, -0.5D0, 0.25D0, -1D-2, 1D-4, -1D-7, 1D-11, 1D-30/
      IF (FIRST) THEN
        N = NEEDED(CS, 8, 1D-9)
        XMAX = 2D0**N/8
      END IF
      FIRST = .FALSE.
      F = 0
      IF (X .GT. XMAX) RETURN
      F = SERIES(X, CS, N)
      END
";
    let body = "      IF (FIRST) THEN
        N = NEEDED(CS, 8, 1D-9)
        XMAX = 2D0**N/8
      END IF
      FIRST = .FALSE.
";
    let by_hand = [(body, String::new()), ("FIRST /.TRUE./", "N /6/, XMAX /8D0/".to_owned())];
    Pair { name: "SAVE", text: format!("{text}{SERIES}"), by_hand }
}

fn common() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      IF (.NOT. DONE) CALL SETUP
      F = 0
      DO 10 I = 24, 1, -1
   10 F = F*X + T(I)
      END
      SUBROUTINE SETUP
      DOUBLE PRECISION T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      DO 10 I = 1, 24
   10 T(I) = 1/SQRT(DBLE(I))
      DONE = .TRUE.
      END
      BLOCK DATA
      DOUBLE PRECISION T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      DATA DONE /.FALSE./
      END
";
    let table: Vec<String> = (1..=24).map(|i| format!("{:e}", 1.0 / f64::from(i).sqrt()).replace('e', "D")).collect();
    let table = format!("      DATA T /{}/\n", table.join(",\n     &  "));
    let by_hand = [("      IF (.NOT. DONE) CALL SETUP\n", String::new()), ("      DATA DONE /.FALSE./\n", table)];
    Pair { name: "COMMON", text: text.to_owned(), by_hand }
}

fn count() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, CS(10), SERIES
      INTEGER N, NEEDED
      SAVE N
      DATA N /0/
      DATA CS /1D0,.5D0,.25D0,1D-2,1D-3,1D-4,1D-5,1D-8,1D-12,1D-20/
      IF (N .NE. 0) GO TO 10
      N = NEEDED(CS, 10, 1D-9)
   10 F = SERIES(X, CS, N)
      END
";
    let body = "      IF (N .NE. 0) GO TO 10
      N = NEEDED(CS, 10, 1D-9)
";
    let by_hand = [(body, String::new()), ("N /0/", "N /8/".to_owned())];
    Pair { name: "the number of terms, by DATA", text: format!("{text}{SERIES}"), by_hand }
}

fn compile(text: &str) -> Kernel {
    let program = Program::from_source("first_call.f", text).expect("the kernel compiles");
    program.kernel("f").expect("the kernel compiles")
}

/// Milliseconds of a run over the rows, and its results.
fn time(kernel: &Kernel) -> (f64, Vec<u64>) {
    let rows: Vec<f64> = (0..ROWS).map(|row| row as f64 / ROWS as f64).collect();
    let mut results = vec![0.0; ROWS];
    let mut statuses = vec![0; ROWS];
    let mut bindings = [
        Binding::Column { input: Some(Values::F64(&rows)), output: None },
        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut results)) },
    ];
    let start = Instant::now();
    kernel.compiled().run(&mut bindings, &mut statuses).expect("the arguments fit");
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    assert!(statuses.iter().all(|status| *status == 0), "a row failed");
    (milliseconds, results.into_iter().map(f64::to_bits).collect())
}

/// The median time, and the results of the first run, which are those of all.
fn median(mut runs: Vec<(f64, Vec<u64>)>) -> (f64, Vec<u64>) {
    let results = runs[0].1.clone();
    assert!(runs.iter().all(|(_, other)| *other == results), "runs differ");
    runs.sort_by(|one, other| one.0.total_cmp(&other.0));
    (runs[RUNS / 2].0, results)
}
