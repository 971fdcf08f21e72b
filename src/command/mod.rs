//! The command line: arguments, and one file a subcommand.

/// Prints a line to standard error. Where that can't be written to, the exit status remains.
macro_rules! to_stderr {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod check;
mod counts;
mod drawing;
mod dump;
mod explain;
mod interfaces;
mod json;
mod loops;
mod profile;
mod report;
mod run;
mod setup;
mod show_table;
mod sources;
mod terminal;
mod words;

use crate::Checks;
use crate::error::CompileError;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use forlane_jit::JitError;
use forlane_rewrites::passes::PassError;
use run::TableArguments;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use words::{
    ArrayOrderArgument, CountsFormat, DumpFormat, ErrorFormat, ExplainFormat, FormArgument, IsaArgument, MathArgument,
    ProfileFormat, RefillArgument, StageArgument, SwitchArgument, UniformLoopsArgument, size_of_default_kind,
};

/// Compiles Fortran kernels with any control flow and runs them over many data elements at once.
#[derive(Parser, Debug)]
#[command(name = "forlane", version, disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run a main program, or with --kernel a subprogram over every row of a table
    Run(Box<RunArguments>),
    /// Show a stage of the compilation
    Dump(DumpArguments),
    /// Report diagnostics only
    Check(CheckArguments),
    /// List the passes in their order, for --dump-after
    Passes,
    /// Print the completions of a shell, for its own folder of them
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// The sources and how they are read.
#[derive(Args, Debug)]
struct SourceArguments {
    /// Fortran sources (.f .for .ftn .f77 fixed form, .f90 .f95 .f03 .f08 free form), or dumps saved as .flir; those
    /// with endings in capitals, or with directives, go through a C preprocessor
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Source form, in place of the one that follows from the file's ending
    #[arg(long, value_enum)]
    form: Option<FormArgument>,
    /// Columns of a line in fixed form, sequence field not included; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 72)]
    line_length: u32,
    /// Define a macro of the preprocessor; without a value it is 1
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    definitions: Vec<String>,
    /// Look for included files in this folder, too
    #[arg(short = 'I', value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Keep the values of local variables between calls, as if all that is not RECURSIVE said SAVE; old programs rely
    /// on it
    #[arg(long)]
    save_locals: bool,
    /// Bytes of what is REAL or COMPLEX without a kind, constants as 1.0 included: 4 or 8; DOUBLE PRECISION stays
    #[arg(long, value_name = "BYTES", default_value_t = 4, value_parser = size_of_default_kind)]
    default_real: u8,
    /// Bytes of what is INTEGER or LOGICAL without a kind, constants included: 4 or 8
    #[arg(long, value_name = "BYTES", default_value_t = 4, value_parser = size_of_default_kind)]
    default_integer: u8,
    /// Switch a warning on (NAME) or off (no-NAME); `error` makes errors of warnings
    #[arg(short = 'W', value_name = "NAME")]
    warnings: Vec<String>,
    /// How diagnostics are shown
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    error_format: ErrorFormat,
}

#[derive(Args, Debug)]
struct CheckArguments {
    #[command(flatten)]
    sources: SourceArguments,
    /// Also bring each program unit to SSA form, verify it at each stage, read its text back, and show its blocks, arcs
    /// and loops
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    counts: Option<CountsFormat>,
    /// Also show what each program unit looks like from outside (its arguments with types, bounds and INTENT), as JSON
    #[arg(long, conflicts_with = "counts")]
    json: bool,
    /// Judge this subprogram as `run` would: how many lanes run together, and what fails if a row gets there
    #[arg(long, value_name = "NAME", conflicts_with_all = ["counts", "json"])]
    kernel: Option<String>,
    /// Compile the kernel and show what was decided for it, its loops, calls and statements, and why
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text", requires = "kernel", conflicts_with_all = ["counts", "json"])]
    explain: Option<ExplainFormat>,
    /// A scalar dummy argument of the kernel that has one value for all lanes
    #[arg(long, value_name = "NAME", requires = "kernel")]
    uniform: Vec<String>,
    /// Lanes in a gang
    #[arg(long, value_name = "N", requires = "kernel")]
    gang: Option<usize>,
    #[command(flatten)]
    code: CodeArguments,
    /// The subprogram that a dummy procedure of the kernel stands for
    #[arg(long, value_name = "NAME=SUBPROGRAM", requires = "kernel")]
    bind: Vec<String>,
}

#[derive(Args, Debug)]
struct CodeArguments {
    /// Instructions that gang code is made of
    #[arg(long, value_enum, value_name = "ISA", default_value = "auto")]
    isa: IsaArgument,
    /// How functions of reals, and sums of products, are computed
    #[arg(long, value_enum, value_name = "MATH", default_value = "exact")]
    math: MathArgument,
}

#[derive(Args, Debug)]
struct PassArguments {
    /// Show the time of each phase of compiling, from reading to linking, and of each rewrite
    #[arg(long)]
    time_passes: bool,
    /// Show the units as they are after that rewrite
    #[arg(long, value_name = "PASS")]
    dump_after: Option<String>,
    /// Verify the units after every rewrite (always done in builds for debugging)
    #[arg(long)]
    verify: bool,
    /// Leave out an optimization, of those that `forlane passes` marks
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    disable: Vec<String>,
    /// Keep calls of small subprograms as calls, as --disable=inline-calls does
    #[arg(long)]
    no_inline: bool,
    /// The form of all switches under masks, in place of what a rule of costs decides
    #[arg(long, value_name = "FORM")]
    switches: Option<SwitchArgument>,
    /// How loops that all lanes take together are in the region tree
    #[arg(long, value_name = "FORM", default_value = "auto")]
    uniform_loops: UniformLoopsArgument,
    /// The subprogram that a dummy procedure of the kernel stands for
    #[arg(long, value_name = "NAME=SUBPROGRAM")]
    bind: Vec<String>,
}

#[derive(Args, Debug)]
struct RunArguments {
    #[command(flatten)]
    sources: SourceArguments,
    /// The subprogram to run over the rows; without it the main program is run
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    #[command(flatten)]
    tables: TableArguments,
    /// One value of a scalar dummy argument for all rows
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "kernel")]
    set: Vec<String>,
    /// One array, shared by all rows, for a dummy array
    #[arg(long = "array", value_name = "NAME=FILE.npy", requires = "kernel")]
    array: Vec<String>,
    /// Call a subroutine once, before the rows: each row starts with what COMMON blocks, modules and SAVE variables
    /// hold then. Its arguments are literals, lists ([1, 22*0]), @FILE.npy, and names that --set gives values to;
    /// NAME=VALUE says which argument is meant. Given more than once, and with --init-unit and --state, in this order
    #[arg(long, value_name = "CALL NAME(…)", requires = "kernel")]
    init: Vec<String>,
    /// The same for a subroutine without arguments
    #[arg(long, value_name = "NAME", requires = "kernel")]
    init_unit: Vec<String>,
    /// Set a variable of a COMMON block, /BLOCK/NAME or /BLOCK/NAME(I,J), or of a module, MODULE::NAME, before the
    /// rows; an array takes a list, @FILE.npy, or one value for all elements
    #[arg(long, value_name = "VARIABLE=VALUE", requires = "kernel")]
    state: Vec<String>,
    /// --init, --init-unit and --state in the order in which they were given
    #[arg(skip)]
    setup: Vec<run::SetupOption>,
    /// Which element of an --array is which
    #[arg(long, value_enum, value_name = "ORDER", default_value = "index")]
    array_order: ArrayOrderArgument,
    /// Lanes in a gang: 1, 2, 4, 8, 16, 32 or 64 [default: 8 if 64-bit values vary, else 16;
    /// twice as many with AVX2, four times with AVX-512]
    #[arg(long, value_name = "N", requires = "kernel")]
    gang: Option<usize>,
    /// Whether lanes that are done with the kernel's loop take other rows while the others go on
    #[arg(long, value_enum, value_name = "WHEN", default_value = "trial", requires = "kernel")]
    refill: RefillArgument,
    #[command(flatten)]
    code: CodeArguments,
    /// Calls of procedures that call themselves that a row may be in at once; the next one fails the row [default:
    /// 4096]
    #[arg(long, value_name = "N", requires = "kernel")]
    max_depth: Option<u32>,
    /// Steps that a row may take, iterations of loops and calls of procedures; the next one fails the row
    #[arg(long, value_name = "N", requires = "kernel")]
    max_steps: Option<u64>,
    /// Bytes that the ALLOCATEd and automatic arrays of a row may have together, also with K, M or G; the row that
    /// allocates more fails
    #[arg(long, value_name = "BYTES", requires = "kernel", value_parser = run::bytes)]
    memory_limit: Option<u64>,
    /// Let the rows use files; they run one after the other then, on one thread, and units are closed after each
    #[arg(long, requires = "kernel", conflicts_with_all = ["gang", "threads"])]
    allow_files: bool,
    /// Let the main program run commands of the system, by EXECUTE_COMMAND_LINE and SYSTEM
    #[arg(long, conflicts_with = "kernel")]
    allow_commands: bool,
    /// Show on standard error what the rows write to units 6 and 0, in the order of the rows, each line with its row
    #[arg(long, requires = "kernel")]
    print: bool,
    /// End the run after this number of seconds, with the rows that are complete and exit status 3
    #[arg(long, value_name = "SECONDS", requires = "kernel", value_parser = run::seconds, allow_negative_numbers = true)]
    timeout: Option<std::time::Duration>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", requires = "kernel")]
    threads: Option<usize>,
    /// Do not check array indices: one that leaves its array reads or writes memory of this process; for sources that
    /// you trust only
    #[arg(long)]
    unchecked: bool,
    /// Print statistics as one JSON object to standard error
    #[arg(long, requires = "kernel")]
    stats: bool,
    /// Show on standard error what was decided for the kernel, its loops, calls and statements, and why
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text", requires = "kernel")]
    explain: Option<ExplainFormat>,
    /// Show on standard error where the time is, line by line, how many lanes are active there, and what the others
    /// wait for: sampled and counted for the first rows of each part of the table, which are run again for it
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text", requires = "kernel")]
    profile: Option<ProfileFormat>,
    #[command(flatten)]
    passes: PassArguments,
    /// What GET_COMMAND_ARGUMENT returns in the main program
    #[arg(last = true, value_name = "ARGUMENT", conflicts_with = "kernel")]
    arguments: Vec<std::ffi::OsString>,
}

#[derive(Args, Debug)]
struct DumpArguments {
    #[command(flatten)]
    sources: SourceArguments,
    /// The stage to show
    #[arg(long, value_enum)]
    stage: StageArgument,
    /// Only that program unit
    #[arg(long, value_name = "NAME")]
    unit: Option<String>,
    /// Show analyses as comments after each unit: of graphs dominators, post-dominators, loops; at the stages cfg and
    /// split liveness, initial-values; at the stage ssa divergence
    #[arg(long, value_name = "ANALYSIS,…", value_delimiter = ',')]
    with: Vec<String>,
    /// The form of the output; dot and svg are for the stages cfg to masked, svg for one unit; full and json are for
    /// loops
    #[arg(long, value_enum, default_value = "text")]
    format: DumpFormat,
    /// A scalar dummy argument that has one value for all lanes
    #[arg(long, value_name = "NAME")]
    uniform: Vec<String>,
    /// Lanes in a gang, for the stages gang, clif and asm
    #[arg(long, value_name = "N")]
    gang: Option<usize>,
    /// Whether lanes that are done with the kernel's loop take other rows, in these stages
    #[arg(long, value_enum, value_name = "WHEN", default_value = "trial")]
    refill: RefillArgument,
    #[command(flatten)]
    code: CodeArguments,
    #[command(flatten)]
    passes: PassArguments,
}

/// What a subcommand ends with other than success.
enum Failure {
    /// A message about the input: exit status 1.
    Input(miette::Report),
    /// Diagnostics were shown already: exit status 1.
    Shown,
    /// The options do not fit each other or the input: exit status 2.
    Usage(String),
    /// The program stopped with that status.
    Stopped(u8),
    /// Rows failed, which has been said: exit status 3.
    RowsFailed,
}

impl Failure {
    /// Of a requested subprogram: a name that does not exist is an error in the options.
    fn of_kernel(error: CompileError) -> Failure {
        match error {
            CompileError::Jit(JitError::UnknownUnit { .. })
            | CompileError::Ambiguous { .. }
            | CompileError::Pass(PassError::Bind(_)) => Failure::Usage(error.to_string()),
            error => error.into(),
        }
    }
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Input(miette::Report::msg(chain(&error)))
    }
}

/// Writes to standard output. Whoever closes a pipe early, as `head` does, has what it needs.
fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_ref()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// An error and its causes in one line.
fn chain(error: &dyn std::error::Error) -> String {
    error.to_string()
}

/// Runs the command line of the process; the exit status is that of [`run_with`].
pub fn main(unchecked: Checks) -> ExitCode {
    ExitCode::from(run_with(std::env::args_os(), unchecked))
}

/// Runs a command line, whose first word is the program's name; the exit status is 1 for bad input, 2 for bad
/// usage, 3 if rows failed.
/// `unchecked` is what `--unchecked` compiles with: [`Checks::off`] is `unsafe`, so a caller has to promise it for the
/// user.
pub fn run_with(words: impl IntoIterator<Item = std::ffi::OsString>, unchecked: Checks) -> u8 {
    let words: Vec<_> = words.into_iter().collect();
    let mut command = CommandLine::command();
    // Only this needs to know what the machine has.
    if words.iter().any(|word| word == "--version") {
        command = command.long_version(setup::VERSION.as_str());
    }
    let parsed = command.try_get_matches_from(words).and_then(|matches| {
        let mut command_line = CommandLine::from_arg_matches(&matches)?;
        if let (Command::Run(arguments), Some((_, matches))) = (&mut command_line.command, matches.subcommand()) {
            arguments.setup = run::SetupOption::in_order(matches);
        }
        Ok(command_line)
    });
    let command_line = match parsed {
        Ok(command_line) => command_line,
        Err(error) => {
            // Nothing is left to do if the message can't be printed.
            let _ = error.print();
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let result = match &command_line.command {
        Command::Run(arguments) => run::run(arguments, unchecked),
        Command::Dump(arguments) => dump::dump(arguments),
        Command::Check(arguments) => check::check(arguments),
        Command::Passes => setup::passes(),
        Command::Completions { shell } => setup::completions(*shell),
        Command::Man => setup::man(),
    };
    match result {
        Ok(()) => 0,
        Err(Failure::Input(report)) => {
            to_stderr!("error: {}", terminal::visible(&report.to_string()));
            1
        }
        Err(Failure::Shown) => 1,
        Err(Failure::Usage(message)) => {
            to_stderr!("error: {}\n\nFor more information, try '--help'.", terminal::visible(&message));
            2
        }
        Err(Failure::Stopped(status)) => status,
        Err(Failure::RowsFailed) => 3,
    }
}
