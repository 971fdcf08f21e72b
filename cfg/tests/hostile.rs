//! Texts that a person or a disk has damaged give errors, never a panic, in the parser and after it.

use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::{annotate, verify_program};
use forlane_inspect::dot::draw;
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

/// The texts of the verifier's tests, right and broken, which hold every construct.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
});

/// A damage: at that place, in parts of 65536, of that sort.
type Damage = (u16, u16, u8);

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for (from, to, sort) in damages {
        let place = |part: u16, length: usize| usize::from(part) * length / 65536;
        if lines.is_empty() {
            break;
        }
        let (first, second) = (place(*from, lines.len()), place(*to, lines.len()));
        match sort % 5 {
            0 => {
                lines.remove(first);
            }
            1 => lines.swap(first, second),
            2 => lines.insert(first, lines[second].clone()),
            3 => {
                let words: Vec<&str> = lines[second].split(' ').collect();
                let word = words[place(*from, words.len())].to_string();
                let mut own: Vec<String> = lines[first].split(' ').map(str::to_string).collect();
                let at = place(*to, own.len());
                own[at] = word;
                lines[first] = own.join(" ");
            }
            _ => {
                let digits: Vec<usize> =
                    lines[first].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
                if !digits.is_empty() {
                    let at = digits[place(*to, digits.len())];
                    let digit = char::from(b'0' + (*from % 10) as u8);
                    lines[first].replace_range(at..=at, digit.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn damaged_texts_are_no_danger(which in any::<u16>(), damages in prop::collection::vec(any::<Damage>(), 1..4)) {
        let text = damaged(&TEXTS[usize::from(which) % TEXTS.len()], &damages);
        if let Ok(program) = parse_program(&text) {
            let printed = print_program(&program);
            let errors = verify_program(&program).err().unwrap_or_default();
            for unit in &program.units {
                annotate(unit, &errors);
                draw(unit, &|_| None);
            }
            let again = parse_program(&printed);
            prop_assert!(again.is_ok(), "{}\n{}", printed, again.err().map(|errors| errors[0].to_string()).unwrap_or_default());
            prop_assert_eq!(again.map(|again| print_program(&again)).unwrap_or_default(), printed);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_no_danger(text in "(unit |cfg |program |p |\"\" |\\{\n|\\}\n|b0:\n|v1:x |= |return\n|goto |if |r0 |L1 |scope |tree |\\(|\\)|-|1d0|[a-z;@é\"\\\\]){0,40}") {
        let _ = parse_program(&text);
    }
}
