//! Prints expressions of a random program, each as a value of the type that is wanted.

use super::callee::Callee;
use super::tree::{Expr, Kind};

/// Constants and variables of a type. The greatest INTEGER is not a constant, nor are REALs that no INTEGER can be:
/// gfortran would fold what overflows in its own way.
fn leaves(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::I4 => &[
            "1", "I1", "I2", "I3", "0", "I1", "I2", "U", "M1", "M2", "I1", "I2", "(-1)", "7", "I3", "I1", "K", "KI",
            "EI(2)",
        ],
        Kind::I8 => &["J1", "J2", "J3", "INT(2, 8)", "N1", "INT(I1, 8)", "5000000000_8", "J1", "J2", "EJ"],
        Kind::R4 => &["1.0", "R1", "R2", "R3", "0.0", "(-2.25)", "RH", "R1", "R2", "16777216.0", "KR"],
        Kind::R8 => &["1.0D0", "D1", "D2", "D3", "0.0D0", "(-3.5D0)", "DH", "D1", "D2", "0.1D0", "KD", "ED(1)"],
        Kind::L => &[
            "L1",
            "L2",
            "L3",
            ".TRUE.",
            "(I1 .GT. 3)",
            "(I1 .LT. I2)",
            "(D1 .LT. D2)",
            "(D1 .LE. 1.5D0)",
            "(J1 .EQ. J2)",
            "(R1 .GE. 0.5)",
            "(U .GT. 2)",
            "(I2 .NE. 0)",
            "(I3 .LE. I2)",
            "(D3 .GT. 0.0D0)",
            ".FALSE.",
            "(R1 .NE. R2)",
            "KL",
        ],
    }
}

/// Patterns of operations on one value of the type, `a`.
fn unary(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::I4 | Kind::I8 => &["(-a)", "ABS(a)", "(a*2)", "(a + 1)", "(a/3)"],
        Kind::R4 => &["(-a)", "ABS(a)", "SQRT(a)", "(a*0.5)", "AINT(a)", "ANINT(a)", "SIN(a)", "(a**2)"],
        Kind::R8 => &["(-a)", "ABS(a)", "SQRT(a)", "(a*0.5D0)", "AINT(a)", "ANINT(a)", "EXP(a)", "(a**3)", "COS(a)"],
        Kind::L => &["(.NOT. a)"],
    }
}

/// Patterns of operations on two values of the type, `a` and `b`; `i` is the second as INTEGER, `d` as REAL(8).
fn binary(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::I4 | Kind::I8 => &[
            "(a + b)",
            "(a - b)",
            "(a*b)",
            "(a/b)",
            "MOD(a, b)",
            "MIN(a, b)",
            "MAX(a, b)",
            "SIGN(a, b)",
            "DIM(a, b)",
            "(a**MOD(ABS(b), 5))",
            // Of a constant that is a power of two, gfortran shifts, and not by what is too far.
            "((a + I3)**b)",
            "(a + i)",
            "MAX(a, b, 2*a)",
            "(a + SFI(i, i - 1))",
            "(a + b)",
        ],
        Kind::R4 => &[
            "(a + b)",
            "(a - b)",
            "(a*b)",
            "(a/b)",
            "MOD(a, b)",
            // Of a NaN, and of zeros of both signs, gfortran takes the one that is in the register at hand.
            "MIN(REAL(i), 7.5)",
            "MAX(-2.5, REAL(i))",
            "SIGN(a, b)",
            "DIM(a, b)",
            "(a**i)",
            "(a + i)",
            "(a*b + a)",
            "(a**b)",
            "ATAN2(a, b)",
        ],
        Kind::R8 => &[
            "(a + b)",
            "(a - b)",
            "(a*b)",
            "(a/b)",
            "MOD(a, b)",
            "MIN(DBLE(i), 7.5D0)",
            "MAX(-2.5D0, DBLE(i))",
            "SIGN(a, b)",
            "DIM(a, b)",
            "(a**i)",
            "(a + i)",
            "(a*b - b)",
            "(a**b)",
            "MIN(DBLE(i), 3.5D0, 0.5D0)",
            "SFD(d)",
        ],
        Kind::L => &[
            "(a .AND. b)",
            "(a .OR. b)",
            "(a .EQV. b)",
            "(a .NEQV. b)",
            "(i .LT. I1)",
            "(I2 .GE. i)",
            "(d .GT. D1)",
            "(d .LE. 1.0D0)",
            "(i .EQ. 0)",
            "(a .AND. .NOT. b)",
            "(i .GT. 2)",
            "(d .NE. d)",
        ],
    }
}

/// Puts values in place of the small letters of a pattern.
fn fill(pattern: &str, value: impl Fn(char) -> String) -> String {
    let part = |character| match character {
        'a' | 'b' | 'i' | 'd' => value(character),
        _ => String::from(character),
    };
    pattern.chars().map(part).collect()
}

/// Picks by the remainder.
pub fn pick<T: Copy>(choices: &[T], number: u8) -> T {
    choices[usize::from(number) % choices.len()]
}

/// An element of an array of that type.
pub fn element(kind: Kind, is_safe: bool, array: u8, index: &Expr, functions: &[Callee], assigned: bool) -> String {
    let index = print(index, Kind::I4, functions);
    let within = |count: u32| match is_safe {
        true => format!("MOD(ABS({index}), {count})"),
        false => index.clone(),
    };
    match (kind, array % 2 == 1 && !assigned) {
        (Kind::I4, false) => format!("IA(1 + {})", within(5)),
        (Kind::I4, true) => format!("IT(1 + {})", within(6)),
        (Kind::I8, _) => format!("JA(1 + {})", within(3)),
        (Kind::R4, _) => format!("RA(1 + {}, 1 + {})", within(2), within(3)),
        (Kind::R8, false) => format!("DA({} - 1)", within(5)),
        (Kind::R8, true) => format!("T(1 + {})", within(8)),
        (Kind::L, _) => format!("LA(1 + {})", within(4)),
    }
}

/// Prints a value of that type. `functions` are those that can be called, all of REAL(8).
pub fn print(expr: &Expr, kind: Kind, functions: &[Callee]) -> String {
    match expr {
        Expr::Leaf(number) => pick(leaves(kind), *number).to_owned(),
        Expr::Unary(op, a) => fill(pick(unary(kind), *op), |_| print(a, kind, functions)),
        Expr::Binary(op, a, b) => fill(pick(binary(kind), *op), |letter| match letter {
            'a' => print(a, kind, functions),
            'b' => print(b, kind, functions),
            'i' => print(b, Kind::I4, functions),
            _ => print(b, Kind::R8, functions),
        }),
        Expr::Element(is_safe, array, index) => element(kind, *is_safe, *array, index, functions, false),
        Expr::Converted(from, a) => converted(*from, kind, print(a, *from, functions)),
        Expr::Function(function, a, b) if !functions.is_empty() => {
            let function = &functions[usize::from(*function) % functions.len()];
            let (a, b) = (print(a, Kind::I4, functions), print(b, Kind::R8, functions));
            converted(
                Kind::R8,
                kind,
                // In parentheses they are values: the function assigns `K` and variables in COMMON.
                format!("{}(K, ({a}), ({b}){})", function.name, function.further_arguments([9999; 2])),
            )
        }
        Expr::Function(_, a, _) => print(a, kind, functions),
    }
}

fn converted(from: Kind, to: Kind, value: String) -> String {
    match (from, to) {
        _ if from == to => value,
        (Kind::L, _) => pick(leaves(to), value.len() as u8).to_owned(),
        // Of a value that is not negative, or whole, gfortran says the same of the integer, also where it is out of
        // range.
        (Kind::R4 | Kind::R8, Kind::I4) if value.len().is_multiple_of(2) => format!("NINT(0.5 - {value})"),
        (Kind::R4 | Kind::R8, Kind::I4) => format!("INT(0.5 - {value})"),
        (Kind::R4 | Kind::R8, Kind::I8) => format!("INT(0.5 - {value}, 8)"),
        (_, Kind::I4) => format!("INT({value})"),
        (_, Kind::I8) => format!("INT({value}, 8)"),
        (_, Kind::R4) => format!("REAL({value})"),
        (_, Kind::R8) => format!("DBLE({value})"),
        (Kind::I4 | Kind::I8, Kind::L) => format!("({value} .GT. 1)"),
        (_, Kind::L) => format!("({value} .LT. 2.0)"),
    }
}
