//! What belongs to an installed command: its version, manual page and completions, and the list of passes.

use super::{CommandLine, Failure};
use crate::{InstructionSet, Mathematics};
use clap::CommandFactory;
use forlane_rewrites::passes::{optional_passes, pass_names};
use std::sync::LazyLock;

/// The version, how it was built, and what code it generates.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let build = if cfg!(debug_assertions) { "for debugging, without optimization" } else { "optimized" };
    let (arch, system) = (std::env::consts::ARCH, std::env::consts::OS);
    let all = [("AVX-512", InstructionSet::Avx512), ("AVX2", InstructionSet::Avx2)];
    let (present, absent): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, isa)| isa.is_available());
    let option = |(name, isa): (&str, InstructionSet)| format!("{name} (--isa={})", isa.name());
    let generated = present.into_iter().chain([("registers of 128 bits", InstructionSet::Base)]).map(option);
    let mut wide = generated.collect::<Vec<_>>().join(", ");
    for missing in absent {
        wide += &format!("; {} is not on this machine", option(missing));
    }
    let fast = match Mathematics::Fast.taken() {
        Ok(taken) => format!("takes {}", taken.unwrap_or_default()),
        Err(error) => format!("is not on this machine: {error}"),
    };
    format!(
        "{}\nbuilt for {arch} {system}, {build}\ngenerates code for {wide}\n--math=fast {fast}",
        env!("CARGO_PKG_VERSION")
    )
});

/// `forlane passes`
pub(super) fn passes() -> Result<(), Failure> {
    let optional = optional_passes();
    let line = |name: &str| match optional.contains(&name) {
        true => format!("{name:<18}can be left out (--disable)\n"),
        false => format!("{name}\n"),
    };
    super::print(pass_names().into_iter().map(line).collect::<String>())
}

/// `forlane completions SHELL`
pub(super) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "forlane", &mut text);
    super::print(text)
}

/// `forlane man`
pub(super) fn man() -> Result<(), Failure> {
    let mut text = Vec::new();
    let command = CommandLine::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    // The generator makes a page of each subcommand; here they follow each other in one.
    for subcommand in command.get_subcommands() {
        let name = format!("forlane {}", subcommand.get_name());
        let page = clap_mangen::Man::new(subcommand.clone().bin_name(name));
        page.render_synopsis_section(&mut text)?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    super::print(text)
}
