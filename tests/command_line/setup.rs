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

/// Where a setting decided that a branch is not taken, the results that only it assigns had no columns, so that tables of
/// two runs did not fit together.
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
