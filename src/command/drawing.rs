//! Pictures of units: Graphviz text, and what Graphviz makes of it.

use super::{Failure, report};
use crate::compile::Sources;
use forlane_cfg::{Program, Unit};
use forlane_inspect::dot;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// The Graphviz text of all units.
pub(super) fn dot(units: &Program, sources: &Sources) -> String {
    units.units.iter().map(|unit| draw(unit, sources)).collect()
}

fn draw(unit: &Unit, sources: &Sources) -> String {
    dot::draw(unit, &|name| text_of(sources, name))
}

/// The text of the source file of that name.
pub(super) fn text_of<'a>(sources: &'a Sources, name: &str) -> Option<&'a str> {
    sources.map.files().find(|(_, file)| file.name == name).map(|(_, file)| &*file.text)
}

/// One unit as SVG, laid out by Graphviz.
pub(super) fn svg(units: &Program, sources: &Sources) -> Result<String, Failure> {
    let [unit] = &units.units[..] else {
        let names: Vec<String> = units.units.iter().map(|unit| format!("`{}`", unit.name)).collect();
        let message = format!("--format=svg draws one unit: choose it with --unit; there are {}", names.join(", "));
        return Err(Failure::Usage(message));
    };
    let mut child = match Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let message =
                "--format=svg needs Graphviz, whose program `dot` is not installed; --format=dot gives its input";
            return Err(report::failure(message));
        }
        Err(error) => return Err(report::failure(format!("`dot` of Graphviz: {error}"))),
    };
    // It reads all of its input before it writes.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(draw(unit, sources).as_bytes())?;
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(report::failure(format!("`dot` of Graphviz failed: {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
