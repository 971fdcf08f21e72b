//! Walks the table: each row is called by place, by keyword and with every mistake that there is.

use super::row::{Category, Class, Conversion, Inquiry, IntrinsicProcedure, Meaning, R4, Rank};
use super::table::TABLE;
use super::{intrinsic_function, intrinsic_subroutine};
use crate::compile::compile;
use crate::form::SourceForm;
use crate::resolved::{Argument, Program, StatementKind};
use crate::source::SourceMap;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// A scalar, a vector and a matrix of each type; `u` takes the results of functions.
const DECLARATIONS: &str = "
  integer :: i, i_1(2), i_2(2, 2)
  integer(8) :: k, k_1(2), k_2(2, 2)
  real :: r, r_1(2), r_2(2, 2)
  double precision :: d, d_1(2), d_2(2, 2)
  complex :: c, c_1(2), c_2(2, 2)
  complex(8) :: z, z_1(2), z_2(2, 2)
  logical :: l, l_1(2), l_2(2, 2)
  character(4) :: t, t_1(2), t_2(2, 2)
  real, allocatable :: g(:), h(:)
  real, optional :: o
  external u
";

/// The variable of a type and rank.
fn variable(ty: Type, rank: usize) -> String {
    let name = match ty {
        Type::Integer(IntegerKind::I8) => "k",
        Type::Integer(_) => "i",
        Type::Real(RealKind::R4) => "r",
        Type::Real(RealKind::R8) => "d",
        Type::Complex(RealKind::R4) => "c",
        Type::Complex(RealKind::R8) => "z",
        Type::Logical => "l",
        Type::Character => "t",
    };
    if rank == 0 { name.to_owned() } else { format!("{name}_{rank}") }
}

/// The type that an argument of the walk has.
fn type_of(row: &IntrinsicProcedure, at: usize) -> Type {
    let form = row.dummies[at].form;
    match (form.class, form.conversion) {
        (_, Conversion::To(ty)) | (Class::Exactly(ty), _) => ty,
        (Class::Integer | Class::Kind, _) => Type::Integer(IntegerKind::I4),
        (Class::Complex, _) => Type::Complex(RealKind::R4),
        (Class::Logical, _) => Type::Logical,
        (Class::Character, _) => Type::Character,
        (Class::Same | Class::SameType, _) => type_of(row, 0),
        (Class::Any, _) if matches!(row.name, "and" | "or" | "xor") => Type::Integer(IntegerKind::I4),
        (
            Class::Real | Class::RealOrComplex | Class::Ordered | Class::OrderedOrText | Class::Number | Class::Any,
            _,
        ) => R4,
    }
}

/// The rank that an argument of the walk has.
fn rank_of(row: &IntrinsicProcedure, at: usize) -> usize {
    match row.dummies[at].form.rank {
        Rank::Any if row.name == "is_contiguous" => 1,
        Rank::Any | Rank::Scalar => 0,
        Rank::Array => 1,
        Rank::Exactly(rank) => rank,
        Rank::VectorOrMatrix => 2,
    }
}

/// An argument that is right.
fn right(row: &IntrinsicProcedure, at: usize) -> String {
    let keyword = row.dummies[at].keyword;
    let text = match (row.name, keyword) {
        (_, "kind") if row.result.is_some_and(|result| result.of(&[R4]) == Type::Character) => "1",
        (_, "kind") if row.dummies[at].form.class == Class::Kind => "8",
        (_, "dim") | ("selected_int_kind" | "selected_real_kind", _) => "2 - 1",
        ("selected_char_kind", _) => "'ascii'",
        ("reshape", "shape" | "order") => "[2, 1]",
        ("allocated", _) | ("move_alloc", "from") => "g",
        ("move_alloc", _) => "h",
        ("present", _) => "o",
        _ => return variable(type_of(row, at), rank_of(row, at)),
    };
    text.to_owned()
}

/// The places of the arguments that must be given.
fn needed(row: &IntrinsicProcedure) -> Vec<usize> {
    if row.name == "allocated" { vec![0] } else { (0..row.needed()).collect() }
}

fn by_place(row: &IntrinsicProcedure) -> Vec<String> {
    needed(row).into_iter().map(|at| right(row, at)).collect()
}

fn named(row: &IntrinsicProcedure, at: usize) -> String {
    format!("{} = {}", row.dummies[at].keyword, right(row, at))
}

/// The statement that references a procedure.
fn statement(row: &IntrinsicProcedure, arguments: &[String]) -> String {
    let reference = format!("{}({})", row.name, arguments.join(", "));
    if row.category == Category::Subroutine { format!("call {reference}") } else { format!("call u({reference})") }
}

/// The codes of the errors in a subroutine with one statement, and its program.
fn compiled(statement: &str) -> (Vec<&'static str>, Program) {
    compiled_with("", statement)
}

/// The same with more declarations.
fn compiled_with(declarations: &str, statement: &str) -> (Vec<&'static str>, Program) {
    let text = format!("subroutine s(o){DECLARATIONS}{declarations}{statement}\nend subroutine\n");
    let mut sources = SourceMap::default();
    let file = sources.add("test.f90", text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Free)]);
    let errors = diagnostics.iter().map(|diagnostic| diagnostic.code).filter(|code| code.starts_with('E'));
    (errors.collect(), program)
}

fn expect(statement: &str, expected: &[&str]) {
    assert_eq!(compiled(statement).0, expected, "{statement}");
}

/// Type and rank of the value that the statement passes to `u`.
fn value_of(statement: &str) -> (Type, usize) {
    let (errors, program) = compiled(statement);
    assert_eq!(errors, Vec::<&str>::new(), "{statement}");
    let last = program.units[0].body.last().map(|statement| &statement.kind);
    let Some(StatementKind::Call { arguments, .. }) = last else { panic!("{statement}: {last:?}") };
    match &arguments[..] {
        [Argument::Value(value)] => (value.ty, value.rank()),
        other => panic!("{statement}: {other:?}"),
    }
}

fn supported() -> impl Iterator<Item = &'static IntrinsicProcedure> {
    TABLE.iter().filter(|row| row.meaning != Meaning::Unsupported && !row.name.starts_with('_'))
}

#[test]
fn rows_are_sorted_and_found() {
    assert!(TABLE.is_sorted_by(|one, other| one.order() < other.order()));
    for row in TABLE {
        let found = match row.category {
            Category::Subroutine => intrinsic_subroutine(row.name),
            _ => intrinsic_function(row.name),
        };
        assert!(found.is_some_and(|found| std::ptr::eq(found, row)), "{}", row.name);
    }
    assert!(intrinsic_function("zeroin").is_none() && intrinsic_subroutine("sin").is_none());
}

#[test]
fn dummy_arguments_are_well_formed() {
    for row in TABLE {
        let keywords = row.dummies.iter().map(|dummy| dummy.keyword);
        let places = keywords.clone().map(|keyword| row.place_of(keyword));
        assert!(places.eq((0..row.dummies.len()).map(Some)), "{} has a keyword twice", row.name);
        assert!(row.dummies.is_sorted_by_key(|dummy| dummy.is_optional), "{}", row.name);
        assert_eq!(row.result.is_none(), row.category == Category::Subroutine || row.meaning == Meaning::Unsupported);
        if row.category == Category::System {
            let has_type = |class, conversion| {
                matches!((class, conversion), (Class::Exactly(_) | Class::Character, _) | (_, Conversion::To(_)))
            };
            assert!(row.dummies.iter().all(|dummy| has_type(dummy.form.class, dummy.form.conversion)), "{}", row.name);
        }
    }
}

#[test]
fn each_row_is_reached_by_place_and_by_keyword_in_either_case() {
    for row in supported() {
        let by_place = by_place(row);
        let mut by_keyword: Vec<String> = needed(row).into_iter().map(|at| named(row, at)).collect();
        expect(&statement(row, &by_place), &[]);
        expect(&statement(row, &by_place).to_uppercase(), &[]);
        by_keyword.reverse();
        expect(&statement(row, &by_keyword), &[]);
        expect(&statement(row, &by_keyword).to_uppercase(), &[]);
        for at in needed(row).len()..row.dummies.len() {
            let mut arguments = if row.name == "allocated" { Vec::new() } else { by_place.clone() };
            arguments.push(named(row, at));
            expect(&statement(row, &arguments), &[]);
        }
    }
}

#[test]
fn results_have_the_type_that_the_row_says() {
    for row in supported() {
        let Some(result) = row.result else { continue };
        let mut arguments = by_place(row);
        let types: Vec<Type> = needed(row).into_iter().map(|at| type_of(row, at)).collect();
        let (ty, rank) = value_of(&statement(row, &arguments));
        let expected = result.of(&types);
        assert_eq!(ty, expected, "{}", row.name);
        if row.category == Category::Elemental {
            assert_eq!(rank, 0, "{}", row.name);
            let arrays: Vec<String> = types.iter().map(|ty| variable(*ty, 1)).collect();
            assert_eq!(value_of(&statement(row, &arrays)), (expected, 1), "{}", row.name);
        }
        if let Some(kind) = row.dummies.iter().position(|dummy| dummy.form.class == Class::Kind) {
            arguments.push(named(row, kind));
            let wanted = match expected {
                Type::Integer(_) => Type::Integer(IntegerKind::I8),
                Type::Real(_) => Type::Real(RealKind::R8),
                Type::Complex(_) => Type::Complex(RealKind::R8),
                other => other,
            };
            assert_eq!(value_of(&statement(row, &arguments)).0, wanted, "{}", row.name);
        }
    }
}

/// A generic name with a specific procedure for each type and rank, which is named as the variable is.
fn generic() -> String {
    let types = [IntegerKind::I4, IntegerKind::I8].map(Type::Integer).into_iter();
    let reals = [RealKind::R4, RealKind::R8].into_iter().flat_map(|kind| [Type::Real(kind), Type::Complex(kind)]);
    let types = types.chain(reals).chain([Type::Integer(IntegerKind::I2), Type::Logical, Type::Character]);
    let bodies = types.flat_map(|ty| (0..3).map(move |rank| (ty, rank))).map(|(ty, rank)| {
        let spec = match ty {
            Type::Integer(kind) => format!("integer({})", kind.size()),
            Type::Real(_) => format!("real({})", ty.size()),
            Type::Complex(_) => format!("complex({})", ty.size() / 2),
            Type::Logical => "logical".to_owned(),
            Type::Character => "character(*)".to_owned(),
        };
        let shape = ["", "(:)", "(:, :)"][rank];
        let name = specific(ty, rank);
        format!("subroutine {name}(x)\n{spec}, intent(in) :: x{shape}\nend subroutine\n")
    });
    format!("interface pick\n{}end interface\n", bodies.collect::<String>())
}

fn specific(ty: Type, rank: usize) -> String {
    let stem = if ty == Type::Integer(IntegerKind::I2) { "short" } else { "of" };
    format!("{stem}_{}", variable(ty, rank))
}

/// A generic reference was refused, as one with arguments of unknown types, if its argument was a function that a
/// second list of the functions did not have: ERFC_SCALED and the Bessel functions were missing there.
#[test]
fn results_choose_a_specific_procedure() {
    let mut references = Vec::new();
    for row in supported().filter(|row| row.result.is_some()) {
        let needed = by_place(row);
        references.push((row, needed.clone()));
        if row.category == Category::Elemental {
            let arrays = (0..needed.len()).map(|at| variable(type_of(row, at), 1));
            references.push((row, arrays.collect()));
        }
        // No specific procedure takes LOGICAL(8); ALLOCATED takes one argument of two.
        let is_counted = |keyword: &str| !matches!((row.name, keyword), ("logical", "kind") | ("allocated", _));
        for at in (needed.len()..row.dummies.len()).filter(|at| is_counted(row.dummies[*at].keyword)) {
            references.push((row, [&needed[..], &[named(row, at)]].concat()));
        }
    }
    let text = |(row, arguments): &(&IntrinsicProcedure, Vec<String>)| {
        format!("call pick({}({}))", row.name, arguments.join(", "))
    };
    let texts: Vec<String> = references.iter().map(text).collect();
    let (errors, program) = compiled_with(&generic(), &texts.join("\n"));
    assert_eq!(errors, Vec::<&str>::new());
    let unit = &program.units[0];
    let chosen = unit.body.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Call { procedure, .. } => Some(unit.symbols[*procedure].name.as_str()),
        _ => None,
    });
    let chosen: Vec<&str> = chosen.collect();
    assert_eq!(chosen.len(), references.len());
    for ((row, arguments), (chosen, text)) in references.iter().zip(chosen.into_iter().zip(texts)) {
        let (ty, rank) = value_of(&statement(row, arguments));
        assert_eq!(chosen, specific(ty, rank), "{text}");
    }
}

#[test]
fn missing_and_superfluous_arguments_are_reported() {
    for row in supported() {
        let all = row.dummies.len();
        for left_out in 0..row.needed() {
            let others = (0..row.needed()).filter(|at| *at != left_out);
            expect(&statement(row, &others.map(|at| named(row, at)).collect::<Vec<_>>()), &["E0231"]);
        }
        let mut arguments = by_place(row);
        arguments.push("nothing = 1".to_owned());
        expect(&statement(row, &arguments), &["E0234"]);
        // ATAN(Y, X) is ATAN2(Y, X); Bessel functions may have a range of orders.
        let takes_more = row.name == "atan";
        let takes_range = matches!(row.name, "bessel_jn" | "bessel_yn");
        if !row.is_variadic() && !takes_more && !takes_range {
            let mut too_many: Vec<String> = (0..all).map(|at| right(row, at)).collect();
            too_many.push("i".to_owned());
            expect(&statement(row, &too_many), &["E0232"]);
        }
        if all > 0 {
            expect(&statement(row, &[right(row, 0), named(row, 0)]), if takes_more { &[] } else { &["E0233"] });
            expect(&statement(row, &[named(row, 0), right(row, all - 1)]), &["E0235"]);
        }
    }
}

#[test]
fn arguments_of_another_type_or_rank_are_reported() {
    for row in supported() {
        // What requires a kind takes constants.
        let takes_constants = matches!(
            row.meaning,
            Meaning::Inquiry(Inquiry::SelectedIntKind | Inquiry::SelectedRealKind | Inquiry::SelectedCharKind)
        );
        for (at, dummy) in row.dummies.iter().enumerate().filter(|_| !takes_constants) {
            let with = |wrong: String| {
                let others = needed(row).into_iter().filter(|other| *other != at).map(|other| named(row, other));
                let arguments: Vec<String> = others.chain([format!("{} = {wrong}", dummy.keyword)]).collect();
                statement(row, &arguments)
            };
            let wrong_type = match (dummy.form.class, type_of(row, at)) {
                (Class::Any | Class::Kind, _) => None,
                (Class::OrderedOrText, _) => Some(Type::Logical),
                (_, Type::Character) => Some(Type::Integer(IntegerKind::I4)),
                _ => Some(Type::Character),
            };
            if let Some(ty) = wrong_type {
                expect(&with(variable(ty, rank_of(row, at))), &["E0226"]);
            }
            let wrong_rank = match dummy.form.rank {
                Rank::Any => continue,
                Rank::Scalar => 1,
                Rank::Array | Rank::Exactly(_) | Rank::VectorOrMatrix => 0,
            };
            expect(&with(variable(type_of(row, at), wrong_rank)), &["E0226"]);
        }
    }
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for row in TABLE.iter().filter(|row| row.meaning == Meaning::Unsupported) {
        expect(&statement(row, &["i".to_owned()]), &["E0975"]);
    }
}
