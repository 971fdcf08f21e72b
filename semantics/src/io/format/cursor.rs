//! Walks through a format: repeats descriptors and groups, and goes back where items are left at its end.

use super::{Control, Edit, Format, NodeKind};
use crate::io::error::{FORMAT, IoError};
use std::sync::Arc;

/// A place in a format.
#[derive(Clone, Debug)]
pub struct FormatCursor {
    format: Arc<Format>,
    /// The node that comes next.
    at: usize,
    /// How often the data edit descriptor at `at` was used already.
    used: u32,
    /// The groups around `at`: where each begins, and how often it is still to be repeated; none is without end.
    groups: Vec<(usize, Option<u32>)>,
    /// Whether a data edit descriptor was used since the begin or the last going back.
    edited: bool,
}

/// What the format requires next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// To edit an item so.
    Data(Edit),
    /// To do this.
    Control(Control),
    /// Nothing: it ends here.
    End,
}

impl FormatCursor {
    /// The begin of a format.
    pub fn new(format: Arc<Format>) -> FormatCursor {
        FormatCursor { format, at: 0, used: 0, groups: Vec::new(), edited: false }
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Where in the text the next descriptor is.
    pub fn place(&self) -> usize {
        self.format.nodes.get(self.at).map_or(self.format.end.saturating_sub(1), |node| node.at)
    }

    /// The error for a text in the format of a READ, which the last step was. It is marked where gfortran does: at the
    /// end of what is in quotes, or the H.
    pub fn text_in_input(&self) -> IoError {
        let text = &self.format.text;
        let start = self.at.checked_sub(1).and_then(|last| self.format.nodes.get(last)).map_or(0, |node| node.at);
        let rest = text.get(start..).unwrap_or_default();
        let length = match rest.split_first() {
            Some((quote @ (b'"' | b'\''), inside)) => {
                let mut inside = inside.iter();
                loop {
                    match inside.position(|byte| byte == quote) {
                        None => break rest.len().saturating_sub(1),
                        Some(_) if inside.clone().next() == Some(quote) => drop(inside.next()),
                        Some(_) => break rest.len() - inside.len() - 1,
                    }
                }
            }
            _ => rest.iter().position(|byte| byte.eq_ignore_ascii_case(&b'h')).unwrap_or(0),
        };
        IoError::in_format("Constant string in input format", text, start + length)
    }

    /// The next step, which is not passed yet if it is data.
    pub fn step(&mut self) -> Step {
        let format = Arc::clone(&self.format);
        while let Some(node) = format.nodes.get(self.at) {
            match &node.kind {
                NodeKind::Data(edit, _) => return Step::Data(*edit),
                NodeKind::Control(control) => {
                    self.at += 1;
                    return Step::Control(control.clone());
                }
                NodeKind::Open { repeat, .. } => {
                    self.groups.push((self.at, repeat.map(|repeat| repeat - 1)));
                    self.at += 1;
                }
                NodeKind::Close(open) => self.close(*open),
            }
        }
        Step::End
    }

    /// Skips the data edit descriptor that [`FormatCursor::step`] returned.
    pub fn pass(&mut self) {
        self.edited = true;
        self.used += 1;
        if let Some(NodeKind::Data(_, repeat)) = self.format.nodes.get(self.at).map(|node| &node.kind)
            && self.used < *repeat
        {
            return;
        }
        self.used = 0;
        self.at += 1;
    }

    fn close(&mut self, open: usize) {
        match self.groups.last_mut() {
            Some((_, None)) => self.at = open + 1,
            Some((_, Some(left))) if *left > 0 => {
                *left -= 1;
                self.at = open + 1;
            }
            _ => {
                self.groups.pop();
                self.at += 1;
            }
        }
    }

    /// Goes back from the end: to the last group of the outermost level, or to the begin.
    ///
    /// # Errors
    /// No descriptor there edits an item.
    pub fn go_back(&mut self) -> Result<(), IoError> {
        if !self.edited {
            return Err(IoError::new(FORMAT, "Exhausted data descriptors in format"));
        }
        self.edited = false;
        self.used = 0;
        self.groups.clear();
        self.at = match self.format.nodes.iter().rposition(|node| matches!(node.kind, NodeKind::Close(_))) {
            Some(close) => self.outermost(close),
            None => 0,
        };
        Ok(())
    }

    /// The begin of the group that ends there; the last closing parenthesis is always one of the outermost level.
    fn outermost(&self, close: usize) -> usize {
        match self.format.nodes[close].kind {
            NodeKind::Close(open) => open,
            _ => 0,
        }
    }
}
