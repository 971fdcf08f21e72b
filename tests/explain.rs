//! What `--explain` says of kernels, compared with the texts kept beside the sources.
//!
//! `! test: explain KERNEL [OPTION …]` explains that kernel of the source; the text is kept in `NAME.KERNEL.txt`, where
//! KERNEL is followed by the options' words, if there are any. Of each the text and the JSON say the same, and the code
//! is that of a compilation that explains nothing. Each decision that `docs/explain.md` lists occurs. How many
//! instructions loops have is left out of the texts, as it changes with everything that changes code.

use crate::harness::{Run, compare, directives, files, forlane, split, trial};
use forlane::{ArgumentShapes, CompileOptions, Program};
use forlane_rewrites::passes::{PassOptions, PassReport};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The page that lists the decisions.
const PAGE: &str = include_str!("../docs/explain.md");

pub fn trials() -> Vec<Trial> {
    let cases = cases();
    let expected: BTreeSet<PathBuf> = cases.iter().map(Case::expected).collect();
    let mut trials = vec![
        trial("explain", "every text has a directive", move || {
            let left = files("explain", &["txt"]).into_iter().find(|path| !expected.contains(path));
            left.map_or(Ok(()), |path| Err(format!("nothing makes {}", path.display())))
        }),
        trial("explain", "every decision occurs", every_decision_occurs),
        trial("explain", "the page shows what is said", page_is_true),
    ];
    let trial_of = |case: Case| trial("explain", &format!("{} {}", case.name, case.directive), move || case.check());
    trials.extend(cases.into_iter().map(trial_of));
    trials
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for source in files("explain", &["f", "f90"]) {
        let text = std::fs::read_to_string(&source).expect("a case can be read");
        let directives = directives(&text);
        assert!(!directives.is_empty(), "{} holds no directive", source.display());
        for directive in directives {
            let directive = directive.strip_prefix("explain ").expect("a directive explains").to_owned();
            cases.push(Case { name: split(&source).1, source: source.clone(), directive });
        }
    }
    cases
}

/// A directive of a source: the kernel and options.
struct Case {
    name: String,
    source: PathBuf,
    directive: String,
}

impl Case {
    fn kernel(&self) -> &str {
        self.directive.split_whitespace().next().unwrap_or_default()
    }

    fn options(&self) -> Vec<&str> {
        self.directive.split_whitespace().skip(1).collect()
    }

    /// Where the text is kept.
    fn expected(&self) -> PathBuf {
        let options = self.options();
        let words = options.iter().map(|option| option.trim_start_matches('-').replace('=', "-"));
        let options: String = words.map(|word| format!(".{word}")).collect();
        self.source.with_extension(format!("{}{options}.txt", self.kernel()))
    }

    fn explain(&self, options: &[&str]) -> Result<String, String> {
        let (folder, name) = split(&self.source);
        // The size of a gang depends on the instruction set, which is to be the same on all machines.
        let mut arguments = vec!["check", &name, "--kernel", self.kernel(), "--isa=base"];
        arguments.extend(options);
        let Run { stdout, stderr, status } = forlane(folder, &arguments);
        if status == 0 { Ok(stdout) } else { Err(format!("exit status {status}: {stderr}")) }
    }

    /// Compares the text with the kept one and with the JSON, and the code with that without remarks.
    fn check(&self) -> Result<(), String> {
        let options = self.options();
        let is_json = options.contains(&"--explain=json");
        let others: Vec<&str> = options.into_iter().filter(|option| *option != "--explain=json").collect();
        let explain = |form: &'static str| self.explain(&[&[form], &others[..]].concat());
        let (text, json) = (explain("--explain")?, explain("--explain=json")?);
        let lines: String = texts(&json)?.into_iter().map(|line| line + "\n").collect();
        let kept = if is_json { json_without_instructions(&json)? } else { without_instructions(&text) };
        compare(&self.expected(), &kept)?;
        if lines != text {
            return Err(format!("the JSON says:\n{lines}---\nthe text says:\n{text}"));
        }
        let (plain, explained) = (self.code(false)?, self.code(true)?);
        if plain == explained { Ok(()) } else { Err("to explain it changes the code".to_owned()) }
    }

    /// The gang code and machine code of the kernel.
    fn code(&self, explain: bool) -> Result<String, String> {
        let words = |error: &dyn std::error::Error| error.to_string();
        let program = Program::from_files(std::slice::from_ref(&self.source)).map_err(|error| words(&error))?;
        let passes = PassOptions { explain, ..PassOptions::default() };
        let source = program.kernel_source(self.kernel(), &passes, &mut PassReport::default());
        let options = CompileOptions { keep_text: true, ..CompileOptions::default() };
        let kernel = source.and_then(|source| source.compile(ArgumentShapes::default(), &options));
        let kernel = kernel.map_err(|error| words(&error))?;
        if kernel.remarks().is_empty() == explain {
            return Err("there are remarks where none are wanted, or none where they are".to_owned());
        }
        Ok(kernel.compiled().texts().iter().map(|text| format!("{}{}", text.gang, text.assembly)).collect())
    }
}

/// A JSON object without the remarks on instructions.
fn json_without_instructions(json: &str) -> Result<String, String> {
    let mut object: serde_json::Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let remarks = object["remarks"].as_array_mut().ok_or("there are no remarks")?;
    remarks.retain(|remark| remark["decision"] != "instructions");
    serde_json::to_string_pretty(&object).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// A text without the remarks on instructions.
fn without_instructions(text: &str) -> String {
    text.lines().filter(|line| !line.contains(" of the machine, of which ")).map(|line| format!("{line}\n")).collect()
}

/// The lines that the remarks of a JSON object are as text.
fn texts(json: &str) -> Result<Vec<String>, String> {
    let remarks = remarks(json)?;
    let text = |remark: &serde_json::Value| remark["text"].as_str().map(str::to_owned);
    remarks.iter().map(|remark| text(remark).ok_or_else(|| "a remark has no text".to_owned())).collect()
}

fn remarks(json: &str) -> Result<Vec<serde_json::Value>, String> {
    let object: serde_json::Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    object["remarks"].as_array().cloned().ok_or_else(|| format!("there are no remarks:\n{json}"))
}

/// The page's example is explained as it says.
fn page_is_true() -> Result<(), String> {
    let block =
        |fence: &str| PAGE.split_once(fence).and_then(|(_, rest)| rest.split_once("```")).map(|(block, _)| block);
    let (Some(source), Some(shown)) = (block("```fortran\n"), block("```\n\n```\n")) else {
        return Err("the page has no example".to_owned());
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    std::fs::write(folder.path().join("total.f90"), source).map_err(|error| error.to_string())?;
    let said = forlane(folder.path(), &["check", "total.f90", "--kernel", "total", "--explain", "--isa=base"]).stdout;
    if without_instructions(&said) == shown {
        Ok(())
    } else {
        Err(format!("it says:\n{said}---\nthe page says:\n{shown}"))
    }
}

/// The words in the first column of the page's table of decisions are those that occur in the cases.
fn every_decision_occurs() -> Result<(), String> {
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| decision |")).skip(2);
    let word = |row: &str| row.strip_prefix("| `").and_then(|row| row.split_once('`')).map(|(word, _)| word.to_owned());
    let listed: BTreeSet<String> = rows.map_while(word).collect();
    // What is said of it depends on the machine: the command line's test `fast_mathematics` has it.
    let mut found = BTreeSet::from(["fast-math".to_owned()]);
    for case in cases() {
        let options = case.options();
        let mut options: Vec<&str> = options.into_iter().filter(|option| *option != "--explain=json").collect();
        options.push("--explain=json");
        let decisions = remarks(&case.explain(&options)?)?;
        found.extend(decisions.iter().filter_map(|remark| remark["decision"].as_str().map(str::to_owned)));
    }
    if found == listed { Ok(()) } else { Err(format!("listed: {listed:?}\nfound: {found:?}")) }
}
