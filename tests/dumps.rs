//! Dumps of every stage, compared with the texts kept beside the sources.
//!
//! `! test: dump STAGE [OPTION …]` shows that stage; the text is kept in `NAME.STAGE.txt`, where STAGE is followed by
//! the options' words, if there are any. A dump of a stage that can be read back is read back and dumped again, and
//! must be the same.

use crate::harness::{Run, compare, directives, files, forlane, split, trial};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The stages whose text form is read by `dump` and `run`.
const READABLE: [&str; 5] = ["cfg", "split", "ssa", "structured", "masked"];

/// Dumps of the examples.
const EXAMPLES: [(&str, &str); 3] =
    [("zeroin.f", "dump source"), ("zeroin.f", "dump cfg --unit root"), ("zeroin.f", "dump masked --unit root")];

pub fn trials() -> Vec<Trial> {
    let mut cases = Vec::new();
    for path in files("dumps", &["f", "f90", "flir"]) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let directives = directives(&text);
        assert!(!directives.is_empty(), "{} holds no directive", path.display());
        for directive in directives {
            cases.push(Case { name: split(&path).1, source: path.clone(), kept: path.clone(), directive });
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (example, directive) in EXAMPLES {
        let name = format!("examples/{example}");
        let (source, kept) = (root.join(&name), root.join(format!("tests/dumps/example_{example}")));
        cases.push(Case { name, source, kept, directive: directive.to_owned() });
    }
    let expected: BTreeSet<PathBuf> = cases.iter().filter_map(|case| case.expected().ok()).collect();
    let trial_of = |case: Case| trial("dumps", &format!("{} {}", case.name, case.directive), move || case.check());
    let mut trials: Vec<Trial> = cases.into_iter().map(trial_of).collect();
    trials.push(trial("dumps", "every text has a directive", move || {
        let left = files("dumps", &["txt"]).into_iter().find(|path| !expected.contains(path));
        left.map_or(Ok(()), |path| Err(format!("nothing makes {}", path.display())))
    }));
    trials
}

/// A directive of a source.
struct Case {
    name: String,
    source: PathBuf,
    /// The path beside which the text is kept.
    kept: PathBuf,
    directive: String,
}

impl Case {
    /// The stage that the directive names, and its options.
    fn stage(&self) -> Result<(&str, Vec<&str>), String> {
        let mut words = self.directive.split_whitespace();
        match (words.next(), words.next()) {
            (Some("dump"), Some(stage)) => Ok((stage, words.collect())),
            _ => Err(format!("`{}` is not a directive", self.directive)),
        }
    }

    /// Where the text is kept.
    fn expected(&self) -> Result<PathBuf, String> {
        let (stage, options) = self.stage()?;
        let words = options.iter().map(|option| option.trim_start_matches('-').replace(['=', '/', ','], "-"));
        let options: String = words.map(|word| format!(".{word}")).collect();
        Ok(self.kept.with_extension(format!("{stage}{options}.txt")))
    }

    /// Compares the dump with the kept text.
    fn check(&self) -> Result<(), String> {
        let (stage, options) = self.stage()?;
        let (folder, name) = split(&self.source);
        let dumped = dump(folder, &name, stage, &options)?;
        compare(&self.expected()?, &dumped)?;
        if READABLE.contains(&stage) && !options.iter().any(|option| option.starts_with("--format")) {
            let again = tempfile::Builder::new().suffix(".flir").tempfile().map_err(|error| error.to_string())?;
            std::fs::write(again.path(), &dumped).map_err(|error| error.to_string())?;
            // Analyses are shown again; what they depend on is among the options.
            let has_analyses = options.iter().any(|option| option.starts_with("--with"));
            let options = if has_analyses { &options[..] } else { &[] };
            let read_back = dump(folder, &again.path().display().to_string(), stage, options)?;
            if read_back != dumped {
                return Err(format!("read back and dumped again, it differs:\n{dumped}\n---\n{read_back}"));
            }
        }
        Ok(())
    }
}

fn dump(folder: &Path, file: &str, stage: &str, options: &[&str]) -> Result<String, String> {
    let stage = format!("--stage={stage}");
    let mut arguments = vec!["dump", file, &stage];
    arguments.extend(options);
    let Run { stdout, stderr, status } = forlane(folder, &arguments);
    if status != 0 {
        return Err(format!("exit status {status}: {stderr}"));
    }
    Ok(stdout)
}
