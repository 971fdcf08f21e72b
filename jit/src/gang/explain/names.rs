//! Names as the source has them, and in a sentence.

/// The names that a name is made of, and how many numbers follow: a variable of a subprogram that was spliced in is
/// `callee.name.1`, what the compiler made `name.1`, what belongs to a variable `name.what`.
fn parts(name: &str) -> (Vec<&str>, usize) {
    let mut parts: Vec<&str> = name.split('.').collect();
    let is_number = |part: &&&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = parts.iter().rev().take_while(is_number).count();
    parts.truncate(parts.len() - numbers);
    (parts, numbers)
}

/// Whether it may be the name of the iteration count of a DO.
pub fn is_count(name: &str) -> bool {
    let (names, numbers) = parts(name);
    names.last() == Some(&"count") && numbers > 0
}

/// The variable of the source that a name stands for; none for what the compiler made.
pub fn source_name(name: &str) -> Option<&str> {
    let (names, numbers) = parts(name);
    match names[..] {
        [.., "len" | "lower" | "extent" | "allocated"] if names.len() > 1 => None,
        [.., name, "re" | "im"] => Some(name),
        [name] if numbers == 0 && !name.is_empty() => Some(name),
        [_, .., name] if numbers > 0 => Some(name),
        _ => None,
    }
}

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
