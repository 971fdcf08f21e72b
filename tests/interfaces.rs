//! What callers see of a kernel's arguments: the parameters say which argument of the source each of them belongs to.

use forlane::Program;
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
