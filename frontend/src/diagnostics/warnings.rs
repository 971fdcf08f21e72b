//! The warnings by name, and which of them are enabled.

use super::{Diagnostic, Severity};

/// A warning that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Its name, as in `-W name`.
    pub name: &'static str,
    /// Its code.
    pub code: &'static str,
}

/// All warnings.
pub const WARNINGS: &[Warning] = &[
    Warning { name: "cut-line", code: "W0106" },
    Warning { name: "directive", code: "W0107" },
    Warning { name: "joined-line", code: "W0108" },
    Warning { name: "result-not-set", code: "W0210" },
    Warning { name: "cut-text", code: "W0209" },
    Warning { name: "outside-bounds", code: "W0211" },
    Warning { name: "alignment", code: "W0212" },
    Warning { name: "common-size", code: "W0213" },
    Warning { name: "not-assigned", code: "W0214" },
    Warning { name: "overflow", code: "W0228" },
    Warning { name: "argument-type", code: "W0241" },
    Warning { name: "argument-rank", code: "W0242" },
    Warning { name: "too-few-arguments", code: "W0243" },
    Warning { name: "too-many-arguments", code: "W0244" },
    Warning { name: "hidden-recursion", code: "W0245" },
    Warning { name: "argument-differs", code: "W0246" },
    Warning { name: "interface-differs", code: "W0247" },
    Warning { name: "argument-procedure", code: "W0248" },
    Warning { name: "result-type", code: "W0249" },
    Warning { name: "jump-into-block", code: "W0261" },
    Warning { name: "endless-loop", code: "W0262" },
    Warning { name: "wrong-format", code: "W0273" },
];

/// Which warnings are wanted, and what they count as. At first all are.
#[derive(Clone, Debug, Default)]
pub struct WarningSwitches {
    off: Vec<&'static str>,
    are_errors: bool,
}

impl WarningSwitches {
    /// The switches that words set one after the other: a warning's name or `all`, `no-` before either, or `error`,
    /// which makes errors of all warnings that are on.
    ///
    /// # Errors
    /// The first word that is not one of these.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<WarningSwitches, &'a str> {
        let mut switches = WarningSwitches::default();
        for word in words {
            let (is_off, name) = word.strip_prefix("no-").map_or((false, word), |name| (true, name));
            let named = WARNINGS.iter().filter(|warning| name == "all" || warning.name == name);
            let codes: Vec<&'static str> = named.map(|warning| warning.code).collect();
            match name {
                "error" => switches.are_errors = !is_off,
                _ if codes.is_empty() => return Err(word),
                _ => {
                    switches.off.retain(|code| !codes.contains(code));
                    switches.off.extend(codes.iter().filter(|_| is_off));
                }
            }
        }
        Ok(switches)
    }

    /// The diagnostics without unwanted warnings, and with errors in place of warnings if they count as such.
    pub fn apply(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let is_warning = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Warning;
        diagnostics.retain(|diagnostic| !(is_warning(diagnostic) && self.off.contains(&diagnostic.code)));
        if self.are_errors {
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.severity = Severity::Error);
        }
        diagnostics
    }
}

/// The name of the warning with that code.
pub fn warning_name(code: &str) -> Option<&'static str> {
    WARNINGS.iter().find(|warning| warning.code == code).map(|warning| warning.name)
}
