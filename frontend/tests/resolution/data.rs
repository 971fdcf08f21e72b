//! Initial values from DATA and declarations.

use super::show::{show_constant, unit_of};
use forlane_frontend::resolved::{Storage, SymbolClass};
use pretty_assertions::assert_eq;

/// The initial values of each variable that has some, as `name: first*count=value …`.
fn initial(text: &str) -> Vec<String> {
    let unit = unit_of(&format!("{text}\nend\n"));
    let mut shown = Vec::new();
    for (_, symbol) in unit.symbols.iter() {
        let SymbolClass::Variable(variable) = &symbol.class else { continue };
        if variable.initial.is_empty() {
            continue;
        }
        assert_eq!(variable.storage, Storage::Static);
        let runs =
            variable.initial.iter().map(|run| format!(" {}*{}={}", run.first, run.count, show_constant(&run.value)));
        shown.push(format!("{}:{}", symbol.name, runs.collect::<String>()));
    }
    shown
}

#[test]
fn whole_arrays_take_values_with_repeat_counts() {
    assert_eq!(initial("real a(6)\ndata a /2*1.0, 1, 3*-0.5/"), ["a: 0*3=1.0_r4 3*3=-0.5_r4"]);
    assert_eq!(
        initial("integer k(2), n\nlogical l\ndata k, n, l /2*7, 3, .true./"),
        ["k: 0*2=7", "n: 0*1=3", "l: 0*1=true"]
    );
    // Zero and minus zero are equal, but not the same value.
    assert_eq!(initial("real a(2)\ndata a /0.0, -0.0/"), ["a: 0*1=0.0_r4 1*1=-0.0_r4"]);
    assert_eq!(initial("real a(100000000)\ndata a /100000000*1.5/"), ["a: 0*100000000=1.5_r4"]);
}

#[test]
fn implied_do_goes_through_elements_in_its_order() {
    let text = "integer a(2, 3)\ndata ((a(i, j), j = 1, 3), i = 1, 2) /1, 2, 3, 4, 5, 6/";
    assert_eq!(initial(text), ["a: 0*1=1 1*1=4 2*1=2 3*1=5 4*1=3 5*1=6"]);
    let text = "parameter (n = 2)\ndouble precision b(-1:5)\ndata (b(2*i - 1), i = 0, n) /3*0.5/, b(0) /4/";
    assert_eq!(initial(text), ["b: 0*1=0.5_r8 1*1=4.0_r8 2*1=0.5_r8 4*1=0.5_r8"]);
    assert_eq!(initial("real a(3)\ndata (a(i), i = 3, 1, -1) /1, 2, 3/"), ["a: 0*1=3.0_r4 1*1=2.0_r4 2*1=1.0_r4"]);
}

#[test]
fn declarations_give_initial_values() {
    assert_eq!(initial("integer :: n = 3, k(4) = 2 * 5"), ["n: 0*1=3", "k: 0*4=10"]);
    assert_eq!(initial("real x /1.5/, y(2) /2*2/"), ["x: 0*1=1.5_r4", "y: 0*2=2.0_r4"]);
}

#[test]
fn data_may_stand_among_executable_statements() {
    assert_eq!(initial("x = y\ndata y /2.5/"), ["y: 0*1=2.5_r4"]);
}
