//! Input against gfortran's.

use super::{Memory, check_table, table_of, unescaped};
use crate::io::{Datum, Format, ItemType, Transfer, Unit, error};
use std::fmt::Write;
use std::sync::Arc;

#[test]
fn values_equal_those_of_gfortran() {
    check_table("input", &table_of("FORLANE_INPUT_CASES", include_str!("input.txt")), |parts| {
        let [format, record, types, expected] = parts else { panic!("no case: {parts:?}") };
        let actual = read(format, record, types);
        (actual != *expected).then(|| (expected.to_string(), actual))
    });
}

fn read(format: &str, records: &str, types: &str) -> String {
    let mut files = Memory::default();
    let text = String::from_utf8(unescaped(&format!("{records}\\n"))).expect("text");
    files.input = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    let format = match format {
        "*" => None,
        text => match Format::parse(text.as_bytes()) {
            Ok(format) => Some(Arc::new(format)),
            Err(_) => return format!("!{}", error::FORMAT),
        },
    };
    let mut transfer = Transfer::read_from(Unit::Number(5), format, &mut files);
    let mut values = String::new();
    for ty in types.split(' ') {
        let value = transfer.read(type_of(ty), &mut files);
        let _ = match value {
            // A logical is false before.
            None if ty == "l4" => write!(values, "F"),
            None => write!(values, "-"),
            Some(Datum::Integer(value)) => write!(values, "{value}"),
            Some(Datum::Real4(value)) => write!(values, "{:08x}", value.to_bits()),
            Some(Datum::Real8(value)) => write!(values, "{:016x}", value.to_bits()),
            Some(Datum::Logical(value)) => write!(values, "{}", if value { 'T' } else { 'F' }),
            Some(Datum::Character(text)) => write!(values, "{}", String::from_utf8_lossy(&text).replace(' ', "_")),
            Some(Datum::Complex4(one, two)) => write!(values, "{:08x},{:08x}", one.to_bits(), two.to_bits()),
            Some(Datum::Complex8(one, two)) => write!(values, "{:016x},{:016x}", one.to_bits(), two.to_bits()),
        };
        values.push(' ');
    }
    match transfer.finish(&mut files).error {
        Some(error) => format!("!{}", error.number),
        None => values.trim_end().to_owned(),
    }
}

fn type_of(ty: &str) -> ItemType {
    match ty {
        "r4" => ItemType::Real4,
        "r8" => ItemType::Real8,
        "z4" => ItemType::Complex4,
        "z8" => ItemType::Complex8,
        "l4" => ItemType::Logical(4),
        _ if ty.starts_with('c') => ItemType::Character(ty[1..].parse().expect("a length")),
        _ => ItemType::Integer(ty[1..].parse().expect("a kind")),
    }
}
