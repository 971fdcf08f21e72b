//! What is in a box: its name, the lines of the source it comes from, and under each what was made of it.

use forlane_cfg::unit::{SourceLine, Unit};

/// A box has no more rows; the rest is counted.
const MOST_ROWS: usize = 40;
/// A row has no more characters.
const MOST_COLUMNS: usize = 90;

/// The texts of a unit's source files, as far as they are at hand.
pub(super) struct Source<'s> {
    /// The lines of each file, the unit's own first.
    files: Vec<Vec<&'s str>>,
}

impl<'s> Source<'s> {
    pub(super) fn new(unit: &Unit, text_of: &dyn Fn(&str) -> Option<&'s str>) -> Self {
        let names = std::iter::once(&unit.file).chain(&unit.files);
        let lines = |name: &String| text_of(name).map_or(Vec::new(), |text| text.lines().collect());
        Source { files: names.map(lines).collect() }
    }

    /// A line without the blanks around it; none where there is nothing to show.
    fn line(&self, at: SourceLine) -> Option<&'s str> {
        let index = usize::try_from(at.number).ok()?.checked_sub(1)?;
        let lines = self.files.get(usize::try_from(at.file).ok()?)?;
        lines.get(index).map(|line| line.trim()).filter(|line| !line.is_empty())
    }
}

/// A line as it follows `@` in the text form.
fn place(at: SourceLine) -> String {
    if at.file == 0 { at.number.to_string() } else { format!("f{}:{}", at.file, at.number) }
}

/// The rows of a box, as Graphviz' markup.
pub(super) struct Rows {
    rows: Vec<String>,
    /// The source line that was shown last.
    last: SourceLine,
    more: usize,
}

impl Rows {
    /// No rows but the head, if it is not empty.
    pub(super) fn new(head: &str) -> Self {
        let mut rows = Rows { rows: Vec::new(), last: SourceLine::default(), more: 0 };
        if !head.is_empty() {
            rows.push(&format!("<b>{}</b>", escaped(head)));
        }
        rows
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A source line, unless it is the one shown last.
    pub(super) fn source(&mut self, source: &Source<'_>, at: SourceLine) {
        if at != self.last
            && let Some(line) = source.line(at)
        {
            let text = escaped(&format!("{:>4}  {line}", place(at)));
            self.push(&format!("<font color=\"#1f5f99\">{text}</font>"));
        }
        self.last = at;
    }

    /// A line of text under its source line; where that can't be shown, it keeps its number.
    pub(super) fn text(&mut self, source: &Source<'_>, at: SourceLine, text: &str) {
        let suffix = format!(" @{}", place(at));
        if source.line(at).is_none() {
            return self.push(&escaped(text));
        }
        self.source(source, at);
        self.push(&escaped(&format!("      {}", text.strip_suffix(&suffix).unwrap_or(text))));
    }

    fn push(&mut self, markup: &str) {
        if self.rows.len() < MOST_ROWS {
            self.rows.push(format!("<tr><td align=\"left\">{markup}</td></tr>"));
        } else {
            self.more += 1;
        }
    }

    /// The label of the box.
    pub(super) fn label(&self) -> String {
        let more = match self.more {
            0 => String::new(),
            more => format!("<tr><td align=\"left\"><i>{more} more lines</i></td></tr>"),
        };
        format!("<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\">{}{more}</table>>", self.rows.concat())
    }
}

/// Text as markup, cut off where it is too long. Blanks at the start keep their width.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_start = true;
    for (column, character) in text.chars().enumerate() {
        if column == MOST_COLUMNS {
            out.push('…');
            break;
        }
        is_start &= character == ' ';
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            ' ' if is_start => out.push_str("&#160;"),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
