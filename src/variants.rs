//! A kernel compiled for the shapes that its arguments have in each call.
//!
//! ```
//! use forlane::ArgumentShape::{Column, Uniform};
//! use forlane::variants::Variants;
//!
//! let text = "real(8) function scaled(x, by)\n real(8) x, by\n scaled = x*by\nend\n";
//! let program = forlane::compile("scaled.f90", text)?;
//! let source = program.kernel_source("scaled", &Default::default(), &mut Default::default())?;
//! let variants = Variants::new(source, Default::default());
//! let first = variants.get(&[Column, Uniform])?;
//! assert!(std::sync::Arc::ptr_eq(&first, &variants.get(&[Column, Uniform])?));
//! assert!(!std::sync::Arc::ptr_eq(&first, &variants.get(&[Column, Column])?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::CompileError;
use crate::kernel::Kernel;
use crate::kernel_source::KernelSource;
use forlane_jit::{ArgumentShape, CompileOptions, Site, SiteTable};
use std::sync::{Arc, Mutex, PoisonError};

/// The most variants that are kept; of more, the one that was not called for the longest time goes.
pub const MOST_VARIANTS: usize = 8;

/// A subprogram, and what it was compiled to.
pub struct Variants {
    source: KernelSource,
    options: CompileOptions,
    /// By the shapes of the dummy arguments, the one called last at the end.
    compiled: Mutex<Vec<(Vec<ArgumentShape>, Arc<Kernel>)>>,
    sites: Mutex<SiteTable>,
}

impl Variants {
    /// Of that subprogram, compiled with these options.
    pub fn new(source: KernelSource, options: CompileOptions) -> Variants {
        Variants { source, options, compiled: Mutex::default(), sites: Mutex::default() }
    }

    /// The subprogram.
    pub fn source(&self) -> &KernelSource {
        &self.source
    }

    /// The options that it is compiled with.
    pub fn options(&self) -> &CompileOptions {
        &self.options
    }

    /// The kernel that takes its dummy arguments in these shapes. Compiles it if need be; another thread that calls
    /// this waits meanwhile.
    ///
    /// # Errors
    /// As [`KernelSource::compile`].
    pub fn get(&self, shapes: &[ArgumentShape]) -> Result<Arc<Kernel>, CompileError> {
        // A panic of compiling leaves the list as it was.
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = compiled.iter().rposition(|(known, _)| known == shapes) {
            compiled[at..].rotate_left(1);
        } else {
            let kernel = Arc::new(self.source.compile_shapes(shapes, &self.options)?);
            if compiled.len() == MOST_VARIANTS {
                compiled.remove(0);
            }
            compiled.push((shapes.to_vec(), kernel));
        }
        let (_, kernel) = &compiled[compiled.len() - 1];
        Ok(Arc::clone(kernel))
    }

    /// The status that stands in all variants for what a status of one of them stands for; 0 for none.
    pub fn status(&self, kernel: &Kernel, status: u32) -> u32 {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        kernel.compiled().site(status).map_or(0, |site| sites.status(site.clone()))
    }

    /// The site of a status that [`Variants::status`] returned.
    pub fn site(&self, status: u32) -> Option<Site> {
        let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        sites.site(status).cloned()
    }

    /// The kernel that was called last.
    pub fn last(&self) -> Option<Arc<Kernel>> {
        let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        compiled.last().map(|(_, kernel)| Arc::clone(kernel))
    }
}
