//! Dumps of every stage, compared with the texts kept beside the sources.
//!
//! `! test: dump STAGE [OPTION …]` shows that stage; the text is kept in `NAME.STAGE.txt`, where STAGE is followed by
//! the options' words, if there are any. A dump of a stage that can be read back is read back and dumped again, and
//! must be the same.

mod harness;

use harness::{Run, compare, directives, files, forlane, split};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The stages whose text form is read by `dump` and `run`.
const READABLE: [&str; 5] = ["cfg", "split", "ssa", "structured", "masked"];

/// Dumps of the examples.
const EXAMPLES: [(&str, &str); 3] =
    [("zeroin.f", "dump source"), ("zeroin.f", "dump cfg --unit root"), ("zeroin.f", "dump masked --unit root")];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for path in files("dumps", &["f", "f90", "flir"]) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let directives = directives(&text);
        assert!(!directives.is_empty(), "{} holds no directive", path.display());
        for directive in directives {
            let name = format!("{} {directive}", split(&path).1);
            let (path, kept) = (path.clone(), path.clone());
            trials.push(Trial::test(name, move || check(&path, &kept, &directive).map_err(Failed::from)));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (example, directive) in EXAMPLES {
        let (path, kept) = (root.join("examples").join(example), root.join(format!("tests/dumps/example_{example}")));
        let name = format!("examples/{example} {directive}");
        trials.push(Trial::test(name, move || check(&path, &kept, directive).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Compares a dump with the text beside `kept`.
fn check(path: &Path, kept: &Path, directive: &str) -> Result<(), String> {
    let words: Vec<&str> = directive.split_whitespace().collect();
    let ["dump", stage, options @ ..] = &words[..] else {
        return Err(format!("`{directive}` is no directive"));
    };
    let (folder, name) = split(path);
    let dumped = dump(folder, &name, stage, options)?;
    compare(&expected(kept, stage, options), &dumped)?;
    if READABLE.contains(stage) && !options.iter().any(|option| option.starts_with("--format")) {
        let again = tempfile::Builder::new().suffix(".flir").tempfile().map_err(|error| error.to_string())?;
        std::fs::write(again.path(), &dumped).map_err(|error| error.to_string())?;
        // Analyses are shown again; what they depend on stands among the options.
        let has_analyses = options.iter().any(|option| option.starts_with("--with"));
        let options = if has_analyses { options } else { &[] };
        let read_back = dump(folder, &again.path().display().to_string(), stage, options)?;
        if read_back != dumped {
            return Err(format!("read back and dumped again, it differs:\n{dumped}\n---\n{read_back}"));
        }
    }
    Ok(())
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

fn expected(path: &Path, stage: &str, options: &[&str]) -> PathBuf {
    let words: Vec<String> =
        options.iter().map(|option| option.trim_start_matches('-').replace(['=', '/', ','], "-")).collect();
    let options = words.iter().map(|word| format!(".{word}")).collect::<String>();
    path.with_extension(format!("{stage}{options}.txt"))
}
