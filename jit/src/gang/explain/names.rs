//! Names in a sentence.

/// Names in a row, and the verb for their number; none without names.
pub fn in_words(names: &[impl AsRef<str>]) -> Option<(String, &'static str)> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    Some((row_of(&quoted)?, if quoted.len() == 1 { "is" } else { "are" }))
}

/// Parts with commas and "and" between; none without parts.
pub fn row_of(parts: &[String]) -> Option<String> {
    match parts {
        [] => None,
        [one] => Some(one.clone()),
        [before @ .., last] => Some(format!("{} and {last}", before.join(", "))),
    }
}
