//! A subprogram compiled to run over rows of data, many at once.

mod arguments;
pub mod builder;
mod candidates;
mod column;
mod gang_size;
mod passing;
mod refilling;
mod remarks;
mod run;
mod trial;
mod version;
mod versions;

use crate::counters::{Counter, Place};
use crate::module::FunctionText;
use crate::parameters::Parameter;
use crate::runtime::{LaneCount, Printed, Site, SiteReason};
use crate::samples::Samples;
use forlane_cfg::Remark;
use std::sync::Arc;
use versions::Versions;

pub use trial::{Form, RowKey, Tried};

/// How an argument of a kernel is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentShape {
    /// A scalar for each row.
    Column,
    /// A scalar that all rows have in common.
    Uniform,
    /// An array that all rows have in common; the kernel may not assign it.
    SharedArray,
    /// An array for each row.
    RowArray,
}

/// A compiled kernel. It can be run by several threads at once, on different rows.
pub struct Kernel {
    name: String,
    parameters: Vec<Parameter>,
    /// One for each parameter, the function's value included.
    shapes: Vec<ArgumentShape>,
    /// For each dummy argument whether the arrays of rows are not interleaved.
    one_piece: Vec<bool>,
    /// Its code for the sizes of gangs that there are.
    versions: Arc<Versions>,
    /// The other forms that it may be fastest in, as far as compiling it shows.
    candidates: Vec<Form>,
    /// Whether there are transfers: internal files or PRINT.
    has_transfers: bool,
    /// As [`CompileOptions`](crate::CompileOptions) says.
    memory_limit: Option<u64>,
    allow_files: bool,
    keep_output: bool,
    /// Seconds that compiling took, from the given stage to machine code.
    pub compile_seconds: f64,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunReport {
    /// Rows done: all, unless the run was interrupted.
    pub rows: usize,
    /// Whether a row got a status.
    pub has_failed: bool,
    /// Seconds spent in generated code, its run-time support, and on bringing rows into gangs and back.
    pub kernel_seconds: f64,
    /// What each of [`Kernel::counters`] has counted.
    pub counts: Vec<LaneCount>,
    /// Where the time went, if [`CompileOptions::take_samples`](crate::CompileOptions::take_samples) is set.
    pub samples: Samples,
    /// What rows have printed, in their order, if [`CompileOptions::keep_output`](crate::CompileOptions::keep_output)
    /// is set.
    pub printed: Vec<Printed>,
}

impl Kernel {
    /// The dummy arguments, in order, then the function's value.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How each parameter is given; the function's value is a column.
    pub fn shapes(&self) -> &[ArgumentShape] {
        &self.shapes
    }

    /// Where the code counts; nowhere unless [`CompileOptions::count_lanes`](crate::CompileOptions::count_lanes) is
    /// set.
    pub fn counters(&self) -> &[Counter] {
        &self.versions.first.tables.counters
    }

    /// The places that [`Samples::places`] counts for; none unless
    /// [`CompileOptions::take_samples`](crate::CompileOptions::take_samples) is set.
    pub fn sampled_places(&self) -> &[Place] {
        self.versions.first.sampled.as_ref().map_or(&[], |code| &code.places)
    }

    /// Lanes of a gang; where sizes are tried, of the one that was compiled first.
    pub fn gang(&self) -> usize {
        self.versions.first.gang
    }

    /// The other forms that may be faster than the first, which depends on the data. None if a size of gang was asked
    /// for, or what its lanes do is counted or sampled, or all lanes go the same ways.
    pub fn candidates(&self) -> &[Form] {
        &self.candidates
    }

    /// The most lanes of a gang that it may run in.
    fn most_lanes(&self) -> usize {
        self.candidates.iter().map(|form| form.gang).chain([self.gang()]).max().unwrap_or(1)
    }

    /// Lets runs try the candidates: `compile` compiles this kernel in another form, which is
    /// [`CompileOptions::gang`](crate::CompileOptions::gang) and
    /// [`CompileOptions::refill`](crate::CompileOptions::refill), with the same arguments. It is called on another
    /// thread, where a run is long enough; none if it can't be done.
    pub fn with_trial(self, compile: impl Fn(Form) -> Option<Kernel> + Send + Sync + 'static) -> Kernel {
        let versions = match Arc::try_unwrap(self.versions) {
            Ok(versions) => Arc::new(versions.with_candidates(&self.candidates, Box::new(compile))),
            // A trial goes on already.
            Err(versions) => versions,
        };
        Kernel { versions, ..self }
    }

    /// What each form took that has run rows in some order, and the form that is chosen now.
    pub fn tried(&self) -> (Vec<Tried>, Form) {
        let (tried, form, _) = self.versions.tried();
        (tried, form)
    }

    /// What rows are ordered by, so that those of a gang go the same ways; nothing where they run as they come.
    pub fn order(&self) -> Vec<RowKey> {
        self.versions.tried().2.to_vec()
    }

    /// Orders rows by these keys, which another kernel of the same subprogram has [chosen](Kernel::order), where there
    /// is nothing to try: where a size of gang was requested, or the code counts.
    pub fn order_by(&self, keys: &[RowKey]) {
        self.versions.order_by(keys);
    }

    /// The name of a key, `x` or `a(2)`.
    pub fn key_name(&self, key: RowKey) -> String {
        let parameter = &self.parameters[key.argument];
        match parameter.is_array && parameter.text_length().is_none() {
            true => format!("{}({})", parameter.name, key.element + 1),
            false => parameter.name.clone(),
        }
    }

    /// Says how many rows are to be run, by one call or several, so that it is known what a trial pays for.
    pub fn expect_rows(&self, rows: u64) {
        self.versions.expect(rows);
    }

    /// The site that the status of a row stands for; none for 0, the status of a row that returned normally.
    pub fn site(&self, status: u32) -> Option<&Site> {
        self.versions.site(status)
    }

    /// Whether a row can end in another way than by returning, or because the run is interrupted.
    pub fn can_fail(&self) -> bool {
        let sites = &self.versions.first.tables.sites;
        (1..).map_while(|status| sites.site(status)).any(|site| site.reason != SiteReason::Interrupted)
    }

    /// The compiled functions as text; none unless [`CompileOptions::keep_text`](crate::CompileOptions::keep_text) was
    /// set.
    pub fn texts(&self) -> &[FunctionText] {
        &self.versions.first.texts
    }

    /// What was decided when the code was generated; none unless
    /// [`CompileOptions::explain`](crate::CompileOptions::explain) was set.
    pub fn remarks(&self) -> &[Remark] {
        &self.versions.first.remarks
    }

    /// Bytes that are copied before each row, so that it starts with what is kept between executions and may change.
    /// What only units assign that not every gang runs is copied after they ran, and does not count.
    pub fn state_bytes(&self) -> usize {
        self.versions.first.tables.layout.copied_bytes()
    }

    /// Bytes of stack that a run needs, recursion as deep as it may be included. It takes place on a thread of its own
    /// where the calling one has less left.
    pub fn stack_bytes(&self) -> usize {
        self.versions.stack_bytes()
    }
}
