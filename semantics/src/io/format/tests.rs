//! Formats that are taken, those that are not, and the order of descriptors.

use super::{Control, Format, FormatCursor, Step};
use std::sync::Arc;

/// Formats with a mistake, its place, and what is said of it.
const WRONG: &[(&str, usize, &str)] = &[
    ("I5", 0, "Missing initial left parenthesis in format"),
    ("(I5", 3, "Unexpected end of format string"),
    ("(I5,Q3)", 4, "Unexpected element 'Q' in format"),
    ("(I)", 2, "Nonnegative width required in format"),
    ("(F)", 2, "Positive width required in format"),
    ("(A0)", 2, "Positive width required in format"),
    ("(I5.)", 4, "Nonnegative width required in format"),
    ("(I2.3)", 4, "Minimum digits exceeds field width"),
    ("(P)", 1, "P descriptor requires leading scale factor"),
    ("(1PI5)", 3, "Comma required after P descriptor"),
    ("(-3X)", 3, "P descriptor expected after a number with a sign"),
    ("(0X)", 1, "Zero repeat count not allowed"),
    ("(2T5)", 2, "Repeat count not allowed here"),
    ("(I5,DT)", 4, "DT is not supported yet"),
    ("(T)", 2, "Positive width required in format"),
    ("('abc)", 1, "Unterminated character constant in format string"),
    ("(9Habc)", 3, "Hollerith text is longer than the format"),
    ("(*I5)", 2, "Left parenthesis required after '*'"),
    ("(*('a'))", 6, "'*' requires at least one associated data descriptor"),
    ("(I99999999999)", 2, "a number greater than 50000 in format"),
];

#[test]
fn a_mistake_is_found_at_its_place() {
    for (text, at, message) in WRONG {
        let error = Format::parse(text.as_bytes()).expect_err(text);
        assert_eq!((error.at, error.message.as_str()), (*at, *message), "{text}");
    }
}

/// The mark under the mistake was too far away for what formats messages: the process was aborted.
#[test]
fn a_mistake_after_many_thousand_characters() {
    let text = format!("({}?)", " ".repeat(70_000));
    let error = Format::parse(text.as_bytes()).expect_err("no descriptor");
    let message = error.in_text(text.as_bytes()).message;
    assert!(message.ends_with(&format!("\n{}^", " ".repeat(70_001))), "{}", &message[..100]);
}

/// The descriptors of a format, in the order of their use, for `items` items.
fn walked(text: &str, items: usize) -> String {
    let mut walk = FormatCursor::new(Arc::new(Format::parse(text.as_bytes()).expect(text)));
    let mut steps = Vec::new();
    let mut left = items;
    loop {
        match walk.step() {
            Step::Data(_) if left == 0 => return steps.join(" "),
            Step::Data(_) => {
                let rest = &walk.format().text[walk.place()..];
                steps.push(String::from_utf8_lossy(rest).chars().take_while(|c| !",)".contains(*c)).collect());
                left -= 1;
                walk.pass();
            }
            Step::Control(Control::Text(text)) => steps.push(String::from_utf8_lossy(&text).into_owned()),
            Step::Control(_) => steps.push("control".to_owned()),
            Step::End if left == 0 => return steps.join(" "),
            Step::End => match walk.go_back() {
                Ok(()) => steps.push("back".to_owned()),
                Err(error) => return format!("{} {error}", steps.join(" ")),
            },
        }
    }
}

#[test]
fn groups_are_repeated_and_the_last_one_is_where_a_format_goes_back_to() {
    assert_eq!(walked("(I5,2('a',F6.1),'b')", 2), "I5 a F6.1 a");
    assert_eq!(walked("(I5,2('a',F6.1),'b')", 4), "I5 a F6.1 a F6.1 b back a F6.1 a");
    assert_eq!(walked("(A1,(I1,(I2)),3I3)", 5), "A1 I1 I2 3I3 3I3");
    assert_eq!(walked("(A1,(I1,(I2)),I3)", 7), "A1 I1 I2 I3 back I1 I2 I3");
    assert_eq!(walked("(*(I3,','))", 3), "I3 , I3 , I3 ,");
    assert_eq!(walked("('only text')", 1), "only text Exhausted data descriptors in format");
    assert_eq!(walked("(I5,('text'))", 2), "I5 text back text Exhausted data descriptors in format");
}

#[test]
fn commas_may_be_missing_and_blanks_mean_nothing() {
    assert_eq!(
        walked("(2X'a'I5'b'/1PE10.3F5.1:3HendA)", 4),
        "control a I5'b'/1PE10.3F5.1:3HendA b control control E10.3F5.1:3HendA F5.1:3HendA control end A"
    );
    assert_eq!(walked("( 1 0 x , i 5 )", 1), "control i 5 ");
}

#[test]
fn deep_nesting_is_no_recursion() {
    let text = format!("{}I5{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(walked(&text, 1), "I5");
}
