//! What the parser's tests share.

use forlane_frontend::diagnostics::Diagnostic;
use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::parse;
use forlane_frontend::source::SourceMap;
use forlane_frontend::tree::File;

/// Parses a text.
pub fn parse_text(form: SourceForm, text: &str) -> (File, Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let file = sources.add("test", text);
    let (tree, diagnostics) = parse(&sources, file, form);
    (tree, diagnostics, sources)
}

/// Diagnostics as lines `line:column code message [text under the caret]`.
pub fn describe(diagnostics: &[Diagnostic], sources: &SourceMap) -> Vec<String> {
    let describe = |diagnostic: &Diagnostic| {
        let (line, column) = sources.line_column(diagnostic.span);
        let text = &sources.file(diagnostic.span.file).text;
        let under = &text[diagnostic.span.start as usize..diagnostic.span.end as usize];
        format!("{line}:{column} {} {} [{under}]", diagnostic.code, diagnostic.message)
    };
    diagnostics.iter().map(describe).collect()
}

/// The statement of a program unit that has but one, printed.
pub fn statement(form: SourceForm, statement: &str) -> String {
    let text = match form {
        SourceForm::Fixed => format!("      {statement}\n      END\n"),
        SourceForm::Free => format!("{statement}\nend\n"),
    };
    let (tree, diagnostics, sources) = parse_text(form, &text);
    assert!(diagnostics.is_empty(), "{statement}: {:#?}", describe(&diagnostics, &sources));
    let printed = tree.to_string();
    let lines: Vec<&str> = printed.lines().collect();
    lines[..lines.len() - 1].iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}

/// Parses, prints, parses again: the trees are equal, and print alike.
pub fn check_round_trip(form: SourceForm, text: &str) {
    let (tree, mut diagnostics, sources) = parse_text(form, text);
    // What is after column 72 does not come back, nor does a backslash that joins lines.
    diagnostics.retain(|diagnostic| !["W0106", "W0108"].contains(&diagnostic.code));
    assert!(diagnostics.is_empty(), "{:#?}", describe(&diagnostics, &sources));
    let printed = tree.to_string();
    let (again, diagnostics, sources) = parse_text(form, &printed);
    assert!(diagnostics.is_empty(), "{printed}\n{:#?}", describe(&diagnostics, &sources));
    assert_eq!(tree.without_spans(), again.clone().without_spans(), "{printed}");
    assert_eq!(printed, again.to_string());
}
