//! Output against gfortran's.

use super::{Memory, check_table, table_of};
use crate::io::{Format, Item, Transfer, Unit, error};
use std::sync::Arc;

#[test]
fn fields_equal_those_of_gfortran() {
    check_table("output", &table_of("FORLANE_OUTPUT_CASES", include_str!("output.txt")), |parts| {
        let [format, items, expected] = parts else { panic!("no case: {parts:?}") };
        let actual = written(format, items);
        (actual != *expected).then(|| (expected.to_string(), actual))
    });
}

/// More places than `format!` takes; gfortran crashes.
#[test]
fn fields_of_many_thousand_places() {
    let field = written("(50000PF0.50000)", "r8:3ff8000000000000");
    assert_eq!(field.len(), 50_001 + 1 + 50_000 + 2);
    assert!(field.starts_with("15000") && field.ends_with("0000\\n"));
    let field = written("(RU,F0.50000)", "r8:0000000000000001");
    assert!(field.starts_with(".000") && field.contains("000494065"));
    assert!(written("(50000PE50000.49999)", "r8:3ff8000000000000").starts_with("*****"));
}

fn written(format: &str, items: &str) -> String {
    let mut files = Memory::default();
    let format = match format {
        "*" => None,
        text => match Format::parse(text.as_bytes()) {
            Ok(format) => Some(Arc::new(format)),
            Err(_) => return format!("!{}", error::FORMAT),
        },
    };
    let mut transfer = Transfer::write_to(Unit::Number(6), format, &mut files);
    for item in items.split(' ').filter(|item| !item.is_empty()) {
        let text = item.strip_prefix("c:").unwrap_or_default().replace('_', " ");
        transfer.write(&item_of(item, &text), &mut files);
    }
    let finished = transfer.finish(&mut files);
    match finished.error {
        Some(error) => format!("!{}", error.number),
        None => String::from_utf8_lossy(&files.output).replace('\n', "\\n"),
    }
}

/// `i4:5`, `r8:3ff0000000000000`, `l:T`, `c:text` or `z4:3f800000,40000000`.
fn item_of<'t>(item: &str, text: &'t str) -> Item<'t> {
    let (ty, value) = item.split_once(':').expect("an item has a colon");
    let single = |bits: &str| f32::from_bits(u32::from_str_radix(bits, 16).expect("bits"));
    let double = |bits: &str| f64::from_bits(u64::from_str_radix(bits, 16).expect("bits"));
    match ty {
        "r4" => Item::Real4(single(value)),
        "r8" => Item::Real8(double(value)),
        "l" => Item::Logical(value == "T", 4),
        "c" => Item::Character(text.as_bytes()),
        "z4" | "z8" => {
            let (real, imaginary) = value.split_once(',').expect("two parts");
            if ty == "z4" {
                Item::Complex4(single(real), single(imaginary))
            } else {
                Item::Complex8(double(real), double(imaginary))
            }
        }
        _ => Item::Integer(value.parse().expect("an integer"), ty[1..].parse().expect("a kind")),
    }
}
