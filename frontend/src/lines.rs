//! Logical lines: the statements of a source file as text, with the way back from each character to the file.
//!
//! The statement parsers see neither continuation lines nor comments. In fixed form they see no blanks either, outside
//! of text and Hollerith constants; in free form blanks stay, because they separate words there. Outside of constants
//! all letters are lower-case.

mod builder;
mod fixed;
mod free;
mod logical_line;

use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::preprocess::Places;
use crate::source::FileId;
use crate::tree::Comment;
pub(crate) use builder::physical_lines;
use builder::{Builder, LABEL_COLUMNS, Within};
pub(crate) use logical_line::LogicalLine;
use std::ops::Range;

/// Gives `take` the logical lines of a file, one after the other; the results are the comments after the last, and what
/// is wrong with the layout. Each line is written over the one before, so that a file of any length takes the memory of
/// its longest statement. `places` leads from a preprocessed text to the files.
pub(crate) fn scan(
    (file, places): (FileId, &Places),
    form: SourceForm,
    (text, line_length): (&str, u32),
    take: &mut dyn FnMut(&mut LogicalLine),
) -> (Vec<Comment>, Vec<Diagnostic>) {
    let mut builder = Builder::new((file, places), form, take);
    match form {
        SourceForm::Fixed => fixed::scan(&mut builder, text, line_length as usize - LABEL_COLUMNS),
        SourceForm::Free => free::scan(&mut builder, text),
    }
    builder.finish();
    (builder.comments, builder.diagnostics)
}

/// The text and Hollerith constants of a statement that is written in fixed form.
pub(crate) fn constants(statement: &str) -> Vec<Range<usize>> {
    let (mut within, mut front, mut constants) = (Within::Code, String::new(), Vec::<Range<usize>>::new());
    for (at, character) in statement.char_indices() {
        if within == Within::Code && matches!(character, ' ' | '\t') {
            continue;
        }
        let before = within;
        within = within.after(character, &front);
        front.push(character);
        match (before, within) {
            (Within::Code, Within::Code) => {}
            (Within::Code, _) => constants.push(at..statement.len()),
            (_, Within::Code) => {
                constants.iter_mut().last().into_iter().for_each(|range| range.end = at + character.len_utf8())
            }
            _ => {}
        }
    }
    constants
}
