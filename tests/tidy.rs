//! The repository keeps its form: each file of tests is compiled, each dependency is used and has a licence that is
//! allowed, tables of documents are tables, files and lines of text are not too long.

use std::path::{Path, PathBuf};

/// Columns of a line of a document, or of a comment, that can be broken: not of a table, nor of an example in a
/// document, and without an address.
const WIDEST_LINE: usize = 120;

/// Lines of a source: one idea, which a reader can take in.
const LONGEST_SOURCE: usize = 400;

/// A new file in a folder of tests would not be compiled, and nobody would see that it does not run.
#[test]
fn each_file_of_tests_is_a_module_of_a_binary() {
    let binaries = ["main.rs", "cases.rs"];
    for tests in crates().iter().map(|folder| folder.join("tests")).filter(|tests| tests.is_dir()) {
        let read = |name: &str| std::fs::read_to_string(tests.join(name)).unwrap_or_default();
        let modules: String = binaries.map(read).concat();
        for entry in std::fs::read_dir(&tests).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(module) = name.strip_suffix(".rs").filter(|_| !binaries.contains(&name.as_str())) {
                let line = format!("mod {module};");
                assert!(modules.lines().any(|other| other == line), "{}/main.rs lacks `{line}`", tests.display());
            }
        }
    }
}

/// A table at the head of a module says what each of its files does; one that it lacks is not found.
#[test]
fn tables_of_modules_are_complete() {
    let mut tables = 0;
    for path in files("rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("//! | ")).collect();
        if !rows.first().is_some_and(|row| row.starts_with("//! | file |") || row.starts_with("//! | module |")) {
            continue;
        }
        tables += 1;
        let modules = text.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'));
        for module in modules.filter(|module| *module != "tests") {
            let is_named = rows.iter().any(|row| row.contains(&format!("`{module}`")));
            assert!(is_named, "the table at the head of {} lacks `{module}`", path.display());
        }
    }
    assert!(tables >= 2);
}

/// A dependency that no source names costs each build its time.
#[test]
fn each_dependency_is_used() {
    let mut unused = Vec::new();
    for folder in crates() {
        let used: String = ["src", "tests", "benches"].map(|part| sources(&folder.join(part))).concat();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let dependencies = dependencies(&manifest);
        assert!(!dependencies.is_empty(), "{}", folder.display());
        let is_unused = |name: &&str| !used.contains(&format!("{}::", name.replace('-', "_")));
        unused.extend(dependencies.into_iter().filter(is_unused).map(|name| format!("{}: {name}", folder.display())));
    }
    assert!(unused.is_empty(), "nothing uses {unused:#?}");
}

/// The folders of the crates.
fn crates() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = quoted(&manifest, "members = [");
    assert!(members.len() > 5);
    members.into_iter().map(|member| root.join(member)).chain([root.clone()]).collect()
}

/// The texts in quotes of the list that begins so, but for comments.
fn quoted<'a>(text: &'a str, begin: &str) -> Vec<&'a str> {
    let (_, list) = text.split_once(begin).unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let lines = list.lines().map(|line| line.split('#').next().unwrap());
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

/// `cargo deny` looks at more, but takes minutes to build: here are the licences that `deny.toml` allows.
#[test]
fn licences_of_dependencies_are_allowed() {
    let cargo = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let version = cargo(&["--version", "--verbose"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let options = ["--locked", "--format-version", "1", "--filter-platform", host, "--manifest-path", manifest];
    let metadata = cargo(&[&["metadata"], &options[..]].concat());
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let deny = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).unwrap();
    let allowed = quoted(&deny, "allow = [");
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    assert!(is_allowed("(GPL-3.0 OR MIT) AND Zlib", &allowed) && !is_allowed("GPL-3.0 AND MIT", &allowed));
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_allowed(licence, &allowed), "{} has the licence {licence}", package["name"]);
    }
}

/// Whether a licence expression can be satisfied with these licences. `/` is an old form of OR.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let parts = |separators: &[&str]| {
        let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
        for (at, letter) in expression.char_indices() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if let Some(separator) = separators.iter().find(|separator| expression[at..].starts_with(**separator))
                && depth == 0
            {
                parts.push(&expression[begin..at]);
                begin = at + separator.len();
            }
        }
        parts.push(&expression[begin..]);
        parts
    };
    let (choices, together) = (parts(&[" OR ", "/"]), parts(&[" AND "]));
    if choices.len() > 1 {
        return choices.into_iter().any(|choice| is_allowed(choice, allowed));
    }
    if together.len() > 1 {
        return together.into_iter().all(|part| is_allowed(part, allowed));
    }
    match expression.trim().strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner, allowed),
        None => allowed.contains(&expression.trim()),
    }
}

/// The names of the dependencies in a manifest of a package.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_list = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            is_list = section.ends_with("dependencies") && !section.starts_with("workspace");
            names.extend(section.strip_prefix("dependencies."));
        } else if is_list && !line.starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

/// The text of all sources in a folder.
fn sources(folder: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(folder) else { return String::new() };
    let mut text = String::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    text
}

/// A blank line in the middle of a table made text of the rows after it.
#[test]
fn documents_have_whole_tables_and_lines_of_120_columns() {
    let mut wrong = Vec::new();
    let documents = files("md");
    assert!(documents.len() > 5);
    for path in documents {
        let text = std::fs::read_to_string(&path).unwrap();
        wrong.extend(problems(&text).into_iter().map(|(line, what)| format!("{}:{line}: {what}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Code is formatted, which leaves comments as they are.
#[test]
fn links_of_documents_lead_to_files_and_headings() {
    let mut wrong = Vec::new();
    for path in files("md") {
        let text = std::fs::read_to_string(&path).unwrap();
        for link in links(&text) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let is_there = match (target.exists(), heading) {
                (is_there, "") => is_there,
                (true, _) => headings(&std::fs::read_to_string(target).unwrap()).any(|known| known == heading),
                (false, _) => false,
            };
            if !is_there {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn links_and_headings_of_documents_are_found() {
    let text = "# One `two` head, 3\n```\n# no\n[a](b)\n```\n[a](b.md#c) (d) `[e](f)` [g](https://h) and [a\nb](#c)\n";
    assert_eq!(links(text), ["b.md#c", "#c"]);
    assert_eq!(headings(text).collect::<Vec<String>>(), ["one-two-head-3"]);
}

/// What the links of a document lead to, but for those to the web.
fn links(text: &str) -> Vec<&str> {
    // Every second part is code.
    let prose = prose(text).flat_map(|line| line.split('`').step_by(2));
    let links = prose.flat_map(|part| part.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    links.filter(|link| !link.contains("://")).collect()
}

/// The headings of a document, as links name them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let title = |line: &str| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    prose(text).filter(|line| line.starts_with('#')).map(move |line| title(line).chars().filter(is_kept).collect())
}

/// The lines of a document that are not of an example.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_example = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_example ^= is_fence;
        !is_example && !is_fence
    })
}

#[test]
fn comments_have_lines_of_120_columns() {
    let mut long = Vec::new();
    for path in files("rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        long.extend(long_comments(&text).map(|line| format!("{}:{line}", path.display())));
    }
    assert!(long.is_empty(), "more than {WIDEST_LINE} columns:\n{}", long.join("\n"));
}

#[test]
fn sources_have_at_most_400_lines() {
    let sources = [files("rs"), files("py")].concat();
    let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<String> = (sources.iter().map(|path| (path, lines(path))))
        .filter(|(_, lines)| *lines > LONGEST_SOURCE)
        .map(|(path, lines)| format!("{}: {lines}", path.display()))
        .collect();
    assert!(sources.iter().any(|path| lines(path) > LONGEST_SOURCE / 2), "no sources are found");
    assert!(long.is_empty(), "more than {LONGEST_SOURCE} lines:\n{}", long.join("\n"));
}

#[test]
fn long_comments_are_found() {
    let (wide, words) = ("ä".repeat(120), "ä ".repeat(60));
    let text =
        format!("// {words}\n    //! {words}\n\"{wide}\";\n/// | {words} |\n// https://{wide}\n/// {}\n", &words[..8]);
    assert_eq!(long_comments(&text).collect::<Vec<usize>>(), [1, 2]);
}

/// The lines of a source, counted from 1, that are comments and too long.
fn long_comments(text: &str) -> impl Iterator<Item = usize> {
    let is_long = |line: &str| {
        let comment = line.trim_start().strip_prefix("//").unwrap_or_default();
        let is_of_table = comment.trim_start_matches(['/', '!', ' ']).starts_with('|');
        !comment.is_empty() && line.chars().count() > WIDEST_LINE && !is_of_table && !comment.contains("://")
    };
    (1..).zip(text.lines()).filter(move |(_, line)| is_long(line)).map(|(at, _)| at)
}

#[test]
fn broken_tables_and_long_lines_are_found() {
    let found = |text: &str| problems(text).into_iter().map(|(line, _)| line).collect::<Vec<usize>>();
    assert_eq!(found("| a | b |\n|---|---|\n| `c \\| d` | e |\n\ntext\n"), [0; 0]);
    assert_eq!(found("| a | b |\n|---|---|\n\n| c | d |\n"), [4]);
    assert_eq!(found("| a | b |\n|---|---|\n| c |\n| `d | d` | e |\n"), [3, 4]);
    assert_eq!(found("```\n| a\n```\n| a |\n"), [4]);
    assert_eq!(found(&format!("{}\n```\n{0}\n```\n{}\n", "ä".repeat(121), "ä".repeat(120))), [1]);
}

/// The files of the repository whose names end so.
fn files(ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|other| other == ending) {
                files.push(path);
            } else if path.is_dir() && !path.ends_with("target") && !path.ends_with(".git") {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The lines of a document, counted from 1, that are wrong, and why.
fn problems(text: &str) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    let mut is_example = false;
    // The number of cells in the head of the table around.
    let mut table: Option<usize> = None;
    for (at, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_example = !is_example;
        } else if !is_example && line.trim_start().starts_with('|') {
            let cells = line.replace("\\|", "").matches('|').count() - 1;
            match table {
                None if text.lines().nth(at).is_some_and(is_rule) => {}
                None => problems.push((at, "a table begins with a head and a line of dashes".to_owned())),
                Some(head) if head != cells => problems.push((at, format!("{cells} cells under {head}"))),
                Some(_) => {}
            }
            table = table.or(Some(cells));
            continue;
        } else if !is_example && line.chars().count() > WIDEST_LINE {
            problems.push((at, format!("more than {WIDEST_LINE} columns")));
        }
        table = None;
    }
    problems
}

/// Whether a line of a document is that under the head of a table.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.chars().all(|c| "|-: ".contains(c))
}
