//! Names that may have been meant by others.

/// The first of these names that is similar to the word.
pub fn similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names.into_iter().find(|name| is_similar(name, word))
}

/// True if, in either case, one letter is missing, too many or wrong, or two neighbours are swapped. Of short names any
/// other would be similar.
fn is_similar(name: &str, word: &str) -> bool {
    let letters = |text: &str| text.chars().map(|letter| letter.to_ascii_lowercase()).collect::<Vec<char>>();
    let (name, word) = (letters(name), letters(word));
    let same = name.iter().zip(&word).take_while(|(left, right)| left == right).count();
    let (left, right) = (&name[same..], &word[same..]);
    if name.len() < 4 || left.is_empty() && right.is_empty() {
        return false;
    }
    let swapped =
        left.len() > 1 && right.len() > 1 && left[0] == right[1] && left[1] == right[0] && left[2..] == right[2..];
    let missing = !left.is_empty() && left[1..] == *right;
    let surplus = !right.is_empty() && *left == right[1..];
    let wrong = !left.is_empty() && !right.is_empty() && left[1..] == right[1..];
    swapped || missing || surplus || wrong
}
