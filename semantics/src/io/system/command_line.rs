//! The command line and the environment.

use super::Answer;

/// The status of GET_COMMAND_ARGUMENT where there is no such argument.
const NO_ARGUMENT: i64 = 42;
/// The status of GET_ENVIRONMENT_VARIABLE where there is no such variable.
const NO_VARIABLE: i64 = 1;

/// An argument, its length, the status.
pub(super) fn argument(arguments: &[Vec<u8>], number: i64) -> Vec<Answer> {
    let argument = usize::try_from(number).ok().and_then(|number| arguments.get(number));
    found(argument.cloned(), NO_ARGUMENT)
}

/// The whole command, its length, the status.
pub(super) fn command(arguments: &[Vec<u8>]) -> Vec<Answer> {
    found(Some(arguments.join(&b' ')), NO_ARGUMENT)
}

/// The value of a variable of the environment, its length, the status.
pub(super) fn environment_variable(name: &[u8], trims: bool) -> Vec<Answer> {
    let trimmed = if trims { name.trim_ascii_end() } else { name };
    let name = String::from_utf8_lossy(trimmed);
    // Names with these characters, which the standard library refuses, stand for nothing.
    let is_name = !name.is_empty() && !name.contains(['=', '\0']);
    let value = std::env::var_os(&*name).filter(|_| is_name).map(|value| value.into_encoded_bytes());
    found(value, NO_VARIABLE)
}

fn found(text: Option<Vec<u8>>, otherwise: i64) -> Vec<Answer> {
    match text {
        Some(text) => {
            let length = Answer::Integer(text.len() as i64);
            vec![Answer::Text(text), length, Answer::Fit(-1)]
        }
        None => vec![Answer::Text(Vec::new()), Answer::Integer(0), Answer::Integer(otherwise)],
    }
}
