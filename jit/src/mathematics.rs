//! How functions of reals, and sums of products, are computed.

use crate::error::JitError;
use crate::runtime::{GangFunction, RuntimeFunction};
use forlane_cfg::{RealBinary, RealKind, RealUnary};
use forlane_semantics::mathlib::vectors::{Calls, FUNCTIONS, VectorLibrary};
use std::collections::HashMap;
use std::sync::OnceLock;

/// How functions of reals, and sums of products, are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mathematics {
    /// With the bits of gfortran `-O0 -ffp-contract=off`.
    #[default]
    Exact,
    /// With the functions of the system's vector library, and with products that are not rounded before something is
    /// added to them. The bits depend on the version of that library and on what registers the processor has; they are
    /// the same for all sizes of a gang and all instruction sets that code is generated for.
    Fast,
}

impl Mathematics {
    /// The vector library that functions are taken from, if they are.
    ///
    /// # Errors
    /// [`JitError::VectorLibrary`] if there is none.
    pub fn library(self) -> Result<Option<&'static VectorLibrary>, JitError> {
        match self {
            Mathematics::Exact => Ok(None),
            Mathematics::Fast => {
                VectorLibrary::of_machine().map(Some).map_err(|why| JitError::VectorLibrary(why.to_owned()))
            }
        }
    }

    /// What results depend on, beside the program: the library with its functions, and how sums are rounded. None where
    /// they are exact.
    ///
    /// # Errors
    /// As [`Mathematics::library`].
    pub fn taken(self) -> Result<Option<String>, JitError> {
        let Some(library) = self.library()? else { return Ok(None) };
        let sums = if self.fuses() { "fused with sums" } else { "rounded, as the processor can't fuse them" };
        Ok(Some(format!("{} of {}, and products {sums}", library.names().join(", "), library.name)))
    }

    /// Whether `a * b + c` is rounded once.
    pub fn fuses(self) -> bool {
        self == Mathematics::Fast && has_fused()
    }

    /// How a function for a gang is called in the vector library, if it is.
    pub(crate) fn calls(self, function: GangFunction) -> Option<&'static Calls> {
        let library = self.library().ok()??;
        let (kind, name) = match function {
            GangFunction::RealUnary(kind, operation) => (kind, operation.word()),
            GangFunction::SinCos(kind) => (kind, RealUnary::Sin.word()),
            GangFunction::RealBinary(kind, RealBinary::Power) => (kind, "pow"),
            GangFunction::RealBinary(kind, operation @ (RealBinary::Atan2 | RealBinary::Hypot)) => {
                (kind, operation.word())
            }
            _ => return None,
        };
        let functions = &library.functions[usize::from(kind == RealKind::R8)];
        functions[FUNCTIONS.iter().position(|(function, ..)| *function == name)?].as_ref()
    }

    /// The address of a function of the run-time support that is otherwise than
    /// [`address_of_symbol`](crate::runtime::functions::address_of_symbol) says.
    pub(crate) fn address_of_symbol(self, name: &str) -> Option<*const u8> {
        /// Addresses by name, as numbers, which threads may share.
        static ADDRESSES: OnceLock<HashMap<String, usize>> = OnceLock::new();
        if self == Mathematics::Exact {
            return None;
        }
        let addresses = ADDRESSES.get_or_init(|| {
            let of = |function: RuntimeFunction| {
                let address = match function {
                    RuntimeFunction::Gang(GangFunction::SinCos(RealKind::R4)) => sin_and_cos::<false> as *const u8,
                    RuntimeFunction::Gang(GangFunction::SinCos(RealKind::R8)) => sin_and_cos::<true> as *const u8,
                    RuntimeFunction::Gang(function) => self.calls(function)?.of_lanes as *const u8,
                    _ => self.calls(function.for_gang()?)?.of_one as *const u8,
                };
                Some((function.name(), address as usize))
            };
            RuntimeFunction::all().into_iter().filter_map(of).collect()
        });
        addresses.get(name).map(|address| *address as *const u8)
    }
}

/// SIN and COS of one operand, by both functions: one of the library for both would have other bits.
unsafe extern "C" fn sin_and_cos<const IS_DOUBLE: bool>(
    operands: *const u8,
    _: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    let kind = if IS_DOUBLE { RealKind::R8 } else { RealKind::R4 };
    for (operation, results) in [(RealUnary::Sin, first), (RealUnary::Cos, second)] {
        let function = GangFunction::RealUnary(kind, operation);
        let own = Mathematics::Fast.calls(function).map(|calls| calls.of_lanes);
        if let Some(call) = own.or_else(|| function.code()) {
            // SAFETY: as `GangCode` says.
            unsafe { call(operands, operands, results, std::ptr::null_mut(), active, lanes) }
        }
    }
}

/// Whether this machine has fused multiplication and addition, as Cranelift uses it.
fn has_fused() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("fma") && is_x86_feature_detected!("avx");
    #[cfg(target_arch = "aarch64")]
    return true;
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return false;
}
