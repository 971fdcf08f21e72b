//! Macros: what they are, and lines in which they are replaced.

use super::letters::{BLANKS, COMMENT, Letter, begins_name, is_in_name, name_at, of_line, of_use};
use super::{ENDLESS_COMMENT, Input, Preprocessor, is_directive};
use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use std::collections::HashMap;

/// The most characters of a line when all has been replaced.
const LONGEST_LINE: usize = 1 << 20;
/// How deep macros may stand for one another.
const MAX_DEPTH: usize = 200;

/// What gfortran defines and programs ask for, and the name of this compiler.
const PREDEFINED: [(&str, &str); 13] = [
    ("__FORLANE__", "1"),
    ("__GFORTRAN__", "1"),
    ("_LANGUAGE_FORTRAN", "1"),
    ("__GNUC__", "12"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__VERSION__", "\"12.2.0\""),
    ("_LP64", "1"),
    ("__LP64__", "1"),
    ("__GFC_INT_8__", "1"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
];

/// What a name stands for.
#[derive(Clone, Debug)]
enum Macro {
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
    /// A text, in place of the name alone, or, with parameters, of the name and as many arguments.
    Text { parameters: Option<usize>, body: Vec<Part> },
}

/// A part of a macro's text.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Parameter(usize),
}

/// The macros that are defined.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    of: HashMap<String, Macro>,
}

impl Macros {
    /// What is defined at the start of a file, and what `definitions` add, as `#define` would.
    pub fn with(definitions: &[String]) -> Macros {
        let line_and_file = [("__LINE__".to_owned(), Macro::Line), ("__FILE__".to_owned(), Macro::File)];
        let mut macros = Macros { of: line_and_file.into() };
        let predefined = PREDEFINED.iter().map(|(name, value)| format!("{name} {value}"));
        for definition in predefined.chain(definitions.iter().cloned()) {
            // Those of the command line have been read before.
            let _ = macros.define(&definition);
        }
        macros
    }

    /// `#define`, of which `text` is what follows the word.
    pub fn define(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = definition(text)?;
        self.of.insert(name, value);
        Ok(())
    }

    /// `#undef`
    pub fn undefine(&mut self, name: &str) {
        self.of.remove(name);
    }

    /// Whether a name is defined.
    pub fn has(&self, name: &str) -> bool {
        self.of.contains_key(name)
    }

    /// Whether a line may have a comment or a name that stands for something.
    pub fn may_change(&self, line: &str) -> bool {
        let mut rest = line;
        while let Some(at) = rest.find(|character| begins_name(character) || character == '/') {
            rest = &rest[at..];
            let name = name_at(rest);
            if rest.starts_with("/*") || self.has(name) {
                return true;
            }
            rest = &rest[name.len().max(1)..];
        }
        false
    }
}

/// Reads a name, its parameters, and what it stands for.
fn definition(text: &str) -> Result<(String, Macro), String> {
    let text = text.trim_matches(BLANKS);
    let name = name_at(text);
    if name.is_empty() || name == "defined" {
        let found = text.split_whitespace().next().unwrap_or_default();
        return Err(if found.is_empty() {
            "a name is missing".into()
        } else {
            format!("`{found}` is not a macro's name")
        });
    }
    let mut rest = &text[name.len()..];
    let mut parameters = None;
    if let Some(after) = rest.strip_prefix('(') {
        let (list, body) = after.split_once(')').ok_or("the `)` of the parameters is missing")?;
        let list = list.trim_matches(BLANKS);
        let names = list.split(',').map(|name| name.trim_matches(BLANKS)).filter(|_| !list.is_empty());
        let names: Vec<&str> = names.collect();
        for (at, parameter) in names.iter().enumerate() {
            if name_at(parameter) != *parameter || parameter.is_empty() {
                return Err(format!("`{parameter}` is not a parameter's name"));
            }
            if names[..at].contains(parameter) {
                return Err(format!("two parameters have the name `{parameter}`"));
            }
        }
        (rest, parameters) = (body, Some(names));
    }
    let body = parts(rest.trim_matches(BLANKS), parameters.as_deref().unwrap_or_default());
    Ok((name.to_owned(), Macro::Text { parameters: parameters.map(|names| names.len()), body }))
}

/// A macro's text, divided where parameters are, also within quotes.
fn parts(text: &str, parameters: &[&str]) -> Vec<Part> {
    let (mut parts, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while let Some(first) = rest.chars().next() {
        let name = name_at(rest);
        match parameters.iter().position(|parameter| *parameter == name) {
            Some(index) => parts.extend([Part::Text(std::mem::take(&mut plain)), Part::Parameter(index)]),
            None if first == COMMENT => {}
            None if name.is_empty() => plain.push(first),
            None => plain.push_str(name),
        }
        rest = &rest[name.len().max(first.len_utf8())..];
    }
    parts.push(Part::Text(plain));
    parts
}

/// What is left of a line: its characters, the last one first.
type Rest = Vec<Letter>;

impl Preprocessor<'_> {
    /// A line without `/* */` and with its macros replaced; both may go on in the lines after it, and so does the line
    /// after a backslash. Comments of Fortran stay as they are; a line without a form has none.
    pub(super) fn replaced(
        &mut self,
        input: &mut Input<'_>,
        line: Vec<Letter>,
        form: Option<SourceForm>,
    ) -> Vec<Letter> {
        let is_fixed = form == Some(SourceForm::Fixed);
        let mut is_comment = is_fixed && line.first().is_some_and(|first| "cCdD*".contains(first.character));
        let mut rest: Rest = line.into_iter().rev().collect();
        let (mut out, mut quote, mut open): (Vec<Letter>, Option<char>, Vec<(String, usize)>) = Default::default();
        loop {
            if rest.is_empty() && form.is_some() {
                self.join_next(input, &mut rest, &mut out);
            }
            let Some(letter) = rest.pop() else { break };
            match letter.character {
                character if quote.is_some() => quote = quote.filter(|quote| *quote != character),
                '/' if rest.last().is_some_and(|next| next.character == '*') => {
                    let span = input.span_of(letter, rest.last().copied());
                    if !skip_comment(input, &mut rest) {
                        self.problem(span, ENDLESS_COMMENT);
                    }
                    continue;
                }
                '\'' | '"' => quote = Some(letter.character),
                '!' => is_comment |= form.is_some() && !(is_fixed && out.len() == 5),
                first if begins_name(first) => {
                    let mut name = vec![letter];
                    while let Some(next) = rest.pop_if(|next| is_in_name(next.character)) {
                        name.push(next);
                    }
                    if is_comment {
                        out.append(&mut name);
                        continue;
                    }
                    match self.value(input, &name, &mut rest, &mut open) {
                        Ok(Some(value)) if out.len() + rest.len() + value.len() <= LONGEST_LINE => {
                            rest.extend(value.into_iter().rev());
                        }
                        Ok(None) => out.append(&mut name),
                        other => {
                            let long = "the line has more than 1 MiB when macros are replaced".to_owned();
                            self.problem(input.span_of(letter, name.last().copied()), other.err().unwrap_or(long));
                            out.append(&mut name);
                            is_comment = true;
                        }
                    }
                    continue;
                }
                _ => {}
            }
            out.push(letter);
        }
        out
    }

    /// After a backslash at the end of a line, adds the next line to what is left in place of it.
    fn join_next(&mut self, input: &mut Input<'_>, rest: &mut Rest, out: &mut Vec<Letter>) {
        let is_blank = |letter: &&Letter| BLANKS.contains(&letter.character);
        let blanks = out.iter().rev().take_while(is_blank).count();
        let Some(backslash) = out.iter().rev().nth(blanks).copied() else { return };
        if backslash.character != '\\' || backslash.end.is_some() {
            return;
        }
        let message = "this joins the next line to this one";
        self.problems.push(Diagnostic::warning("W0108", input.span_of(backslash, None), message));
        out.truncate(out.len() - blanks - 1);
        if let Some((start, next)) = input.lines.next() {
            rest.extend(of_line(next, start).into_iter().rev());
        }
    }

    /// What is to be read in place of a name, and of arguments that are taken from the rest of the line; none if it is
    /// to stay. `open` has the macros in whose texts the name is, with the number of characters after them.
    fn value(
        &self,
        input: &mut Input<'_>,
        letters: &[Letter],
        rest: &mut Rest,
        open: &mut Vec<(String, usize)>,
    ) -> Result<Option<Vec<Letter>>, String> {
        let name: String = letters.iter().map(|letter| letter.character).collect();
        let Some(found) = self.macros.of.get(&name) else { return Ok(None) };
        let (first, mut last) = (letters[0], letters[letters.len() - 1]);
        let here = rest.len() + letters.len();
        while open.pop_if(|(_, after)| here <= *after).is_some() {}
        let text = match found {
            Macro::Line => self.sources.file(input.file).line_of(first.at).to_string(),
            Macro::File => format!("\"{}\"", self.sources.file(input.file).name),
            Macro::Text { parameters, body } => {
                let is_circle = parameters.is_none() && open.iter().any(|(other, _)| *other == name);
                if is_circle || open.len() >= MAX_DEPTH {
                    return Err(format!("the macro `{name}` stands for itself"));
                }
                let mut arguments = Vec::new();
                if let Some(expected) = *parameters {
                    let Some((given, end)) = arguments_of(&name, input, rest)? else { return Ok(None) };
                    let is_nothing = expected == 0 && given.len() == 1 && given[0].trim().is_empty();
                    if given.len() != expected && !is_nothing {
                        return Err(format!("the macro `{name}` takes {expected} arguments, and has {}", given.len()));
                    }
                    (arguments, last) = (given, end);
                }
                open.push((name, rest.len()));
                let text = body.iter().map(|part| match part {
                    Part::Text(text) => text.as_str(),
                    Part::Parameter(index) => arguments[*index].as_str(),
                });
                text.collect()
            }
        };
        Ok(Some(of_use(&text, (first.at, last.after()))))
    }
}

/// Takes the arguments of a macro from the rest of a line, and from the lines after it; the second is their `)`. None
/// if there is no `(`.
fn arguments_of(name: &str, input: &mut Input<'_>, rest: &mut Rest) -> Result<Option<(Vec<String>, Letter)>, String> {
    let blanks = rest.iter().rev().take_while(|letter| matches!(letter.character, ' ' | '\t')).count();
    let parenthesis = rest.len().checked_sub(blanks + 1).filter(|at| rest[*at].character == '(');
    let Some(parenthesis) = parenthesis else { return Ok(None) };
    rest.truncate(parenthesis);
    let (mut arguments, mut argument, mut depth, mut quote) = (Vec::new(), String::new(), 1, None);
    loop {
        let Some(letter) = rest.pop() else {
            let Some((start, line)) = input.lines.next_if(|(_, line)| !is_directive(line)) else {
                return Err(format!("the arguments of the macro `{name}` do not end"));
            };
            argument.push(' ');
            rest.extend(of_line(line, start).into_iter().rev());
            continue;
        };
        match letter.character {
            character if quote.is_some() => quote = quote.filter(|quote| *quote != character),
            '/' if rest.last().is_some_and(|next| next.character == '*') && skip_comment(input, rest) => continue,
            character @ ('\'' | '"') => quote = Some(character),
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 1 => {
                arguments.push(std::mem::take(&mut argument));
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            arguments.push(argument);
            return Ok(Some((arguments, letter)));
        }
        argument.push(letter.character);
        if argument.len() > LONGEST_LINE {
            return Err(format!("the arguments of the macro `{name}` do not end"));
        }
    }
}

/// Skips what follows the `/` of `/*`, up to `*/`, which may be in a line after it; false if it is in none.
fn skip_comment(input: &mut Input<'_>, rest: &mut Rest) -> bool {
    rest.pop();
    let mut before = ' ';
    loop {
        match rest.pop() {
            Some(letter) if before == '*' && letter.character == '/' => return true,
            Some(letter) => before = letter.character,
            None => match input.lines.next() {
                Some((start, line)) => rest.extend(of_line(line, start).into_iter().rev()),
                None => return false,
            },
        }
    }
}
