//! Lanes that are done take other rows while the others go on: every row has the results and the status that it has
//! alone.

use super::GANGS;
use crate::support::wide_sets;
use forlane::{ArgumentShapes, CompileOptions, Kernel, PassOptions, PassReport, Program, Refill};
use forlane_jit::{InstructionSet, SiteReason};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Rows: one, fewer than lanes, those of a few gangs, and so many that lanes take many others.
const ROWS: [usize; 5] = [1, 5, 64, 65, 700];

fn compile(text: &str, name: &str, options: &CompileOptions) -> Kernel {
    compile_with(text, name, options, PassOptions::default())
}

fn compile_with(text: &str, name: &str, options: &CompileOptions, passes: PassOptions) -> Kernel {
    let program = Program::from_source("refill.f90", text).unwrap_or_else(|error| panic!("{error}"));
    let source =
        program.kernel_source(name, &passes, &mut PassReport::default()).unwrap_or_else(|error| panic!("{error}"));
    let shapes =
        if text.contains("table") { ArgumentShapes::default().shared("table") } else { ArgumentShapes::default() };
    source.compile(shapes, options).unwrap_or_else(|error| panic!("{error}"))
}

fn options(gang: usize, isa: InstructionSet) -> CompileOptions {
    CompileOptions { gang: Some(gang), isa, refill: Refill::Always, verify: true, ..CompileOptions::default() }
}

/// Every gang of every emitter.
fn forms() -> Vec<CompileOptions> {
    let base = GANGS.into_iter().filter(|gang| *gang > 1).map(|gang| options(gang, InstructionSet::Base));
    base.chain(wide_sets().flat_map(|isa| [8, 16, 32, 64].map(|gang| options(gang, isa)))).collect()
}

/// The results, the argument that is assigned, and how rows failed.
type Found = (Vec<u64>, Vec<i32>, Vec<(usize, String)>);

/// Runs over rows that start with the numbers from 0 on.
fn run(kernel: &Kernel, name: &str, rows: usize) -> Found {
    let starts: Vec<i32> = (0..rows as i32).map(|row| row * 7 % 101).collect();
    let (before, table) = (vec![3; rows], [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]);
    let (mut total, mut result) = (vec![0; rows], vec![0.0; rows]);
    let mut call = kernel.call().input("start", &starts).input("total", &before).output("total", &mut total);
    if kernel.compiled().parameters().iter().any(|parameter| parameter.name == "table") {
        call = call.shared("table", &table);
    }
    let outcome = call.output(name, &mut result).run().unwrap_or_else(|error| panic!("{error}"));
    (result.into_iter().map(f64::to_bits).collect(), total, outcome.failures)
}

/// Compares with scalar code.
fn assert_as_alone(text: &str, name: &str, passes: &PassOptions) {
    let scalar = CompileOptions { gang: Some(1), verify: true, ..CompileOptions::default() };
    let scalar = compile_with(text, name, &scalar, passes.clone());
    for options in forms() {
        let kernel = compile_with(text, name, &options, passes.clone());
        assert!(kernel.compiled().tried().1.refills, "{name} takes no other rows");
        for rows in ROWS {
            assert_eq!(run(&kernel, name, rows), run(&scalar, name, rows), "{options:?}, {rows} rows");
        }
    }
}

/// Rows fail before the loop, in it and after it, some at each in every gang, and some do not enter the loop. What is
/// carried are numbers of both widths and a logical value, and an argument that is read and assigned: lanes that wait
/// for others start again with what it was, not with what the others have returned.
#[test]
fn rows_that_fail_before_in_and_after_the_loop() {
    let text = "\
real(8) function walk(start, total, table)
  integer :: start, total, n
  integer(8) :: steps
  real(8) :: table(8), sum
  logical :: odd
  sum = table(mod(start, 9))
  n = start
  odd = .false.
  steps = 0
  do while (n > 3)
    odd = .not. odd
    if (mod(n, 2) == 0) then
      n = n/2
    else
      n = 3*n + 1
    end if
    sum = sum + 100/(n - 22)
    total = total + 1
    steps = steps + 2
    if (steps > 60) exit
  end do
  if (odd) sum = -sum
  walk = sum + steps + table(n)
end function
";
    assert_as_alone(text, "walk", &PassOptions::default());
}

/// The loop is in an arm that some lanes take, has a loop inside, and calls what may fail; other lanes return early, or
/// go on after the arm.
#[test]
fn a_loop_in_an_arm_with_calls_and_a_loop_inside() {
    let text = "\
real(8) function nest(start, total)
  integer :: start, total, i, j
  real(8) :: x
  x = 1
  if (mod(start, 5) == 1) then
    nest = -start
    return
  end if
  if (mod(start, 3) /= 0) then
    do i = 1, start
      do j = i, mod(start, 4)
        x = x + sqrt(real(j, 8))
        if (x > 40) return
      end do
      x = x + part(i, start)
      if (x > 150) stop 7
      total = total + i
      if (x > 100) exit
    end do
    x = x + exp(-x)
  else
    x = x - 1
  end if
  total = total + 1
  nest = x + total
contains
  real(8) function part(i, start)
    integer :: i, start
    part = 0
    if (mod(i, 7) == 3) return
    part = 10/(mod(start, 17) - i + 3) + log(real(i, 8))
  end function
end function
";
    assert_as_alone(text, "nest", &PassOptions::default());
    assert_as_alone(text, "nest", &PassOptions::inlining(false));
}

/// A row that never ends keeps one lane; the other lanes take all other rows, until the run is interrupted.
#[test]
fn an_endless_row_takes_one_lane() {
    let text = "\
real(8) function spin(start, total)
  integer :: start, total, n
  n = start
  do while (n > 0)
    if (start /= 35) n = n - 3
    total = total + 1
  end do
  spin = n
end function
";
    'gangs: for gang in [2, 8] {
        let options = CompileOptions { interruptible: true, ..options(gang, InstructionSet::Auto) };
        let kernel = compile(text, "spin", &options);
        let rows = 100;
        let starts: Vec<i32> = (0..rows as i32).collect();
        // On a busy machine the run may not have come so far when it is interrupted; it gets more time then.
        for milliseconds in [5, 50, 500, 5000] {
            let interrupt = AtomicU32::new(0);
            let (mut total, mut spin, before, mut statuses) =
                (vec![0; rows], vec![0.0; rows], vec![0; rows], vec![0; rows]);
            let report = std::thread::scope(|scope| {
                let run = scope.spawn(|| {
                    let call = kernel.call().input("start", &starts).input("total", &before);
                    let call = call.output("total", &mut total).output("spin", &mut spin);
                    call.run_until(&mut statuses, &interrupt).unwrap()
                });
                std::thread::sleep(Duration::from_millis(milliseconds));
                interrupt.store(1, Ordering::Relaxed);
                run.join().unwrap()
            });
            if report.rows < rows {
                continue;
            }
            let reason = |status: u32| kernel.compiled().site(status).map(|site| site.reason.clone());
            let reasons: Vec<_> = statuses.iter().map(|status| reason(*status)).collect();
            assert_eq!(reasons[35], Some(SiteReason::Interrupted));
            // Those that are done by then wait for it in the last gang.
            assert!(reasons.iter().flatten().count() <= gang);
            for row in (0..rows).filter(|row| statuses[*row] == 0) {
                assert_eq!(
                    (total[row], spin[row]),
                    ((row as i32 + 2) / 3, f64::from(row as i32 - (row as i32 + 2) / 3 * 3))
                );
            }
            continue 'gangs;
        }
        panic!("not all rows were run");
    }
}

/// The steps of a row are its own, whichever other rows its lane has had.
#[test]
fn limits_of_steps_are_those_of_rows() {
    let text = "\
real(8) function count(start, total)
  integer :: start, total, i
  count = 0
  do i = 1, start
    count = count + 1.0d0/i
    total = total + 1
  end do
end function
";
    let passes = PassOptions { max_steps: Some(50), ..PassOptions::default() };
    let scalar = CompileOptions { gang: Some(1), ..CompileOptions::default() };
    let alone = run(&compile_with(text, "count", &scalar, passes.clone()), "count", 300);
    assert!(alone.2.len() > 100, "{:?}", alone.2);
    for options in forms() {
        assert_eq!(run(&compile_with(text, "count", &options, passes.clone()), "count", 300), alone, "{options:?}");
    }
}

/// Where lanes have something in memory, or the loop is not one that they leave one by one, code is as without.
#[test]
fn kernels_without_such_a_loop_are_as_they_were() {
    let memory = "\
real(8) function local(start, total)
  integer :: start, total, i
  real(8) :: a(4)
  a = start
  do i = 1, start
    a(mod(i, 4) + 1) = a(mod(i*3, 4) + 1) + i
    total = total + 1
  end do
  local = sum(a)
end function
";
    let together = "\
real(8) function all(start, total)
  integer :: start, total, i
  all = start
  do i = 1, 10
    all = all*0.5d0
    total = total + i
  end do
end function
";
    for (text, name) in [(memory, "local"), (together, "all")] {
        let kernel = compile(text, name, &options(8, InstructionSet::Auto));
        assert!(!kernel.compiled().tried().1.refills, "{name}");
        let scalar = CompileOptions { gang: Some(1), ..CompileOptions::default() };
        assert_eq!(run(&kernel, name, 65), run(&compile(text, name, &scalar), name, 65));
    }
}
