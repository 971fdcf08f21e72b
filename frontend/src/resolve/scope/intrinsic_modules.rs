//! The intrinsic modules ISO_FORTRAN_ENV and ISO_C_BINDING: their constants, with gfortran's values on 64-bit systems.

use crate::resolve::scope::facts::{ConstantArray, Facts, VisibleName};
use crate::resolve::scope::visible::Exports;
use crate::resolve::specification::named_arrays::constant_array;
use crate::resolved::{Symbol, SymbolClass};
use crate::source::Span;
use crate::tree::Word;
use forlane_semantics::types::{Constant, IntegerKind, Type};
use id_arena::Arena;
use std::rc::Rc;

/// ISO_FORTRAN_ENV (Fortran 2018, 16.10.2). A kind that is not there is -1.
const FORTRAN_ENVIRONMENT: [(&str, i64); 26] = [
    ("int8", 1),
    ("int16", 2),
    ("int32", 4),
    ("int64", 8),
    ("real16", -1),
    ("real32", 4),
    ("real64", 8),
    ("real128", 16),
    ("logical8", 1),
    ("logical16", 2),
    ("logical32", 4),
    ("logical64", 8),
    ("input_unit", 5),
    ("output_unit", 6),
    ("error_unit", 0),
    ("character_storage_size", 8),
    ("numeric_storage_size", 32),
    ("file_storage_size", 8),
    ("iostat_end", -1),
    ("iostat_eor", -2),
    ("iostat_inquire_internal_unit", 5018),
    ("stat_stopped_image", 6000),
    ("stat_failed_image", 6001),
    ("stat_locked", 1),
    ("stat_unlocked", 2),
    ("stat_locked_other_image", 3),
];

/// ISO_FORTRAN_ENV: the kinds that there are of each type.
const KINDS: [(&str, &[i64]); 4] = [
    ("character_kinds", &[1]),
    ("integer_kinds", &[1, 2, 4, 8]),
    ("logical_kinds", &[1, 2, 4, 8]),
    ("real_kinds", &[4, 8]),
];

/// ISO_C_BINDING (Fortran 2018, 18.2): the kinds.
const C_BINDING: [(&str, i64); 33] = [
    ("c_int", 4),
    ("c_short", 2),
    ("c_long", 8),
    ("c_long_long", 8),
    ("c_signed_char", 1),
    ("c_size_t", 8),
    ("c_ptrdiff_t", 8),
    ("c_intmax_t", 8),
    ("c_intptr_t", 8),
    ("c_int8_t", 1),
    ("c_int16_t", 2),
    ("c_int32_t", 4),
    ("c_int64_t", 8),
    ("c_int_least8_t", 1),
    ("c_int_least16_t", 2),
    ("c_int_least32_t", 4),
    ("c_int_least64_t", 8),
    ("c_int_fast8_t", 1),
    ("c_int_fast16_t", 8),
    ("c_int_fast32_t", 8),
    ("c_int_fast64_t", 8),
    ("c_int128_t", 16),
    ("c_int_least128_t", 16),
    ("c_int_fast128_t", 16),
    ("c_float", 4),
    ("c_double", 8),
    ("c_long_double", 10),
    ("c_float_complex", 4),
    ("c_double_complex", 8),
    ("c_long_double_complex", 10),
    ("c_float128", 16),
    ("c_bool", 1),
    ("c_char", 1),
];

/// ISO_C_BINDING: the characters with names.
const C_CHARACTERS: [(&str, char); 8] = [
    ("c_null_char", '\0'),
    ("c_alert", '\x07'),
    ("c_backspace", '\x08'),
    ("c_form_feed", '\x0c'),
    ("c_new_line", '\n'),
    ("c_carriage_return", '\r'),
    ("c_horizontal_tab", '\t'),
    ("c_vertical_tab", '\x0b'),
];

/// The scalar constants of an intrinsic module that are of type INTEGER.
pub(crate) fn integer_constants(module: &str) -> &'static [(&'static str, i64)] {
    match module {
        "iso_fortran_env" => &FORTRAN_ENVIRONMENT,
        "iso_c_binding" => &C_BINDING,
        _ => &[],
    }
}

/// What an intrinsic module shows; none if it is not one of the two. `span` stands for the place of its declarations.
pub(crate) fn exports<'a>(module: &str, span: Span) -> Option<Rc<Exports<'a>>> {
    let integer = |value: i64| Constant::Integer(IntegerKind::I4, value);
    let (constants, arrays): (Vec<(&str, Constant)>, _) = match module {
        "iso_fortran_env" => {
            (FORTRAN_ENVIRONMENT.iter().map(|(name, value)| (*name, integer(*value))).collect(), &KINDS[..])
        }
        "iso_c_binding" => {
            let kinds = C_BINDING.iter().map(|(name, value)| (*name, integer(*value)));
            let characters =
                C_CHARACTERS.iter().map(|(name, value)| (*name, Constant::Character(value.to_string().into_bytes())));
            (kinds.chain(characters).collect(), &[][..])
        }
        _ => return None,
    };
    // The symbols belong to no unit; each user makes its own of those that it mentions.
    let mut arena: Arena<Symbol> = Arena::new();
    let owner: Rc<str> = module.into();
    let scalar = |(name, constant)| (name, SymbolClass::NamedConstant(constant), None);
    let array = |(name, kinds): &(_, &[i64])| {
        let elements = kinds.iter().map(|kind| integer(*kind)).collect();
        let (variable, array) =
            constant_array(Type::Integer(IntegerKind::I4), vec![1], vec![kinds.len() as u64], (elements, None), span);
        (*name, SymbolClass::Variable(variable), Some(Rc::new(array)))
    };
    let entity = |(name, class, constant): (&str, _, Option<Rc<ConstantArray>>)| {
        let symbol = Symbol { name: name.to_owned(), span, class, unit: None, length: None };
        let dimensions = constant.as_ref().map(|_| (&[][..], span));
        let facts = Facts {
            parameter: Some(span),
            settled: true,
            dimensions,
            constant,
            ..Facts::new(arena.alloc(symbol.clone()))
        };
        (Word::new(name), Rc::new(VisibleName { facts, symbol, owner: Rc::clone(&owner) }))
    };
    Some(Rc::new(constants.into_iter().map(scalar).chain(arrays.iter().map(array)).map(entity).collect()))
}
