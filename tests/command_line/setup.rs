//! State that is set up once: `--init`, `--init-unit`, `--state`.

use super::folder::Folder;
use super::tables::npy;

const MODEL: &str = "module planet
  real(8) :: gravity = 9.75d0
  real :: layers(0:2, 2) = 1
  character(4) :: name = 'none'
contains
  subroutine visit(to, factor)
    character(*) :: to
    real(8) :: factor
    name = to
    gravity = gravity*factor
  end subroutine
end module
block data
  common /options/ scale, flags(3), unused
  logical :: flags
  data scale /2.0/, flags /3*.false./, unused /5.0/
end block data
subroutine fall(t, way, k)
  use planet
  real(8) :: t, way
  integer :: k, calls
  save calls
  common /options/ scale, flags(3), unused
  logical :: flags
  way = gravity*t*t*scale + layers(1, 2) + unused
  k = count(flags) + iachar(name(1:1))
  entry called
  calls = calls + 1
  if (calls > 1) k = k + 1000*calls
end subroutine
subroutine options(by, set)
  common /options/ scale, flags(3), unused
  logical :: flags, set(3)
  print *, 'options', by
  scale = by
  flags = set
end subroutine
subroutine halt
  stop 'no data'
end subroutine
subroutine asks
  common /options/ scale, flags(3), unused
  logical :: flags
  read *, scale
end subroutine
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("fall.f90", MODEL).write("t.csv", "t\n1\n2\n");
    folder
}

/// Runs the model with options; a `~` in a word stands for a blank. Returns `way` and `k` of each row.
fn rows(folder: &Folder, options: &str) -> Vec<String> {
    let command = format!("run fall.f90 --kernel fall --in t.csv --out r.csv {options}");
    let words: Vec<String> = command.split_whitespace().map(|word| word.replace('~', " ")).collect();
    let run = folder.run_words(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.status, 0, "{command}: {}", run.stderr);
    let text = folder.read("r.csv");
    let fields = |line: &str| line.split(',').skip(1).take(2).collect::<Vec<_>>().join(",");
    text.lines().skip(1).map(fields).collect()
}

#[test]
fn each_row_starts_with_what_the_calls_left() {
    let folder = folder();
    assert_eq!(rows(&folder, ""), ["25.5,110", "84.0,110"]);
    let called = rows(&folder, "--init CALL~VISIT('moon',0.5d0) --init-unit called");
    assert_eq!(called, ["15.75,2109", "45.0,2109"]);
    let options = "--init call~options(0.5,[.true.,2*.false.]) --init planet::visit(factor=2,to='Xa')";
    assert_eq!(rows(&folder, options), ["15.75,89", "45.0,89"]);
}

/// Variables that nothing assigns are constants in the units; they are set all the same.
#[test]
fn variables_are_set_by_name() {
    let folder = folder();
    let state = "--state /OPTIONS/SCALE=1 --state /options/flags(2)=.true. --state planet::gravity=10";
    assert_eq!(rows(&folder, state), ["16.0,111", "46.0,111"]);
    assert_eq!(rows(&folder, "--state planet::layers(1,2)=-1 --state planet::name=Z"), ["23.5,90", "82.0,90"]);
    let state = "--state planet::layers=[0,1,2,10,20,30] --state /options/unused=0";
    assert_eq!(rows(&folder, state), ["39.5,110", "98.0,110"]);
    assert_eq!(rows(&folder, "--state planet::layers=0 --state /options/unused=0"), ["19.5,110", "78.0,110"]);
}

#[test]
fn calls_and_settings_are_done_in_the_order_of_the_command_line() {
    let folder = folder();
    let (set, call) = ("--state planet::gravity=8", "--init visit('none',0.5)");
    assert_eq!(rows(&folder, &format!("{set} {call}")), ["14.0,110", "38.0,110"]);
    assert_eq!(rows(&folder, &format!("{call} {set}")), ["22.0,110", "70.0,110"]);
}

#[test]
fn values_come_from_set_and_from_files() {
    let folder = folder();
    let elements = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0_f64].map(f64::to_le_bytes).concat();
    folder.write("layers.npy", npy("<f8", "(3, 2)", &elements));
    // Element (1, 2) is layers[1, 1] of NumPy.
    assert_eq!(rows(&folder, "--state planet::layers=@layers.npy"), ["28.5,110", "87.0,110"]);
    let options = "--set by=0 --set how=[T,T,F] --init call~options(by,how)";
    assert_eq!(rows(&folder, options), ["6.0,112", "6.0,112"]);
}

/// Standard output is the table's.
#[test]
fn what_calls_print_goes_to_standard_error() {
    let run = folder().run("run fall.f90 --kernel fall --in t.csv --out - --out-format csv --init options(1,[F,F,F])");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "t,way,k,status\n1,15.75,110,ok\n2,45.0,110,ok\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains(" options   1.00000000"), "{}", run.stderr);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = folder();
    let refused = |options: &str, says: &str| {
        folder.fails(&format!("run fall.f90 --kernel fall --in t.csv --out r.csv {options}"), 1, &[says]);
    };
    refused("--init nothing", "there is no subroutine `nothing`");
    refused("--init visit('a')", "the argument `factor` is not given");
    refused("--init visit('a',1,2)", "has 2 arguments");
    refused("--init visit('a',x)", "argument `factor`: `x` is not a number");
    refused("--init options(1,[T,F])", "argument `set`: it has 3 elements, 2 are given");
    refused("--init options(1,T)", "argument `set`: it is an array");
    refused("--init options([1,2],[3*T])", "argument `by`: it is a scalar");
    refused("--init-unit halt", "the initialising calls failed: STOP no data");
    refused("--init-unit asks", "fall.f90:");
    refused("--state planet::gravty=1", "there is no variable `gravty` in module `planet`; did you mean `gravity`?");
    refused("--state /opt/scale=1", "there is no variable `scale` in COMMON /OPT/; no unit has COMMON /OPT/");
    refused("--state planet::layers(3,1)=1", "subscript 3 of `layers` is not between 0 and 2");
    refused("--state planet::layers(1)=1", "`layers` has 2 dimensions, not 1");
    refused("--state planet::layers=[1,2]", "it has 6 elements, 2 are given");
    refused("--state planet::layers=@none.npy", "none.npy");
    let wrong = |options: &str, says: &str| {
        folder.fails(&format!("run fall.f90 --kernel fall --in t.csv {options}"), 2, &[says]);
    };
    wrong("--init visit('a", "a text is not ended by its quote");
    wrong("--init visit(1", "expected a comma or `)`");
    wrong("--state gravity=1", "expected `::`");
    wrong("--state /options/scale", "expected `=` and a value");
}

/// Where a setting decided that a branch is not taken, the results that only it assigns had no columns, so that tables
/// of two runs did not fit together.
#[test]
fn columns_do_not_depend_on_settings() {
    let folder = Folder::new();
    let kernel = "      SUBROUTINE K(X, N, Y, Z, A)\n      REAL X, Y, Z, A(2)\n      COMMON /C/ MODE\n      Y = X\n\
                  \x20     IF (MODE.EQ.1) Z = X*N\n      IF (MODE.EQ.2) N = N + 1\n      IF (MODE.EQ.3) A(2) = X\n      END\n";
    folder.write("k.f", kernel).write("x.csv", "x,n\n2,3\n4,5\n");
    let shown = |state: &str| folder.output(&format!("run k.f --kernel k --in x.csv {state} --out-format csv --out -"));
    let header = "x,n,n_out,y,z,a_1,a_2,status\n";
    let unset = format!("{header}2,3,3,2.0,,0.0,0.0,ok\n4,5,5,4.0,,0.0,0.0,ok\n");
    assert_eq!(shown(""), unset);
    assert_eq!(shown("--state /C/MODE=0"), unset);
    let expected = format!("{header}2,3,3,2.0,6.0,0.0,0.0,ok\n4,5,5,4.0,20.0,0.0,0.0,ok\n");
    assert_eq!(shown("--state /C/MODE=1"), expected);
    let expected = format!("{header}2,3,4,2.0,,0.0,0.0,ok\n4,5,6,4.0,,0.0,0.0,ok\n");
    for gang in ["", "--gang 1", "--gang 4"] {
        assert_eq!(shown(&format!("--state /C/MODE=2 {gang}")), expected);
    }
    let expected = format!("{header}2,3,3,2.0,,0.0,2.0,ok\n4,5,5,4.0,,0.0,4.0,ok\n");
    assert_eq!(shown("--state /C/MODE=3"), expected);
}

const COMPONENTS: &str = "module settings
  type layer
    integer :: k(2)
    real(4) :: w
  end type
  type model
    integer :: n
    complex :: z
    character(4) :: tag
    type(layer) :: top, many(3)
  end type
  type(model) :: run
  complex(8) :: poles(2)
  real, allocatable :: table(:)
end module
subroutine made(x, y, t)
  use settings, only: run, table, p => poles
  complex :: q
  common /blk/ q
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(4), intent(out) :: t
  y = x + run%n + real(q) + 10*aimag(q) + run%top%k(2) + 2*run%many(3)%k(2) + 100*run%many(2)%w
  y = y + real(run%z) - aimag(run%z) + real(p(1)) + 1000*aimag(p(2))
  if (allocated(table)) y = 0
  t = run%tag
end subroutine
subroutine turn(by, all)
  complex, intent(in) :: by
  complex(8), intent(in) :: all(2)
  complex :: q
  common /blk/ q
  q = by*cmplx(0, 1) + all(2)
end subroutine
";

/// Components of derived types, COMPLEX variables, and modules whose variables other units alone use.
#[test]
fn components_and_complex_variables_are_set() {
    let folder = Folder::new();
    folder.write("made.f90", COMPONENTS).write("x.csv", "x\n0.5\n");
    let made = |options: &str| {
        let shown = folder
            .output(&format!("run made.f90 --kernel made --in x.csv {options} --columns y,t --out-format csv --out -"));
        shown.lines().nth(1).unwrap_or_default().replace('\0', "")
    };
    for (options, expected) in [
        ("", "0.5,"),
        ("--state settings::run%n=3 --state SETTINGS::RUN%TAG='ab'", "3.5,ab"),
        ("--state /BLK/Q=(1,2.5)", "26.5,"),
        ("--state /blk/q=4", "4.5,"),
        ("--state settings::run%z=(1d0,-2)", "3.5,"),
        ("--state settings::poles=[(1,2),(3,4)]", "4001.5,"),
        ("--state settings::poles=[2*(1,2)]", "2001.5,"),
        ("--state settings::poles=(0,5)", "5000.5,"),
        ("--state settings::poles(2)=(3,4)", "4000.5,"),
        ("--state settings::run%top%k(2)=7", "7.5,"),
        ("--state settings::run%many(3)%k(2)=2", "4.5,"),
        ("--state settings::run%many%w=[1,2,3]", "200.5,"),
        ("--init turn((1,2),[0,(3,4)])", "51.5,"),
    ] {
        assert_eq!(made(options), expected, "{options}");
    }
    for (options, status, says) in [
        ("--state settings::table=[1,2]", 1, "`table` of module `settings` is ALLOCATABLE, which can't be set yet"),
        ("--state settings::run=1", 1, "`run` of module `settings` is of derived type: set its components, as `run%"),
        ("--state settings::run%top=1", 1, "set its components, as `run%top%k`"),
        ("--state settings::run%other=1", 1, "there is no variable `run%other` in module `settings`"),
        ("--state settings::run%many(4)%w=1", 1, "subscript 4 of `run%many%w` is not between 1 and 3"),
        ("--state settings::run%many(2)%k=1", 1, "`run%many%k` has 2 dimensions, not 1"),
        ("--state settings::poles=[1,2,3]", 1, "it has 2 elements, 3 are given"),
        ("--state settings::poles=(a,1)", 1, "`a` is not a number"),
        ("--state settings::poles='x'", 1, "it is COMPLEX, which takes (1, 2)"),
        ("--state settings::poles=(1,2", 2, "expected `)` after the imaginary part"),
        ("--state settings::run%%n=1", 2, "expected the name of a component"),
        ("--init turn([(1,2)],[0,0])", 1, "argument `by`: it is a scalar"),
        ("--init turn(1,[0])", 1, "argument `all`: it has 2 elements, 1 are given"),
    ] {
        folder.fails(&format!("run made.f90 --kernel made --in x.csv --out r.csv {options}"), status, &[says]);
    }
}

/// What is in the stores of targets was said to be of derived type, with components that no source names.
#[test]
fn pointers_and_targets_are_not_set() {
    let folder = Folder::new();
    let source = "module held\n real(8), target :: t = 4\n real(8), pointer :: p\nend module\n\
                  subroutine k(x, y)\n use held\n real(8), intent(in) :: x\n real(8), intent(out) :: y\n \
                  p => t\n y = x + p\nend subroutine\n";
    folder.write("held.f90", source).write("x.csv", "x\n0.5\n");
    for name in ["t", "p"] {
        let says = format!("`{name}` of module `held` has POINTER or TARGET, which can't be set yet");
        let options = format!("run held.f90 --kernel k --in x.csv --out r.csv --state held::{name}=1");
        folder.fails(&options, 1, &[&says]);
    }
}

/// A list of texts was refused, and one text was cut off where it was too long.
#[test]
fn arrays_of_texts_are_given_and_set() {
    let folder = Folder::new();
    folder.write(
        "tags.f90",
        "module tags
 character(3) :: all(4) = 'x', one = 'o'
 integer :: n = 0
contains
 subroutine setup(a, b, c)
  character(4) :: a(2)
  character(*) :: b(:), c
  all(1) = a(1)(1:2)//b(2)
  all(2) = a(2)
  n = len(b)*100 + size(b)*10 + len(c)
 end subroutine
 subroutine shown(i, t, k)
  integer, intent(in) :: i
  character(3), intent(out) :: t(4)
  integer, intent(out) :: k
  t = all
  t(1)(3:3) = char(48 + i)
  k = n
 end subroutine
end module
",
    );
    let run = ["run", "tags.f90", "--kernel", "shown", "--set", "i=3", "--no-status"];
    let shown = |options: &[&str]| {
        let words = [&run[..], options, &["--out-format", "csv", "--out", "-"]].concat();
        folder.run_words(&words).stdout.lines().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(shown(&["--init", "call setup(['abcd','ef'], ['u','vw','x'], 'qq')"]), "ab3,ef,x,x,232");
    assert_eq!(shown(&["--state", "tags::all=['a', 'b', 2*'c d']"]), "a 3,b,c d,c d,0");
    assert_eq!(shown(&["--state", "tags::all=q", "--state", "tags::all(3)=zz"]), "q 3,q,zz,q,0");
    for (option, says) in [
        ("--state tags::all=['a','b']", "it has 4 elements, 2 are given"),
        ("--state tags::one=abcd", "`abcd` does not fit CHARACTER(3)"),
        ("--init setup(['a'],['b'],'c')", "argument `a`: it has 2 elements, 1 are given"),
        ("--init setup('a',['b'],'c')", "argument `a`: it is an array, which takes a list"),
        ("--init setup(['a','b'],['b'],['c'])", "argument `c`: it is a scalar, which takes one text"),
        ("--init setup(['a','abcde'],['b'],'c')", "argument `a`: element 2: `abcde` does not fit CHARACTER(4)"),
    ] {
        folder.fails(&format!("run tags.f90 --kernel shown --set i=3 {option}"), 1, &[says]);
    }
}

/// What --stats says of the copied state of a run.
fn state_bytes(stderr: &str) -> u64 {
    let at = stderr.find("\"state_bytes\":").expect("statistics are shown") + 14;
    stderr[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// An array that the calls left ALLOCATEd was refused. Rows share what none of them changes, however large it is: a
/// table of more than 4 MB was in the memory of each lane.
#[test]
fn allocated_arrays_are_shared_unless_rows_change_them() {
    let folder = Folder::new();
    folder.write(
        "tables.f90",
        "module tables
 real(8), allocatable :: t(:), u(:)
 real(8) :: fixed(600000)
 integer, allocatable :: small(:)
contains
 subroutine fill(n)
  integer n, i
  allocate (t(0:n), u(4), small(2))
  do i = 0, n
   t(i) = i/8d0
   if (i > 0 .and. i <= 600000) fixed(i) = i
  end do
  u = [1, 2, 3, 4]
  small = 5
 end subroutine
 subroutine more()
  t(1) = 100
  deallocate (small)
  u = [u, 9d0]
 end subroutine
 subroutine look(i, y)
  integer, intent(in) :: i
  real(8), intent(out) :: y
  y = t(i) + fixed(i + 1) + size(t) + sum(u)
  if (allocated(small)) y = y + 0.5d0
 end subroutine
 subroutine change(i, y)
  integer, intent(in) :: i
  real(8), intent(out) :: y
  u(i) = u(i) + 1
  if (i == 2) small = [1, 2, 3]
  y = sum(u) + sum(small) + size(small)
 end subroutine
end module
",
    );
    folder.write("i.csv", "i\n1\n2\n3\n2\n");
    let run = |kernel: &str, options: &str| {
        let output = folder.run(&format!(
            "run tables.f90 --kernel {kernel} --in i.csv {options} --stats --columns y --out-format csv --out -"
        ));
        let bytes = state_bytes(&output.stderr);
        (output.stdout.lines().skip(1).collect::<Vec<_>>().join(" "), bytes)
    };
    let few = run("look", "--init fill(600000)");
    assert_eq!(few, ("600013.625 600014.75 600015.875 600014.75".to_owned(), 0));
    let (shown, bytes) = run("change", "--init fill(600000)");
    assert_eq!(shown, "23.0 20.0 23.0 20.0");
    assert!(bytes > 0 && bytes < 500, "{bytes} bytes are copied");
    let both = run("look", "--init fill(600000) --init more");
    assert_eq!(both, ("600122.0 600023.25 600024.375 600023.25".to_owned(), 0));
    let refused = "index out of bounds of t";
    let output = folder.run("run tables.f90 --kernel look --in i.csv --out o.csv");
    assert!(output.stderr.contains(refused), "{}", output.stderr);
}
