//! Which statement is it? Fortran has no reserved words, so the answer is a step of its own, before parsing.
//!
//! A statement is an assignment if a name, or a name with parentheses, and `=` begin it, unless it is a DO: that has a
//! comma outside of parentheses after the `=`. So `DO 10 I = 1.10` and `IF(I) = 3` are assignments. All others begin
//! with a keyword, perhaps after `name:`. In fixed form nothing separates a keyword from what follows.

use super::coarrays::after_image;
use super::input::Input;
use super::keywords::BY_LETTER;
use super::lexical::{after_keyword, after_name, name, symbol};
use super::specification::type_spec;
use super::unit::prefixes;
use super::unsupported::{self, Unsupported};
use crate::tree::{Name, Prefix, TransferKind, UnitWord};

/// What a statement is, by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Assignment,
    Program,
    Module,
    Subroutine,
    Function,
    BlockData,
    /// A procedure with RECURSIVE, PURE or the like in front.
    PrefixedProcedure,
    Submodule,
    /// MODULE PROCEDURE as the first statement of a definition.
    ModuleProcedure,
    EndUnit,
    TypeDeclaration,
    DerivedType,
    EndDerivedType,
    Sequence,
    Dimension,
    Parameter,
    Implicit,
    Data,
    External,
    Intrinsic,
    Save,
    Common,
    Namelist,
    Equivalence,
    Format,
    Continue,
    Image,
    Goto,
    Assign,
    Entry,
    If,
    ElseIf,
    Else,
    EndIf,
    Do,
    EndDo,
    Exit,
    Cycle,
    Call,
    Return,
    Stop,
    Pause,
    /// OPEN and the other statements about units.
    Unit(TransferKind),
    Print,
    Write,
    Read,
    Use,
    Import,
    Access,
    /// INTENT, TARGET and the like as statements.
    Attribute,
    Contains,
    Interface,
    EndInterface,
    /// PROCEDURE declarations.
    Procedure,
    Enum,
    Enumerator,
    EndEnum,
    SelectCase,
    SelectType,
    TypeGuard,
    SelectRank,
    RankGuard,
    Case,
    EndSelect,
    Block,
    EndBlock,
    Associate,
    EndAssociate,
    Allocatable,
    Allocate,
    Deallocate,
    Nullify,
    Where,
    Elsewhere,
    EndWhere,
    Forall,
    EndForall,
    Unsupported(Unsupported),
    Unknown,
}

/// Classifies a statement. The results: its class, the name of the construct that it begins, and the statement after
/// that. `inside` says that a program unit has begun.
pub(super) fn classify(input: Input, inside: bool) -> (Class, Option<Name>, Input) {
    let (construct, rest) = construct_name(input);
    let class = class_of(rest, inside);
    (class, construct, rest)
}

/// construct-name: name `:`
fn construct_name(input: Input) -> (Option<Name>, Input) {
    if after_name(input).is_none_or(|rest| rest.first_byte() != Some(b':')) {
        return (None, input.trimmed());
    }
    let named = name(input).and_then(|(rest, name)| symbol(":")(rest).map(|(rest, _)| (rest, name)));
    match named {
        Ok((rest, name)) if !rest.text().starts_with(':') && !rest.trimmed().text().is_empty() => {
            (Some(name), rest.trimmed())
        }
        _ => (None, input.trimmed()),
    }
}

fn class_of(input: Input, inside: bool) -> Class {
    if is_assignment(input) {
        return Class::Assignment;
    }
    if is_typed_function(input, inside) {
        return Class::Function;
    }
    let ends = |rest: Input<'_>| rest.trimmed().text().is_empty();
    if after_keyword("end", input).is_some_and(ends) || after_keyword("end block data", input).is_some() {
        return Class::EndUnit;
    }
    if after_keyword("block", input).is_some_and(|rest| rest.trimmed().text().is_empty()) {
        return Class::Block;
    }
    if is_typing(input) {
        return Class::Print;
    }
    // In free form too no blank need be between END and the word after it.
    if ends_unit(input) {
        return Class::EndUnit;
    }
    if is_separate_procedure(input) {
        return Class::PrefixedProcedure;
    }
    if is_module_procedure(input) {
        return Class::ModuleProcedure;
    }
    if after_keyword("pointer", input).is_some_and(|rest| rest.trimmed().text().starts_with('(')) {
        return Class::Unsupported(unsupported::POINTER);
    }
    if let Some(class) = type_definition(input) {
        return class;
    }
    let letter = input.first_byte().filter(u8::is_ascii_lowercase);
    let rows = letter.map_or(&[][..], |letter| &BY_LETTER[usize::from(letter - b'a')]);
    let longest = rows.iter().find(|(word, _)| after_keyword(word, input).is_some()).copied();
    match longest {
        Some((_, Class::EndUnit)) => Class::Unknown,
        Some((_, class)) => class,
        None => Class::Unknown,
    }
}

/// True for END with the word of a program unit.
fn ends_unit(input: Input) -> bool {
    let Some(rest) = after_keyword("end", input).or_else(|| input.text().strip_prefix("end").map(|_| input.skip(3)))
    else {
        return false;
    };
    UnitWord::ALL.into_iter().any(|word| after_keyword(word.word(), rest).is_some())
}

/// True for `name =` and `name(…) =`, unless it is the beginning of a DO with bounds.
fn is_assignment(input: Input) -> bool {
    let Some(rest) = after_name(input).map(|rest| rest.trimmed()) else { return false };
    let rest = if rest.text().starts_with('(') { after_parentheses(rest) } else { Some(rest) };
    let rest = rest.map(|rest| after_image(rest).trimmed());
    // A second pair of parentheses would be a substring, and `%` a component.
    let Some(mut rest) = rest else { return false };
    if rest.text().starts_with('(') {
        let Some(after) = after_parentheses(rest) else { return false };
        rest = after;
    }
    if rest.text().starts_with('%') {
        return has_equals(rest);
    }
    let Some(value) = rest.text().strip_prefix('=') else { return false };
    if value.starts_with('=') {
        return false;
    }
    let do_begins = if input.is_free() { after_keyword("do", input).is_some() } else { input.text().starts_with("do") };
    !(is_old_parameter(input) || do_begins && has_comma(rest.skip(1)))
}

/// True for `PARAMETER name = …` of fixed form, which could assign to a variable but for the blank.
fn is_old_parameter(input: Input) -> bool {
    let after = after_keyword("parameter", input).filter(|rest| !rest.is_free() && rest.line().separated(rest.at()));
    after.and_then(after_name).is_some_and(|rest| rest.trimmed().text().starts_with('='))
}

/// What follows the parentheses that open here, without blanks; none if they are not closed.
pub(super) fn after_parentheses(input: Input) -> Option<Input> {
    after_pair(input, ['(', ')'])
}

/// The same of this pair of characters.
pub(super) fn after_pair(input: Input, [open, close]: [char; 2]) -> Option<Input> {
    let mut depth = 0usize;
    let close = outside_text(input).find(|(_, character)| {
        match *character {
            one if one == open => depth += 1,
            one if one == close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    close.map(|(at, _)| input.skip(at + 1).trimmed())
}

/// True if a comma is outside of parentheses.
fn has_comma(input: Input) -> bool {
    outside_parentheses(input).any(|character| character == ',')
}

/// True if a `=` is outside of parentheses.
fn has_equals(input: Input) -> bool {
    outside_parentheses(input).any(|character| character == '=')
}

fn outside_parentheses(input: Input) -> impl Iterator<Item = char> {
    let mut depth = 0i32;
    outside_text(input).filter_map(move |(_, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(character)
    })
}

/// The characters outside of text and Hollerith constants, with their byte offsets.
pub(super) fn outside_text(input: Input) -> impl Iterator<Item = (usize, char)> {
    let constants = input.line().constants(input.at());
    let mut constants = constants.peekable();
    let from = input.at();
    input.text().char_indices().filter(move |(at, _)| {
        let place = from + at;
        while constants.next_if(|range| range.end <= place).is_some() {}
        constants.peek().is_none_or(|range| place < range.start)
    })
}

/// True for FUNCTION with a type in front. Inside of a unit in fixed form, `REAL FUNCTIONS(N)` declares an array,
/// unless a blank or line end separates what may be the function's name.
fn is_typed_function(input: Input, inside: bool) -> bool {
    let types = [
        "integer",
        "real",
        "double precision",
        "complex",
        "double complex",
        "logical",
        "byte",
        "character",
        "type",
        "class",
    ];
    if !types.iter().any(|word| after_keyword(word, input).is_some()) {
        return false;
    }
    let Ok((rest, _)) = type_spec(input) else { return false };
    let (rest, _) = prefixes(rest);
    let Some(rest) = after_keyword("function", rest) else { return false };
    let separated = rest.line().separated(rest.at());
    let Ok((rest, _)) = name(rest) else { return false };
    let Ok((rest, _)) = symbol("(")(rest) else { return false };
    let names_follow = symbol(")")(rest).is_ok() || name(rest).is_ok() || symbol("*")(rest).is_ok();
    names_follow && (input.is_free() || separated || !inside)
}

/// True for TYPE as old compilers have it for PRINT: `TYPE *`, `TYPE label` and `TYPE 'format'`.
fn is_typing(input: Input) -> bool {
    let is_format = |byte: u8| byte.is_ascii_digit() || b"*'\"".contains(&byte);
    after_keyword("type", input).and_then(|rest| rest.trimmed().first_byte()).is_some_and(is_format)
}

/// True for MODULE among the prefixes of SUBROUTINE or FUNCTION. In fixed form a blank or line end separates a name
/// without arguments, which would be a part of a module's.
fn is_separate_procedure(input: Input) -> bool {
    if !input.text().contains("module") {
        return false;
    }
    let typed = type_spec(input).map_or(input, |(rest, _)| rest);
    let (rest, found) = prefixes(typed);
    let rest = type_spec(rest).map_or(rest, |(rest, _)| rest);
    let (rest, more) = prefixes(rest);
    let is_separate = found.into_iter().chain(more).any(|prefix| prefix == Prefix::Module);
    let is_header = |word: &&'static str| {
        let Some(name) = after_keyword(word, rest) else { return false };
        let is_clear = input.is_free() || name.line().separated(name.at());
        let after = after_name(name).map(|rest| rest.trimmed().text());
        after.is_some_and(|after| is_clear && after.is_empty() || after.starts_with('('))
    };
    is_separate && ["subroutine", "function"].iter().any(is_header)
}

/// True for MODULE PROCEDURE and one name, in fixed form with a blank or line end in front of that.
fn is_module_procedure(input: Input) -> bool {
    let name = after_keyword("module procedure", input);
    let name = name.filter(|rest| input.is_free() || rest.line().separated(rest.at()));
    name.and_then(after_name).is_some_and(|rest| rest.trimmed().text().is_empty())
}

/// The class of `TYPE name`, `TYPE :: name` and `TYPE, EXTENDS(…) :: name`; none for `TYPE(name) …` and `TYPE IS (…)`.
fn type_definition(input: Input) -> Option<Class> {
    let rest = after_keyword("type", input)?.trimmed();
    if after_keyword("type is", input).is_some() || rest.text().starts_with(['(', '*']) {
        return None;
    }
    Some(Class::DerivedType)
}
