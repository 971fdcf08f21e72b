//! `--max-steps`, `--timeout`, Ctrl-C, and state that nothing sets.

use super::folder::Folder;

/// SPIN does not end where N is positive, and takes -N iterations where it is negative.
const SPIN: &str = "      SUBROUTINE SPIN(N, M)
      INTEGER N, M
      M = N
   10 IF (M .GT. 0) GO TO 10
      IF (M .EQ. 0) RETURN
      M = M + 1
      IF (M .LT. 0) CALL NEXT(M)
      GO TO 10
      END
      SUBROUTINE NEXT(M)
      INTEGER M
      M = M + 0
      END
";

fn folder(rows: &str) -> Folder {
    let folder = Folder::new();
    folder.write("spin.f", SPIN).write("t.csv", format!("n\n{rows}"));
    folder
}

/// A step is an iteration of a loop or a call; each row has its own, whatever runs beside it.
#[test]
fn a_row_that_takes_too_many_steps_fails() {
    let folder = folder("0\n-3\n1\n-2\n-40\n");
    // Two steps to begin with, two for each iteration but the last one.
    for (steps, fourth) in [(6, "-2,0,ok"), (5, "-2,0,ok"), (4, "-2,,step limit at spin.f:4 in spin")] {
        for gang in [1, 2, 8] {
            let run = "run spin.f --kernel spin --in t.csv --out r.csv";
            folder.output_with_failures(&format!("{run} --gang {gang} --max-steps {steps}"));
            let text = folder.read("r.csv");
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!((lines[0], lines[1], lines[4]), ("n,m,status", "0,0,ok", fourth), "{steps} {gang}");
            assert!(lines[3] == "1,,step limit at spin.f:4 in spin" && lines[5].contains("step limit"), "{text}");
        }
    }
}

/// The rows of the first batch are complete; the second one has a row that does not end.
#[test]
fn a_run_whose_time_is_over_keeps_the_rows_that_are_complete() {
    let folder = folder(&format!("{}1\n", "0\n".repeat(65_536)));
    for out in ["csv", "npz"] {
        let run = folder.run(&format!("run spin.f --kernel spin --in t.csv --out r.{out} --timeout 2"));
        assert_eq!(run.status, 3, "{}", run.stderr);
        assert_eq!(run.stderr, "error: --timeout has expired: the result has the first 65536 rows\n");
    }
    let text = folder.read("r.csv");
    assert!(text.starts_with("n,m,status\n0,0,ok\n") && text.ends_with("\n0,0,ok\n"));
    assert_eq!(text.lines().count(), 65_537);
    folder.output("run spin.f --kernel spin --in r.npz --columns n --out again.csv");
    assert_eq!(folder.read("again.csv").lines().count(), 65_537);
}

/// Rows before the one that does not end are written, of its own batch, too.
#[test]
fn a_batch_ends_with_the_rows_that_are_done() {
    let folder = folder(&format!("{}1\n0\n", "0\n".repeat(1000)));
    let run = "run spin.f --kernel spin --in t.csv --out r.csv --timeout 1 --threads 1 --gang 8";
    assert_eq!(folder.run(run).status, 3);
    assert!(folder.read("r.csv") == format!("n,m,status\n{}", "0,0,ok\n".repeat(1000)));
}

#[test]
fn a_time_that_is_not_over_changes_nothing() {
    let folder = folder("0\n-3\n");
    folder.output("run spin.f --kernel spin --in t.csv --out r.csv --timeout 100");
    assert_eq!(folder.read("r.csv"), "n,m,status\n0,0,ok\n-3,0,ok\n");
    folder.fails("run spin.f --kernel spin --in t.csv --timeout=-1", 2, &["--timeout"]);
    folder.fails("run spin.f --kernel spin --in t.csv --timeout soon", 2, &["is not a number of seconds"]);
}

#[test]
fn state_that_nothing_sets_is_named() {
    let folder = Folder::new();
    let model = "module air
  real :: density, height = 2
end module
subroutine model(x, y)
  use air
  common /csw/ sw(3), isw, imr, work(2), zero
  data zero /0/
  if (imr == 1) y = 1
  work(1) = x
  y = x*sw(2) + density*height + work(1) + zero
end subroutine
subroutine meters(i)
  common /csw/ sw(3), isw, imr, work(2), zero
  imr = i
end subroutine
";
    folder.write("model.f90", model).write("x.csv", "x\n1\n");
    let warning = |options: &str| {
        let run = folder.run(&format!("run model.f90 --kernel model --in x.csv {options}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stderr
    };
    let says = "warning: kernel `model` reads variables that nothing sets, so that they are zero: /csw/imr, /csw/sw, \
                air::density\n";
    assert_eq!(warning(""), says);
    let set = "--init meters(0) --state /csw/sw=0 --state air::density=0";
    assert_eq!(warning(set), "");
    assert_eq!(warning("--state /csw/sw(1)=0"), says.replace(", /csw/sw", ""));
}

/// Sizes were taken modulo 2**32, so that an ALLOCATE of 4294967298 elements made an array of two.
#[test]
fn allocations_beyond_what_an_index_holds() {
    let folder = Folder::new();
    let source = "subroutine wanted(rows, columns, last, found)\n  integer(8), intent(in) :: rows, last\n  \
                  integer, intent(in) :: columns\n  integer(8), intent(out) :: found\n  \
                  integer(1), allocatable :: bytes(:), table(:, :)\n  if (columns == 0) then\n    \
                  allocate (bytes(-2_8 : last))\n    found = size(bytes, kind=8)\n  else\n    \
                  allocate (table(rows, columns))\n    found = size(table, kind=8)\n  end if\nend subroutine\n";
    folder.write("wanted.f90", source);
    folder.write(
        "t.csv",
        "rows,columns,last\n0,0,7\n0,0,4294967298\n0,0,-4294967296\n3,5,0\n65536,65536,0\n4294967298,1,0\n\
         -4294967295,3,0\n900000000000,2,0\n",
    );
    let [first, second] = [7, 10].map(|line| format!(",out of memory at wanted.f90:{line} in wanted"));
    let expected = format!("found,status\n10,ok\n{first}\n0,ok\n15,ok\n{second}\n{second}\n0,ok\n{second}\n");
    for gang in [1, 8] {
        let command = format!("run wanted.f90 --kernel wanted --in t.csv --columns found,status --gang {gang}");
        folder.output_with_failures(&format!("{command} --out r.csv"));
        assert_eq!(folder.read("r.csv"), expected, "{gang} lanes");
    }
}

/// What a row may have does not depend on the rows beside it.
#[test]
fn a_row_that_allocates_more_than_the_limit_fails() {
    let folder = Folder::new();
    let source = "subroutine m(n, y)
  integer, intent(in) :: n
  integer, intent(out) :: y
  real, allocatable :: a(:), b(:)
  allocate (a(n))
  allocate (b(n))
  deallocate (a)
  allocate (a(n))
  y = size(a)
end subroutine
";
    folder.write("m.f90", source).write("n.csv", "n\n100\n200\n300\n150\n");
    for (gang, limit) in [(1, "1600"), (8, "1600"), (64, "1600"), (8, "2K")] {
        let command = format!("run m.f90 --kernel m --in n.csv --out r.csv --gang {gang} --memory-limit {limit}");
        assert_eq!(folder.run(&command).status, 3);
        let expected = "n,y,status\n100,100,ok\n200,200,ok\n300,,out of memory at m.f90:6 in m\n150,150,ok\n";
        assert_eq!(folder.read("r.csv"), expected, "{command}");
    }
    folder.fails("run m.f90 --kernel m --in n.csv --memory-limit M", 2, &["`M` is not a number of bytes"]);
}
