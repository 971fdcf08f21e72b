//! What is wrong with a setup.

/// An error of an initialising call or of a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SetupError {
    message: String,
}

impl SetupError {
    pub(super) fn new(message: String) -> SetupError {
        SetupError { message }
    }

    /// The same with the step that it is about.
    pub(super) fn of(self, text: &str) -> SetupError {
        SetupError { message: format!("`{text}`: {}", self.message) }
    }
}
