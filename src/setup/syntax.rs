//! What initialising calls and settings look like.
//!
//! ```text
//! call     = ["CALL"] name ["(" [argument {"," argument}] ")"]
//! argument = [name "="] value
//! value    = "@" file | list | literal | name
//! list     = "[" literal {"," literal} "]" | "(/" literal {"," literal} "/)"
//! literal  = [number "*"] text | [number "*"] "'" text "'" | [number "*"] "(" text "," text ")"
//! setting  = ("/" [block] "/" | module "::") part {"%" part} "=" value
//! part     = name ["(" number {"," number} ")"]
//! ```

use super::error::SetupError;
use super::step::{SetupValue, Step};
use super::variables::Owner;
use forlane_semantics::common_area;

/// Repeated literals make lists of no more elements.
const MOST_ELEMENTS: usize = 1 << 24;

/// A text being read.
struct Cursor<'t> {
    whole: &'t str,
    rest: &'t str,
}

/// Reads a call.
pub(super) fn call(text: &str) -> Result<Step, SetupError> {
    let mut cursor = Cursor { whole: text, rest: text.trim_start() };
    let mut name = cursor.name("the name of a subroutine")?;
    if name == "call" && cursor.begins_name() {
        name = cursor.name("the name of a subroutine")?;
    }
    if cursor.takes("::") || cursor.takes("%") || cursor.takes(".") {
        name = format!("{name}.{}", cursor.name("the name of a subroutine")?);
    }
    let mut arguments = Vec::new();
    if cursor.takes("(") && !cursor.takes(")") {
        loop {
            arguments.push(cursor.argument()?);
            if cursor.takes(")") {
                break;
            }
            cursor.expect(",", "a comma or `)`")?;
        }
    }
    cursor.ends()?;
    Ok(Step::Call { name, arguments, text: text.trim().to_owned() })
}

/// Reads a setting.
pub(super) fn setting(text: &str) -> Result<Step, SetupError> {
    let mut cursor = Cursor { whole: text, rest: text.trim_start() };
    let owner = if cursor.takes("/") {
        let block = if cursor.begins_name() { cursor.name("the name of a COMMON block")? } else { String::new() };
        cursor.expect("/", "`/` after the name of the COMMON block")?;
        Owner::Block(common_area(&block))
    } else {
        let module = cursor.name("`/BLOCK/` or the name of a module")?;
        cursor.expect("::", "`::` after the name of the module")?;
        Owner::Module(module)
    };
    let mut name = cursor.name("the name of a variable")?;
    let mut subscripts = cursor.subscripts()?;
    while cursor.takes("%") {
        name = format!("{name}%{}", cursor.name("the name of a component")?);
        // The dimensions of a component come before those of the array that it is in.
        subscripts = match (cursor.subscripts()?, subscripts) {
            (None, none) => none,
            (Some(own), outer) => Some([own, outer.unwrap_or_default()].concat()),
        };
    }
    cursor.expect("=", "`=` and a value")?;
    let value = cursor.value()?;
    cursor.ends()?;
    Ok(Step::Set { owner, name, subscripts, value, text: text.trim().to_owned() })
}

/// Reads a value that is all of a text.
pub(super) fn value(text: &str) -> Result<SetupValue, SetupError> {
    let mut cursor = Cursor { whole: text, rest: text.trim_start() };
    let value = cursor.value()?;
    cursor.ends()?;
    Ok(value)
}

impl<'t> Cursor<'t> {
    fn wrong(&self, what: &str) -> SetupError {
        SetupError::new(format!("`{}`: {what}", self.whole.trim()))
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest.trim_start();
        taken
    }

    fn takes(&mut self, sign: &str) -> bool {
        let takes = self.rest.starts_with(sign);
        if takes {
            self.skip(sign.len());
        }
        takes
    }

    fn expect(&mut self, sign: &str, what: &str) -> Result<(), SetupError> {
        if self.takes(sign) { Ok(()) } else { Err(self.wrong(&format!("expected {what}"))) }
    }

    fn ends(&self) -> Result<(), SetupError> {
        match self.rest {
            "" => Ok(()),
            rest => Err(self.wrong(&format!("unexpected `{rest}`"))),
        }
    }

    fn begins_name(&self) -> bool {
        self.rest.starts_with(|first: char| first.is_ascii_alphabetic())
    }

    /// A name, in lower case.
    fn name(&mut self, what: &str) -> Result<String, SetupError> {
        if !self.begins_name() {
            return Err(self.wrong(&format!("expected {what}")));
        }
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let end = self.rest.find(|character| !is_part(character)).unwrap_or(self.rest.len());
        Ok(self.skip(end).to_ascii_lowercase())
    }

    /// The subscripts of an array, if there are any.
    fn subscripts(&mut self) -> Result<Option<Vec<i64>>, SetupError> {
        if !self.takes("(") {
            return Ok(None);
        }
        let mut subscripts = Vec::new();
        loop {
            subscripts.push(self.word().parse().map_err(|_| self.wrong("a subscript is a number"))?);
            if self.takes(")") {
                return Ok(Some(subscripts));
            }
            self.expect(",", "a comma or `)`")?;
        }
    }

    /// A literal: what comes before the next sign that ends a value, or, of COMPLEX, both parts in parentheses.
    fn literal(&mut self) -> Result<String, SetupError> {
        if let Some(count) = self.count_before(&['(']) {
            return Ok(format!("{count}*{}", self.literal()?));
        }
        if !self.takes("(") {
            return Ok(self.word().to_owned());
        }
        let re = self.word();
        self.expect(",", "a comma and the imaginary part")?;
        let im = self.word();
        self.expect(")", "`)` after the imaginary part")?;
        Ok(format!("({re},{im})"))
    }

    /// A number and `*`, if one of these signs follows.
    fn count_before(&mut self, signs: &[char]) -> Option<usize> {
        let (count, rest) = self.rest.split_once('*')?;
        let count = count.trim().parse().ok().filter(|_| rest.trim_start().starts_with(signs))?;
        self.rest = rest.trim_start();
        Some(count)
    }

    /// What comes before the next sign that ends a value.
    fn word(&mut self) -> &'t str {
        let ends = |(at, character): &(usize, char)| {
            matches!(character, ',' | ')' | ']' | '=') || self.rest[*at..].starts_with("/)")
        };
        let end = self.rest.char_indices().find(ends).map_or(self.rest.len(), |(at, _)| at);
        self.skip(end).trim_end()
    }

    /// A text in quotes, if there is one: a doubled quote in it stands for one.
    fn quoted(&mut self) -> Result<Option<String>, SetupError> {
        let Some(quote) = self.rest.chars().next().filter(|first| matches!(first, '\'' | '"')) else { return Ok(None) };
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            if character == quote && characters.next_if(|(_, next)| *next == quote).is_none() {
                self.skip(at + 1);
                return Ok(Some(text));
            }
            text.push(character);
        }
        Err(self.wrong("a text is not ended by its quote"))
    }

    fn argument(&mut self) -> Result<(Option<String>, SetupValue), SetupError> {
        let before = self.rest;
        if self.begins_name() {
            let keyword = self.name("a name")?;
            if self.takes("=") {
                return Ok((Some(keyword), self.value()?));
            }
            self.rest = before;
        }
        Ok((None, self.value()?))
    }

    fn value(&mut self) -> Result<SetupValue, SetupError> {
        if self.takes("@") {
            let file = match self.quoted()? {
                Some(file) => file,
                None => self.word().to_owned(),
            };
            return Ok(SetupValue::Named(format!("@{file}")));
        }
        let is_bracket = self.rest.starts_with('[');
        if is_bracket || self.rest.starts_with("(/") {
            self.skip(if is_bracket { 1 } else { 2 });
            return self.list(if is_bracket { "]" } else { "/)" });
        }
        if let Some(text) = self.quoted()? {
            return Ok(SetupValue::Character(text));
        }
        match self.literal()? {
            word if word.is_empty() => Err(self.wrong("a value is missing")),
            word => Ok(SetupValue::Named(word)),
        }
    }

    /// The elements of a list up to its end.
    fn list(&mut self, end: &str) -> Result<SetupValue, SetupError> {
        let mut elements = Vec::new();
        while !self.takes(end) {
            if !elements.is_empty() {
                self.expect(",", &format!("a comma or `{end}`"))?;
            }
            let quotes = self.count_before(&['\'', '"']);
            let (count, value) = match self.quoted()? {
                Some(text) => (quotes.unwrap_or(1), text),
                None => {
                    let word = self.literal()?;
                    let (count, value) = match word.split_once('*').map(|(count, value)| (count.trim().parse(), value))
                    {
                        Some((Ok(count), value)) => (count, value.trim()),
                        _ => (1, word.as_str()),
                    };
                    if value.is_empty() {
                        return Err(self.wrong("an element of a list is missing"));
                    }
                    (count, value.to_owned())
                }
            };
            if count > MOST_ELEMENTS - elements.len() {
                return Err(self.wrong(&format!("a list has more than {MOST_ELEMENTS} elements")));
            }
            elements.extend(std::iter::repeat_n(value, count));
        }
        Ok(SetupValue::List(elements))
    }
}
