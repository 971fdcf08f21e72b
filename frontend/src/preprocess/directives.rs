//! Directives: lines that begin with `#`.

use super::letters::{BLANKS, COMMENT, goes_on, name_at, of_line};
use super::{ENDLESS_COMMENT, Input, Preprocessor, condition};
use crate::diagnostics::Diagnostic;
use crate::parse::{MAX_FILES, MAX_INCLUDE_DEPTH, not_included};
use crate::source::Span;

/// An `#if` without its `#endif`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditional {
    pub span: Span,
    /// The lines between its present branch and the next are read.
    pub is_active: bool,
    /// One of its branches has been chosen, or none can be.
    is_decided: bool,
    has_else: bool,
}

/// The name of a directive, which may be empty, and what follows it; none for another line.
pub(super) fn words(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('#')?.trim_start_matches(BLANKS);
    let name = name_at(rest);
    Some((name, &rest[name.len()..]))
}

/// The name of the file of an `#include`.
pub(super) fn included_name<'t>((word, rest): (&str, &'t str)) -> Option<&'t str> {
    let rest = rest.trim_matches(BLANKS);
    let close = match rest.chars().next().filter(|_| word == "include")? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest[1..].split_once(close).map(|(name, _)| name).filter(|name| !name.is_empty())
}

impl Preprocessor<'_> {
    /// Executes a directive, which may go on in the lines after it.
    pub(super) fn directive(&mut self, input: &mut Input<'_>, line: (u32, &str)) {
        let span = input.span(line);
        let text = self.without_comments(input, line);
        let Some((word, rest)) = words(&text) else { return };
        let is_read = self.conditionals.last().is_none_or(|conditional| conditional.is_active);
        let done = match word {
            "if" | "ifdef" | "ifndef" => {
                let value = if is_read { self.condition(input, word, rest) } else { Ok(false) };
                let is_active = *value.as_ref().unwrap_or(&false);
                let is_decided = is_active || !is_read;
                self.conditionals.push(Conditional { span, is_active, is_decided, has_else: false });
                value.map(drop)
            }
            "elif" | "else" | "endif" => self.next_branch(input, word, rest),
            _ if !is_read => Ok(()),
            "define" => self.macros.define(rest),
            "undef" => match name_at(rest.trim_matches(BLANKS)) {
                "" => Err("a name is missing".into()),
                name => {
                    self.macros.undefine(name);
                    Ok(())
                }
            },
            "include" => self.include(input, span, &text),
            "error" => {
                let message = format!("#error {}", rest.replace(COMMENT, " ").trim());
                self.problems.push(Diagnostic::error("E0125", span, message.trim_end()));
                Ok(())
            }
            "warning" => {
                let message = format!("#warning {}", rest.replace(COMMENT, " ").trim());
                self.problems.push(Diagnostic::warning("W0107", span, message.trim_end()));
                Ok(())
            }
            "" if rest.trim_matches(BLANKS).is_empty() => Ok(()),
            "line" | "pragma" | "ident" | "sccs" | "assert" | "unassert" => Ok(()),
            _ => Err("this is not a directive".into()),
        };
        if let Err(message) = done {
            self.problem(span, format!("`#{word}`: {message}"));
        }
    }

    /// A line with [`COMMENT`] for each comment, which may go on in the lines after it, as a line does that ends in a
    /// backslash.
    pub(super) fn without_comments(&mut self, input: &mut Input<'_>, line: (u32, &str)) -> String {
        let span = input.span(line);
        let (mut rest, mut text, mut quote) = (line.1, String::new(), None);
        loop {
            let Some(first) = rest.chars().next() else {
                if !goes_on(&text) {
                    return text;
                }
                text.truncate(text.rfind('\\').unwrap_or(0));
                rest = input.lines.next().map_or("", |(_, next)| next);
                continue;
            };
            if quote.is_some() {
                quote = quote.filter(|quote| *quote != first);
            } else if matches!(first, '\'' | '"') {
                quote = Some(first);
            } else if let Some(mut comment) = rest.strip_prefix("/*") {
                text.push(COMMENT);
                rest = loop {
                    if let Some((_, after)) = comment.split_once("*/") {
                        break after;
                    }
                    let Some((_, next)) = input.lines.next() else {
                        self.problem(span, ENDLESS_COMMENT);
                        return text;
                    };
                    comment = next;
                };
                continue;
            }
            text.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }

    fn condition(&mut self, input: &mut Input<'_>, word: &str, rest: &str) -> Result<bool, String> {
        let rest = rest.trim_matches(BLANKS);
        if word != "if" && word != "elif" {
            let name = name_at(rest);
            return match name {
                "" => Err("a name is missing".into()),
                _ => Ok(self.macros.has(name) == (word == "ifdef")),
            };
        }
        let mut text = String::new();
        let without_comments = rest.replace(COMMENT, " ");
        let mut left = &*without_comments;
        while let Some(first) = left.chars().next() {
            let name = name_at(left);
            left = &left[name.len().max(first.len_utf8())..];
            if name != "defined" {
                text.extend(name.is_empty().then_some(first));
                text.push_str(name);
                continue;
            }
            let after = left.trim_start();
            let inner = after.strip_prefix('(').map(str::trim_start);
            let operand = name_at(inner.unwrap_or(after));
            left = &inner.unwrap_or(after)[operand.len()..];
            if inner.is_some() {
                left = left.trim_start().strip_prefix(')').ok_or("a `)` is missing after `defined`")?;
            }
            if operand.is_empty() {
                return Err("a name is missing after `defined`".into());
            }
            text.push_str(if self.macros.has(operand) { " 1 " } else { " 0 " });
        }
        let mut nothing = Input::of(input.file, "");
        nothing.lines.next();
        let before = self.problems.len();
        let replaced = self.replaced(&mut nothing, of_line(&text, 0), None);
        match self.problems.drain(before..).next() {
            Some(problem) => Err(problem.message),
            None => condition::evaluate(&replaced.iter().map(|letter| letter.character).collect::<String>()),
        }
    }

    /// `#elif`, `#else` and `#endif`
    fn next_branch(&mut self, input: &mut Input<'_>, word: &str, rest: &str) -> Result<(), String> {
        let Some(conditional) = self.conditionals.last().copied() else {
            return Err("there is no `#if` before".into());
        };
        if word == "endif" {
            self.conditionals.pop();
            return Ok(());
        }
        if conditional.has_else {
            return Err("it follows `#else`".into());
        }
        let value = match word {
            "elif" if !conditional.is_decided => self.condition(input, word, rest),
            _ => Ok(!conditional.is_decided),
        };
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.is_active = *value.as_ref().unwrap_or(&false);
            conditional.is_decided |= conditional.is_active;
            conditional.has_else = word == "else";
        }
        value.map(drop)
    }

    fn include(&mut self, input: &Input<'_>, span: Span, text: &str) -> Result<(), String> {
        let Some(name) = words(text).and_then(included_name) else {
            return Err("`\"NAME\"` or `<NAME>` is expected".into());
        };
        match self.sources.included(input.file, name) {
            Some(Ok(_)) if self.depth > MAX_INCLUDE_DEPTH || self.count > MAX_FILES => {
                let message =
                    format!("files include one another more than {MAX_INCLUDE_DEPTH} deep, or {MAX_FILES} times");
                self.problems.push(Diagnostic::error("E0123", span, message));
            }
            Some(Ok(included)) => self.file(*included),
            other => {
                let reason = other.and_then(|other| other.as_ref().err());
                self.problems.push(not_included(name, reason.map(String::as_str), span));
            }
        }
        Ok(())
    }
}
