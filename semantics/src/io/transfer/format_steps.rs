//! The steps of a format in a transfer: which descriptor is next, and what control edit descriptors do.

use super::{Transfer, Way};
use crate::io::error::{FORMAT, IoError};
use crate::io::files::Files;
use crate::io::format::{Control, Edit, FormatCursor, Step};
use crate::io::record::Record;
use crate::io::source::Source;
use crate::io::units::write_record;

impl Transfer {
    /// What the format says up to the next descriptor that needs an item.
    pub(super) fn last_controls(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        while let Some(walk) = &mut self.walk {
            match walk.step() {
                Step::Data(_) | Step::End | Step::Control(Control::Colon) => break,
                Step::Control(control) => self.control(&control, files)?,
            }
        }
        Ok(())
    }

    /// The next data edit descriptor, after what is before it.
    pub(super) fn next_edit(&mut self, files: &mut dyn Files) -> Result<Edit, IoError> {
        loop {
            let Some(walk) = &mut self.walk else { return Err(IoError::new(FORMAT, "there is no format")) };
            match walk.step() {
                Step::Data(_) if matches!(&self.way, Way::In(source, _) if source.is_beyond_single()) => {
                    return Err(IoError::end());
                }
                Step::Data(edit) => return Ok(edit),
                Step::Control(control) => self.control(&control, files)?,
                Step::End => {
                    walk.go_back()?;
                    self.next_record(files)?;
                }
            }
        }
    }

    pub(super) fn pass(&mut self) {
        if let Some(walk) = &mut self.walk {
            walk.pass();
        }
    }

    pub(super) fn next_record(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        match &mut self.way {
            Way::In(source, _) => source.next_record(files),
            Way::Out(unit, record) => write_record(files, *unit, record.take(), !self.has_dollar),
            Way::OutInternal(internal, record) => {
                internal.put(&record.take())?;
                internal.at += internal.length;
                if internal.at >= internal.characters.len() { Err(IoError::end()) } else { Ok(()) }
            }
            Way::OutBytes(..) | Way::InBytes(..) | Way::System(_) | Way::File(_) | Way::Nothing => Ok(()),
        }
    }

    fn control(&mut self, control: &Control, files: &mut dyn Files) -> Result<(), IoError> {
        match control {
            Control::Text(_) if matches!(self.way, Way::In(..)) => {
                let error = self.walk.as_ref().map(FormatCursor::text_in_input);
                return Err(error.unwrap_or_else(IoError::end));
            }
            Control::Text(text) => self.put(text)?,
            Control::Slash(number) => {
                for _ in 0..*number {
                    match &mut self.way {
                        Way::In(source, _) => source.pass_record(files)?,
                        _ => self.next_record(files)?,
                    }
                }
            }
            Control::Colon => {}
            Control::Scale(factor) => self.mode.scale = *factor,
            Control::Plus(plus) => self.mode.plus = *plus,
            Control::BlankIsZero(is_zero) => self.mode.blank_is_zero = *is_zero,
            Control::Rounding(rounding) => self.mode.rounding = *rounding,
            Control::DecimalComma(comma) => self.mode.comma = *comma,
            Control::Stay => self.has_dollar = true,
            Control::Right(columns) => self.move_to(|at| at.right(*columns), |at| at.right(*columns as usize)),
            Control::Left(columns) => self.move_to(|at| at.left(*columns), |at| at.left(*columns as usize)),
            Control::Column(column) => self.move_to(|at| at.column(*column), |at| at.column(*column as usize)),
        }
        Ok(())
    }

    fn move_to(&mut self, out: impl FnOnce(&mut Record), input: impl FnOnce(&mut Source)) {
        match &mut self.way {
            // What is passed over to the right counts as read.
            Way::In(source, _) => {
                let before = source.place();
                input(source);
                self.size += source.place().saturating_sub(before);
            }
            Way::Out(_, record) | Way::OutInternal(_, record) => out(record),
            _ => {}
        }
    }

    pub(super) fn put(&mut self, characters: &[u8]) -> Result<(), IoError> {
        match &mut self.way {
            Way::Out(_, record) | Way::OutInternal(_, record) => record.put(characters),
            _ => Ok(()),
        }
    }
}
