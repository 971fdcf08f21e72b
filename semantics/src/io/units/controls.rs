//! What the controls of a data transfer say, beside its unit and format.

use super::connection::Words;
use crate::io::error::IoError;
use crate::io::namelist::Group;

/// What the controls of the data transfer say that begins next.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// REC
    pub record: Option<i64>,
    /// POS
    pub place: Option<i64>,
    /// What words there are: ADVANCE, FORM (that the transfer is unformatted), and how items are edited.
    pub words: Words,
    /// The group that is transferred.
    pub group: Option<Group>,
    /// What is wrong with them.
    pub error: Option<IoError>,
}
