//! Only what a kernel reaches is compiled and judged: what it can't do there fails the row that gets there.

use super::folder::Folder;

fn folder(name: &str, text: &str) -> Folder {
    let folder = Folder::new();
    folder.write(name, text);
    folder
}

/// The last column of each row of what `run` shows.
pub fn statuses(folder: &Folder, command_line: &str) -> Vec<String> {
    let shown = folder.output(&format!("{command_line} --allow-failures"));
    let rows = shown.lines().skip(1).take_while(|line| !line.contains("gang of"));
    rows.map(|line| line.split("  ").last().unwrap_or_default().trim().to_owned()).collect()
}

/// One OPEN in a file refused all kernels in it, and so did a call of what is in no file.
#[test]
fn what_can_not_run_in_a_kernel_fails_the_rows_that_reach_it() {
    let source = "      SUBROUTINE S(K, Y)\n      IF (K .EQ. 1) OPEN (10, FILE='x')\n      IF (K .EQ. 2) READ (5, *) Y\n      \
                  IF (K .EQ. 3) CALL ABSENT(Y)\n      IF (K .EQ. 4) CALL TWICE(K, Y)\n      IF (K .EQ. 5) CALL TYPED(Y)\n      \
                  IF (K .EQ. 6) CALL SLEEP(1)\n      IF (K .EQ. 7) WRITE (6) Y\n      Y = K\n      END\n      \
                  RECURSIVE SUBROUTINE TWICE(K, Y)\n      CALL TWICE(K, Y)\n      END\n      SUBROUTINE TYPED(Y)\n      \
                  AUTOMATIC X\n      Y = 1\n      END\n";
    let folder = folder("s.f", source);
    folder.write("k.csv", "k,y\n0,9\n1,9\n2,9\n3,9\n4,9\n5,9\n6,9\n7,9\n");
    let expected = [
        "ok",
        "OPEN is not done in the rows of a kernel, but in --init, or with --allow-files at s.f:2 in s",
        "input from a unit is not done in the rows of a kernel, but in --init, or with --allow-files at s.f:3 in s",
        "`absent` is called, but no given file defines it at s.f:4 in s",
        "the recursion is too deep at s.f:12 in twice",
        "AUTOMATIC is not supported at s.f:15 in typed",
        "SLEEP has no meaning for each row of a kernel at s.f:7 in s",
        "ok",
    ];
    for gang in [1, 8] {
        assert_eq!(statuses(&folder, &format!("run s.f --kernel s --in k.csv --gang {gang}")), expected);
    }
    folder.fails("check s.f", 1, &["E0960"]);
    // Of a kernel that is judged as `run` would judge it, these are what fails if it is reached.
    let judged = folder.output("check s.f --kernel s");
    for said in ["s.f:2: statement: fails if it is reached", "`absent` is called, but no given file defines it"] {
        assert!(judged.contains(said), "{judged}");
    }
    assert!(judged.contains("lanes in a gang"), "{judged}");
    folder.fails("check s.f --kernel none", 2, &["`none` is not defined"]);
}

/// A call that does not fit what a dummy procedure stands for, or a procedure of another file, was an error of the
/// whole run, in words of the compiler's own.
#[test]
fn a_call_that_does_not_fit_fails_the_rows_that_reach_it() {
    let source = "      SUBROUTINE K(M, X, Y)\n      EXTERNAL ONE, TWO\n      IF (M .LE. 1) CALL A(ONE, M, X, Y)\n      \
                  IF (M .EQ. 2) CALL A(TWO, M, X, Y)\n      IF (M .EQ. 3) CALL A(TWO, 1, X, Y)\n      \
                  IF (M .EQ. 4) CALL TEXT(X, Y)\n      END\n      SUBROUTINE A(F, M, X, Y)\n      EXTERNAL F\n      \
                  IF (M .EQ. 1) Y = F(X)\n      IF (M .EQ. 2) Y = F(X, 3.0)\n      END\n      FUNCTION ONE(X)\n      \
                  ONE = X\n      END\n      FUNCTION TWO(X, Y)\n      TWO = X*Y\n      END\n";
    let folder = folder("k.f", source);
    folder.write("text.f", "      SUBROUTINE TEXT(C, Y)\n      CHARACTER*4 C\n      Y = ICHAR(C(1:1))\n      END\n");
    folder.write("m.csv", "m,x,y\n1,2,0\n2,2,0\n3,2,0\n4,2,0\n");
    let expected = [
        "ok",
        "ok",
        "the call of `two` does not fit it: it takes 2 arguments, but 1 is given at k.f:10 in a",
        "the call of `text` does not fit it: it takes 3 arguments, lengths of texts and extents of arrays included, but \
         2 are given at k.f:6 in k",
    ];
    for gang in [1, 8] {
        let command_line = format!("run k.f text.f --kernel k --in m.csv --gang {gang}");
        assert_eq!(statuses(&folder, &command_line), expected);
    }
}

/// This was an error for all that is given, where nothing calls the function, too.
#[test]
fn a_function_of_another_type_in_another_file_fails_the_rows_that_reach_it() {
    let source = "subroutine k(m, y)\nreal y, f\ny = 0\nif (m == 1) y = f(1.0)\nend\n";
    let folder = folder("k.f90", source);
    folder.write("f.f90", "real(8) function f(x)\nf = x\nend\n");
    folder.write("m.csv", "m\n0\n1\n");
    let expected =
        ["ok", "the call of `f` does not fit it: it returns DOUBLE PRECISION, but REAL is expected at k.f90:4 in k"];
    for gang in [1, 8] {
        assert_eq!(statuses(&folder, &format!("run k.f90 f.f90 --kernel k --in m.csv --gang {gang}")), expected);
    }
    folder.fails("check k.f90 f.f90 -W error", 1, &["W0249", "`F` returns DOUBLE PRECISION, but has the type REAL"]);
}

/// A step of zero was called a division by zero, which is in no source.
#[test]
fn a_step_of_zero_fails_as_such() {
    let source = "subroutine s(k, n)\ninteger k, n, i, a(9)\na = 1\nn = 0\nif (k < 3) then\n  do i = 1, 9, k\n    \
                  n = n + 1\n  end do\nelse\n  n = sum(a(1:9:k - 3))\nend if\nif (k == 5) n = n/(k - 5)\nend\n";
    let folder = folder("s.f90", source);
    folder.write("k.csv", "k\n2\n0\n3\n4\n5\n");
    let expected = [
        "ok",
        "step value is zero at s.f90:6 in s",
        "step value is zero at s.f90:10 in s",
        "ok",
        "integer division by zero at s.f90:12 in s",
    ];
    for gang in [1, 8] {
        assert_eq!(statuses(&folder, &format!("run s.f90 --kernel s --in k.csv --gang {gang}")), expected);
    }
    folder.write("p.f90", "program p\ninteger :: k = 0\nif (k > 1) read *, k\ndo i = 1, 3, k\nend do\nend\n");
    folder.fails("run p.f90", 1, &["step value is zero at p.f90:4"]);
}

/// One letter of a procedure's name is wrong.
#[test]
fn names_of_procedures_that_may_be_meant() {
    let source = "subroutine outer(x)\ncall halve(x)\nend\nsubroutine halved(x)\nx = x/2\nend\n";
    let folder = folder("s.f90", source);
    let judged = folder.output("check s.f90 --kernel outer");
    assert!(judged.contains("`halve` is called, but no given file defines it (did you mean `halved`?)"), "{judged}");
    folder.write("r.f90", "subroutine root(x)\nx = sqrtt(x)\nend\n");
    assert!(folder.output("check r.f90 --kernel root").contains("(did you mean `sqrt`?)"));
    folder.fails("run s.f90 --kernel outr --set x=1", 2, &["there are `outer`, `halved`; did you mean `outer`?"]);
    folder.fails("dump s.f90 --stage=cfg --unit haved", 2, &["did you mean `halved`?"]);
}

/// Rows have no files of their own, but all start from what was read before them.
#[test]
fn files_are_read_once_before_the_rows() {
    let source = "module table\nreal :: values(3)\ncontains\nsubroutine load(name)\ncharacter(*) name\n\
                  open (10, file=name, status='old')\nread (10, *) values\nclose (10)\nend\nend module\n\
                  subroutine pick(i, x)\nuse table\ninteger, intent(in) :: i\nreal, intent(out) :: x\n\
                  if (i > 3) call load('values.txt')\nx = values(i)\nend\n";
    let folder = folder("t.f90", source);
    folder.write("values.txt", "1.5 2.5\n3.5\n");
    folder.write("i.csv", "i\n3\n1\n4\n");
    let expected = [
        "ok",
        "ok",
        "OPEN is not done in the rows of a kernel, but in --init, or with --allow-files at t.f90:6 in table.load",
    ];
    let command_line = "run t.f90 --kernel pick --in i.csv --init-unit prepare --gang 8";
    folder.write("u.f90", "subroutine prepare\nuse table\ncall load('values.txt')\nend\n");
    let command_line = command_line.replace("t.f90", "t.f90 u.f90");
    assert_eq!(statuses(&folder, &command_line), expected);
    let shown = folder.output(&format!("{command_line} --allow-failures"));
    assert!(shown.contains("3.5") && shown.contains("1.5"), "{shown}");
}

/// A main program runs as far as it gets.
#[test]
fn a_program_fails_where_it_reaches_what_is_not_supported() {
    let source = "program p\nprint *, 'first'\nif (command_argument_count() > 0) encode (3, 10, t) n\nprint *, 'last'\nend\n\
                  subroutine other\ndecode (3, 10, t) n\nend\n";
    let folder = folder("p.f90", source);
    assert_eq!(folder.output("run p.f90"), " first\n last\n");
    let run = folder.run("run p.f90 -- 1");
    assert_eq!((run.status, run.stdout.as_str()), (1, " first\n"));
    assert!(run.stderr.contains("ENCODE is not supported at p.f90:3 in p"), "{}", run.stderr);
}

/// What governs a block, an assignment in a WHERE, and an expression of which no graph can be built fail there, too.
#[test]
fn blocks_fail_where_they_reach_what_is_not_supported() {
    let source = "subroutine k(n, r)\n integer, intent(in) :: n\n integer, intent(out) :: r(2)\n r = n\n\
                  if (n == 1) then\n r = 5\n else if (malloc(n) == 2) then\n r = 6\n end if\n end\n\
                  subroutine w(n, r)\n integer, intent(in) :: n\n integer, intent(out) :: r\n integer :: i(2)\n i = n\n\
                  if (n > 1) then\n where (i > 2)\n i = malloc(n)\n end where\n end if\n r = i(2)\n end\n\
                  subroutine t(n, r)\n integer, intent(in) :: n\n integer, intent(out) :: r\n character(4) :: c(2)\n\
                  c = 'ab'\n r = n\n if (n > 1) r = count(cut(c) == 'ab')\n contains\n elemental function cut(c) result(u)\n\
                  character(*), intent(in) :: c\n character(len_trim(c)) :: u\n u = c\n end function\n end\n";
    let folder = folder("k.f90", source);
    folder.write("n.csv", "n\n1\n2\n0\n");
    let malloc =
        |line: u32, name: &str| format!("the intrinsic function MALLOC is not supported at k.f90:{line} in {name}");
    let text = "this CHARACTER expression is not supported at k.f90:29 in t".to_owned();
    let cases = [
        ("k", ["ok".to_owned(), malloc(7, "k"), malloc(7, "k")]),
        ("w", ["ok".to_owned(), malloc(18, "w"), "ok".to_owned()]),
        ("t", ["ok".to_owned(), text, "ok".to_owned()]),
    ];
    for (name, expected) in cases {
        for gang in [1, 4] {
            let command_line = format!("run k.f90 --kernel {name} --in n.csv --gang {gang}");
            assert_eq!(statuses(&folder, &command_line), expected, "{name} {gang}");
        }
    }
}

/// What is written to units is lost, whatever their number, and its items are not evaluated: a message that is given
/// with a character too many, as library code does, failed the row. What they call is.
#[test]
fn output_to_units_is_left_out_of_kernels() {
    let source = "      SUBROUTINE S(K, Y)\n      REAL A(2)\n      A(1) = 3\n      IO = 2\n      IU = K\n      \
                  WRITE (IU, '(I5)', IOSTAT=IO) K\n      WRITE (17, *, ERR=9) A\n      IF (K .GT. 2) PRINT *, A(K)\n      \
                  CALL TELL('short', 5 + K/2)\n      IF (K .GT. 4) PRINT *, F(A, K)\n      \
                  Y = IO + A(1)\n      RETURN\n    9 Y = -1\n      END\n      \
                  SUBROUTINE TELL(TEXT, N)\n      CHARACTER*(*) TEXT\n      PRINT *, TEXT(1:N)\n      END\n      \
                  FUNCTION F(A, K)\n      REAL A(2)\n      F = A(K)\n      END\n";
    let folder = folder("s.f", source);
    folder.write("k.csv", "k\n1\n3\n5\n");
    let expected = ["ok", "ok", "index out of bounds of a at s.f:21 in f"];
    for gang in [1, 8] {
        assert_eq!(statuses(&folder, &format!("run s.f --kernel s --in k.csv --gang {gang}")), expected);
    }
    assert!(folder.output("run s.f --kernel s --set k=1").contains("3.0"));
}

/// Initial values of COMMON count, whoever gives them.
#[test]
fn units_that_are_not_reached_give_initial_values() {
    let source = "      SUBROUTINE S(Y)\n      COMMON /C/ A, B\n      Y = A + B\n      END\n      SUBROUTINE OTHER\n      \
                  COMMON /C/ A, B\n      DATA A /1.5/, B /2.0/\n      OPEN (3)\n      A = 7\n      END\n";
    assert!(folder("s.f", source).output("run s.f --kernel s").contains("3.5"));
}

/// CONTAINS of a module was taken for one of the type before it, of which what follows its own CONTAINS is refused, and
/// an argument of that type for none.
#[test]
fn a_type_with_procedures_fails_what_uses_it_and_nothing_else() {
    let source = "module bound\ntype counter\ninteger :: n = 1\ncontains\n\
                  generic :: read(formatted) => next\nend type\ncontains\n\
                  subroutine next(self)\ntype(counter) :: self\nself%n = self%n + 1\nend subroutine\n\
                  subroutine ignore(c)\ntype(counter) :: c\nprint *, 'ignored'\nend subroutine\n\
                  subroutine use_it\ntype(counter) :: c\nprint *, c%n\nend subroutine\n\
                  integer function twice(i)\ntwice = 2*i\nend function\nend module\n\
                  program p\nuse bound\nprint *, twice(21)\ncall use_it\nend program\n";
    let folder = folder("p.f90", source);
    let run = folder.run("run p.f90");
    assert_eq!((run.status, run.stdout.trim()), (1, "42"), "{}", run.stderr);
    assert!(run.stderr.contains("is not supported at p.f90:16 in bound.use_it"), "{}", run.stderr);
}

/// Each row is a program of its own: it finds no unit open, and the files as the row before has left them.
#[test]
fn rows_use_files_where_that_is_allowed() {
    let source = "subroutine scale(n, y, line)
  integer, intent(in) :: n
  real, intent(out) :: y
  integer, intent(out) :: line
  logical :: is_open
  inquire (10, opened=is_open)
  if (is_open) stop 7
  open (10, file='factor.txt', status='old')
  read (10, *) y
  y = y*n
  if (n == 3) read (10, *) y
  open (11, file='log.txt')
  line = 0
  do
    read (11, *, end=1)
    line = line + 1
  end do
1 write (11, '(i3, f6.2)') n, y
  print *, 'row', n
end subroutine
";
    let folder = folder("f.f90", source);
    folder.write("factor.txt", "2.5\n").write("n.csv", "n\n1\n3\n2\n").write("log.txt", "");
    let run = folder.run("run f.f90 --kernel scale --in n.csv --out r.csv --allow-files");
    assert_eq!(run.status, 3, "{}", run.stderr);
    let expected = "n,y_out,line,status\n1,2.5,0,ok\n3,,,input or output failed at f.f90:11 in scale\n2,5.0,1,ok\n";
    assert_eq!(folder.read("r.csv"), expected);
    assert_eq!(folder.read("log.txt"), "  1  2.50\n  2  5.00\n");
    let note = "note: rows may use files (--allow-files), so they run one after the other, on one thread\n";
    assert!(run.stderr.starts_with(&format!("{note} row           1\n row           2\n")), "{}", run.stderr);
    folder.fails("run f.f90 --kernel scale --in n.csv --allow-files --gang 8", 2, &["--gang"]);
}

/// The entry points of a unit are one unit, so what another one reads was taken to be read by this one, and needed a
/// column.
#[test]
fn another_entry_point_is_not_reached() {
    let folder = Folder::new();
    let kernel = "      SUBROUTINE FIRST(X, Y, A)\n      REAL X, Y, Z, W, A(2)\n      Y = X*2\n      A(1) = Y\n\
                  \x20     A(2) = X\n      RETURN\n      ENTRY SECOND(Z, W, Y, A)\n      W = Z + Y + A(2)\n      END\n";
    folder.write("entries.f", kernel).write("x.csv", "x,y\n2,7\n");
    let shown = folder.output("run entries.f --kernel first --in x.csv --out-format csv --out -");
    assert_eq!(shown, "x,y,y_out,a_1,a_2,status\n2,7,4.0,4.0,2.0,ok\n");
    folder.write("z.csv", "z,y\n2,7\n");
    let shown = folder.output("run entries.f --kernel second --in z.csv --set a=[1,3] --out-format csv --out -");
    assert_eq!(shown, "z,y,w,status\n2,7,12.0,ok\n");
}

/// An ALLOCATABLE component of its own type was said not to be ALLOCATABLE, and an absent TARGET had a name that no
/// source has.
#[test]
fn components_and_targets_have_the_names_of_the_source() {
    let source = "module m
  type node
    integer :: v = 1
    type(node), allocatable :: next
  end type
contains
  recursive subroutine add(n, k)
    type(node), allocatable, intent(inout) :: n
    integer, intent(in) :: k
    if (.not. allocated(n)) allocate (n)
    if (k > 0) call add(n%next, k - 1)
  end subroutine
  integer function of(a)
    integer, optional, target :: a
    integer, pointer :: p
    p => a
    of = p
  end function
end module
subroutine k(i, j)
  use m
  integer, intent(in) :: i
  integer, intent(out) :: j
  type(node), allocatable :: root
  j = i
  if (i > 0) call add(root, i - 1)
  if (i < 0) j = of()
end subroutine
";
    let folder = folder("m.f90", source);
    folder.write("i.csv", "i\n0\n1\n2\n-1\n");
    let expected = ["ok", "ok", "ok", "A is absent and is used at m.f90:16 in m.of"];
    assert_eq!(statuses(&folder, "run m.f90 --kernel k --in i.csv"), expected);
}

/// What was to be done after a call that is refused, as a copy of its TARGET goes back, came after the next call.
#[test]
fn a_call_that_is_refused_leaves_nothing_behind() {
    let source = "module m
contains
  subroutine add(t, n)
    integer, target :: t, n(2)
    integer, pointer :: p
    p => n(1)
    p = 0
    p => t
    p = p + 1
  end subroutine
  subroutine bump(t)
    integer :: t
    t = t + 1
  end subroutine
end module
subroutine k(i, j)
  use m
  integer, intent(in) :: i
  integer, intent(out) :: j
  integer :: plain, table(3)
  table = 0
  plain = 5
  if (i > 1) call add(plain, table(2))
  call bump(plain)
  if (i < 0) then
    call add(plain, table(2))
  end if
  call bump(plain)
  j = plain
end subroutine
";
    let folder = folder("m.f90", source);
    folder.write("i.csv", "i\n0\n1\n2\n");
    let shown = folder.output_with_failures("run m.f90 --kernel k --in i.csv --out-format csv --out -");
    let what = "an element of an array without TARGET for an array with TARGET is not supported at m.f90:23 in k";
    assert_eq!(shown, format!("i,j,status\n0,7,ok\n1,7,ok\n2,,{what}\n"));
}

/// A part of an array beyond its end is an array without elements: the call failed, not what accesses it.
#[test]
fn parts_of_arrays_fail_where_they_are_accessed() {
    let source = "subroutine s(m, k, y)\ninteger m, k\nreal(8) y, a(3)\na = k\nif (m < 3) call each(m, a(k))\n\
                  if (m == 3) call one(a(k))\nif (m == 4) call each(1, a(k + 4))\nif (m > 4) call bits(m - 5, a(k))\n\
                  y = sum(a)\nend\n\
                  subroutine each(n, x)\nreal(8) x(*)\ndo i = 1, n\nx(i) = x(i) + 1\nend do\nend\n\
                  subroutine one(x)\nreal(8) x\nx = x + 1\nend\n\
                  subroutine bits(n, i)\ninteger i(*)\nif (n > 0) i(n) = 0\nend\n";
    let folder = folder("s.f90", source);
    folder.write("k.csv", "m,k,y\n0,9,0\n1,4,0\n2,3,0\n1,0,0\n3,3,0\n3,4,0\n4,1,0\n5,-7,0\n6,4,0\n6,3,0\n");
    let each = "index out of bounds of x at s.f90:14 in each";
    let one = "index out of bounds of a at s.f90:6 in s";
    let bits = "index out of bounds of i at s.f90:23 in bits";
    let expected = ["ok", each, each, each, "ok", one, each, "ok", bits, "ok"];
    for options in ["--gang 1", "--gang 4", "--gang 8 --no-inline", "--gang 16"] {
        assert_eq!(statuses(&folder, &format!("run s.f90 --kernel s --in k.csv {options}")), expected, "{options}");
    }
}

/// A variable that is passed for a procedure refused the whole program, though nothing calls it.
#[test]
fn what_is_not_a_procedure_fails_where_it_is_called() {
    let source = "      SUBROUTINE S(K, Y)\n      LOGICAL L\n      CALL PASS(K, L, Y)\n      END\n      \
                  SUBROUTINE PASS(K, F, Y)\n      EXTERNAL F\n      Y = K\n      IF (K .EQ. 2) CALL F(Y)\n      \
                  IF (K .EQ. 3) CALL APPLY(F, Y)\n      END\n      \
                  SUBROUTINE APPLY(F, Y)\n      EXTERNAL F\n      Y = F(Y)\n      END\n";
    let folder = folder("s.f", source);
    folder.write("k.csv", "k\n1\n2\n3\n4\n");
    let why = "a dummy procedure is called for which a variable is passed";
    let expected =
        ["ok".to_owned(), format!("{why} at s.f:8 in pass"), format!("{why} at s.f:13 in apply"), "ok".into()];
    for gang in [1, 8] {
        assert_eq!(statuses(&folder, &format!("run s.f --kernel s --in k.csv --gang {gang}")), expected);
    }
}
