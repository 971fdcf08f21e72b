//! What callers see of a kernel's arguments: the parameters say which argument of the source each of them belongs to.

use forlane::interface::Extent;
use forlane::{ArgumentShapes, CompileOptions, Program, Setup};
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::{Companion, Stage};
use forlane_jit::{Parameter, Role};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};

const SOURCE: &str = "\
module poles
contains
  complex(8) function pole(z, a)
    complex(8), intent(in) :: z
    real(8), intent(in) :: a(:)
    pole = z*a(1)
  end function
end module
";

fn parameters(program: &Program) -> Vec<Parameter> {
    let source = program.kernel_source("pole", &PassOptions::default(), &mut PassReport::default());
    source.unwrap_or_else(|error| panic!("{error}")).parameters
}

fn roles(parameters: &[Parameter]) -> Vec<(&str, &Role)> {
    parameters.iter().map(|parameter| (parameter.name.as_str(), &parameter.role)).collect()
}

#[test]
fn parameters_say_what_they_are_for_the_arguments() {
    let program = Program::from_source("poles.f90", SOURCE).unwrap_or_else(|error| panic!("{error}"));
    let of = |name: &str| name.to_owned();
    let imaginary = |name: &str| Role::Companion { what: Companion::ImaginaryPart, of: of(name) };
    let expected = [
        ("pole.re", &Role::RealPart { of: of("pole") }),
        ("pole.im", &imaginary("pole")),
        ("z.re", &Role::RealPart { of: of("z") }),
        ("z.im", &imaginary("z")),
        ("a", &Role::Argument),
        ("a.extent.1", &Role::Companion { what: Companion::Extent(1), of: of("a") }),
    ];
    assert_eq!(roles(&parameters(&program)), expected);
}

/// The text of a unit says which of its arrays of two elements are COMPLEX numbers, so that they are pairs of columns
/// here, too.
#[test]
fn a_unit_from_text_has_the_parameters_of_its_source() {
    let program = Program::from_source("poles.f90", SOURCE).unwrap_or_else(|error| panic!("{error}"));
    let units = program.at_stage(Stage::Cfg, &Inputs::varying(), &PassOptions::default(), &mut PassReport::default());
    let text = print_program(&units.unwrap_or_else(|error| panic!("{error}")));
    let read = parse_program(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let from_text = Program::from_units(read).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(parameters(&from_text), parameters(&program));
}

/// One text for all rows goes to a kernel in each shape that it may be compiled for; texts that do not fit are errors.
#[test]
fn texts_are_given_to_kernels() {
    let source = "integer function place(text, part)\n character(*) text\n character(3) part\n\
                  \x20place = index(text, trim(part)) + 10*len(text)\nend\n";
    let program = forlane::compile("place.f90", source).unwrap();
    let source = program.kernel_source("place", &PassOptions::default(), &mut PassReport::default()).unwrap();
    assert_eq!(source.arguments()[0].length, Some(Extent::Any));
    assert_eq!(source.arguments()[1].length, Some(Extent::Constant(3)));
    let all = ArgumentShapes::default().shared("text").uniform("text.len").shared("part").uniform("part.len");
    for shapes in [ArgumentShapes::default(), all.clone(), ArgumentShapes::default().shared("text")] {
        for gang in [1, 4, 16] {
            let options = CompileOptions { gang: Some(gang), ..CompileOptions::default() };
            let kernel = source.compile(shapes.clone(), &options).unwrap();
            let mut place = [0; 5];
            let call = kernel.call().text("text", "banana").text("part", "an    ").output("place", &mut place);
            assert!(call.run().unwrap().failures.is_empty());
            assert_eq!(place, [62; 5], "gang {gang}");
        }
    }
    let kernel = program.kernel("place").unwrap();
    let mut place = [0; 3];
    let texts = ["xab", "", "  ab"];
    kernel.call().texts("text", &texts).text("part", "ab").output("place", &mut place).run().unwrap();
    assert_eq!(place, [32, 0, 43]);
    let call = kernel.call().texts("text", &texts).texts("part", &["a", "abc", "abcd"]).output("place", &mut place);
    let error = call.run().unwrap_err().to_string();
    assert_eq!(error, "argument `part`, row 2: `abcd` does not fit CHARACTER(3)");
    let kernel = source.compile(ArgumentShapes::default().uniform("text.len"), &CompileOptions::default()).unwrap();
    let call = kernel.call().texts("text", &texts).text("part", "ab").output("place", &mut place);
    let error = call.run().unwrap_err().to_string();
    assert_eq!(error, "argument `text`, row 1: it has another length than the first one");
}

/// Arrays of texts, of each row and of all, in a call from Rust; none of them is read beyond its end.
#[test]
fn arrays_of_texts_are_given_from_rust() {
    let text = "subroutine join(names, units, n, out)\n character(*), intent(in) :: names(2)\n\
        character(2), intent(in) :: units(3)\n integer, intent(out) :: n\n character(4), intent(out) :: out(2)\n\
        integer i\n n = len(names)\n do i = 1, 2\n out(i) = trim(names(i))//units(i + 1)\n end do\nend subroutine\n";
    let program = Program::from_source("join.f90", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = program.kernel("join").unwrap_or_else(|error| panic!("{error}"));
    let names = ["a", "bcd", "", "", "ef", "g"];
    let (mut n, mut out) = ([0; 3], [0; 24]);
    let call = kernel.call().row_texts("names", 2, &names).shared_texts("units", &["m", "km", "s"]);
    call.output("n", &mut n).row_texts_output("out", 2, 4, &mut out).run().unwrap();
    assert_eq!((n, &out[..]), ([3, 0, 2], &b"akm bcdskm  s   efkmgs  "[..]));
    let call = kernel.call().row_texts("names", 2, &names).shared_texts("units", &["m", "km", "mile"]);
    let error = call.output("n", &mut n).row_texts_output("out", 2, 4, &mut out).run().unwrap_err();
    assert_eq!(error.to_string(), "argument `units`, row 0: `mile` does not fit CHARACTER(2)");
    let odd = kernel.call().row_texts("names", 2, &names[..5]).shared_texts("units", &["m", "km", "s"]);
    let error = odd.output("n", &mut n[..2]).row_texts_output("out", 2, 4, &mut out[..16]).run().unwrap_err();
    assert_eq!(error.to_string(), "argument `names` has 5 texts, arrays of 2 for 2 rows are expected");
}

/// What one setup left allocated is there for the calls of the next one, which may free it.
#[test]
fn allocated_arrays_stay_from_setup_to_setup() {
    let text = "module kept\n integer, allocatable :: a(:), b(:)\ncontains\n\
        subroutine first()\n a = [1, 2, 3]\n b = [4, 5]\nend subroutine\n\
        subroutine second()\n a = [a, size(b)]\n deallocate (b)\nend subroutine\n\
        subroutine third()\n a(1) = 10\nend subroutine\n\
        subroutine sums(total)\n integer, intent(out) :: total\n total = sum(a)*10\n if (allocated(b)) total = total + size(b)\nend subroutine\n\
        end module\n";
    let mut program = Program::from_source("kept.f90", text).unwrap_or_else(|error| panic!("{error}"));
    for (call, expected) in [("first", 62), ("second", 80), ("third", 170)] {
        let setup = Setup::default().call(call).unwrap();
        program = program.set_up(&setup, &mut std::io::empty(), &mut std::io::stderr()).unwrap();
        let mut total = [0; 3];
        program.kernel("sums").unwrap().call().output("total", &mut total).run().unwrap();
        assert_eq!(total, [expected; 3], "{call}");
    }
}

/// What results are before is seen where a row neither assigns one nor fails, and then it is zero: not where each row
/// assigns one, so that nothing is written there before.
#[test]
fn results_do_not_depend_on_what_they_were() {
    let source = "subroutine halves(n, always, sometimes, by_call)\n\
                  \x20 integer, intent(in) :: n\n  integer :: always, sometimes, by_call\n\
                  \x20 call set(n, by_call)\n  if (mod(n, 3) == 0) sometimes = n\n\
                  \x20 always = 12/mod(n, 5)\nend\n\
                  subroutine set(n, x)\n  integer n, x\n  if (n > 20) then\n    x = -n\n  else\n    x = n\n  end if\nend\n";
    let program = forlane::compile("halves.f90", source).unwrap();
    let source = program.kernel_source("halves", &PassOptions::default(), &mut PassReport::default()).unwrap();
    let n: Vec<i32> = (1..=100).collect();
    let expected = |n: &i32| match (n % 5, n % 3) {
        (0, _) => [0; 3],
        (rest, third) => [12 / rest, if third == 0 { *n } else { 0 }, if *n > 20 { -n } else { *n }],
    };
    let expected: Vec<[i32; 3]> = n.iter().map(expected).collect();
    for gang in [None, Some(1), Some(4), Some(16)] {
        let kernel = source.compile(ArgumentShapes::default(), &CompileOptions { gang, ..CompileOptions::default() });
        let kernel = kernel.unwrap();
        let [mut always, mut sometimes, mut by_call] = [(); 3].map(|()| vec![9; n.len()]);
        let call = kernel.call().input("n", &n).output("always", &mut always);
        let outcome = call.output("sometimes", &mut sometimes).output("by_call", &mut by_call).run().unwrap();
        let failed: Vec<usize> = outcome.failures.iter().map(|(row, _)| *row).collect();
        assert_eq!(failed, (4..100).step_by(5).collect::<Vec<_>>(), "{gang:?}");
        assert!(outcome.report.has_failed);
        let found = (0..n.len()).map(|row| [always[row], sometimes[row], by_call[row]]);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{gang:?}");
        let few = [1, 2, 3];
        let call = kernel.call().input("n", &few).output("always", &mut always[..3]);
        let outcome = call.output("sometimes", &mut sometimes[..3]).output("by_call", &mut by_call[..3]).run().unwrap();
        assert!(!outcome.report.has_failed && outcome.failures.is_empty());
        assert_eq!((&always[..3], &sometimes[..3]), (&[12, 6, 4][..], &[0, 0, 3][..]), "{gang:?}");
    }
}
