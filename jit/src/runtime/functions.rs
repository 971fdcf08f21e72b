//! The functions that generated code calls: one table of their names, signatures and addresses.
//!
//! What they compute is defined in [`forlane_semantics::numeric`], so that a program has the same
//! results in every way of running it.

use super::elementary::{binary4, binary8, unary4, unary8};
use super::{GangFunction, bytes, dynamic, io, texts};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{AbiParam, Signature, Type as ClifType};
use cranelift_codegen::isa::CallConv;
use forlane_cfg::{
    CharacterFunction, ComplexFunction, IntegerBinary, IntegerKind, RealBinary, RealKind, RealUnary, Type,
};
use forlane_semantics::numeric::{integer4, integer8, real4, real8};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A function of the run-time support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeFunction {
    /// `(x) -> y`, both of the kind: the operations that are not a short sequence of instructions.
    RealUnary(RealKind, RealUnary),
    /// `(x, y) -> z`, all of the kind.
    RealBinary(RealKind, RealBinary),
    /// `(base, exponent) -> y`: REAL to the power of an INTEGER.
    PowerInteger(RealKind, IntegerKind),
    /// `(base, exponent) -> y`, all of the kind; 0 for zero to a negative power, which is to be checked before.
    IntegerPower(IntegerKind),
    /// `(x, count) -> y`, all of the kind: shifts by counts that differ between lanes.
    IntegerShift(IntegerKind, IntegerBinary),
    /// As `runtime::io::begin_unit`.
    IoBeginUnit,
    /// As `runtime::io::begin_internal`.
    IoBeginInternal,
    /// As `runtime::io::begin_request`.
    IoBeginRequest,
    /// As `runtime::io::write`.
    IoWrite,
    /// As `runtime::io::write_text`.
    IoWriteText,
    /// As `runtime::io::read`.
    IoRead,
    /// As `runtime::io::read_text`.
    IoReadText,
    /// As `runtime::io::end`.
    IoEnd,
    /// As `runtime::io::exit_status`.
    IoExitStatus,
    /// A numeric function for a gang, as `GangCode` says.
    Gang(GangFunction),
    /// `(address, bytes)`: fills memory with zeros.
    Zero,
    /// The same of memory that often has nothing but zeros: local arrays.
    Clear,
    /// `(address, source, bytes)`: copies memory to other memory.
    Copy,
    /// `(address, length) -> i32`, or the same of two texts: the value of the function.
    OfTexts(CharacterFunction),
    /// `(address, length, source, source length)`: assigns a text.
    AssignText,
    /// `(context, lane, place of its address, place of its length, elements, element size) -> i32`: allocates an
    /// array;
    /// otherwise than 0 if that fails, by [`AllocationFailure`](super::memory::AllocationFailure).
    Allocate,
    /// `(context, address)`: holds an array of dynamic length, so that it is not freed.
    Hold,
    /// `(context, address)`: ends a hold.
    LetGo,
    /// `(context, bytes) -> address`: takes scratch memory; null if there is none.
    TakeScratch,
    /// `(context, pieces)`: releases the last pieces of scratch memory.
    ReleaseScratch,
    /// `(context, address, length, count) -> address`: a text repeated `count` times, in scratch memory; null if there
    /// is not enough.
    RepeatText,
}

/// What generated code passes to a function before its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// Nothing.
    Nothing,
    /// The context.
    Context,
    /// The context, and the number of the lane for which it is called.
    ContextAndLane,
}

/// The kinds of REAL.
pub(super) const REAL_KINDS: [RealKind; 2] = [RealKind::R4, RealKind::R8];
const INTEGER_KINDS: [IntegerKind; 2] = [IntegerKind::I4, IntegerKind::I8];
const SHIFTS: [IntegerBinary; 2] = [IntegerBinary::Shift, IntegerBinary::ShiftArithmetic];
const IO: [RuntimeFunction; 9] = [
    RuntimeFunction::IoBeginUnit,
    RuntimeFunction::IoBeginInternal,
    RuntimeFunction::IoBeginRequest,
    RuntimeFunction::IoWrite,
    RuntimeFunction::IoWriteText,
    RuntimeFunction::IoRead,
    RuntimeFunction::IoReadText,
    RuntimeFunction::IoEnd,
    RuntimeFunction::IoExitStatus,
];

/// The numeric functions.
pub(super) fn numeric() -> Vec<RuntimeFunction> {
    let mut all = Vec::new();
    for kind in REAL_KINDS {
        let called = RealUnary::ALL.iter().filter(|operation| operation.is_called());
        all.extend(called.map(|operation| RuntimeFunction::RealUnary(kind, *operation)));
        let called = RealBinary::all().filter(|operation| operation.is_called());
        all.extend(called.map(|operation| RuntimeFunction::RealBinary(kind, operation)));
        all.extend(INTEGER_KINDS.map(|exponent| RuntimeFunction::PowerInteger(kind, exponent)));
    }
    all.extend(INTEGER_KINDS.map(RuntimeFunction::IntegerPower));
    for kind in INTEGER_KINDS {
        all.extend(SHIFTS.map(|operation| RuntimeFunction::IntegerShift(kind, operation)));
    }
    all
}

/// The address of the function with that symbol. What a function for a gang is, is found when it is asked for.
pub fn address_of_symbol(name: &str) -> Option<*const u8> {
    static FUNCTIONS: OnceLock<HashMap<String, RuntimeFunction>> = OnceLock::new();
    let named = |function: RuntimeFunction| (function.name(), function);
    FUNCTIONS.get_or_init(|| RuntimeFunction::all().into_iter().map(named).collect()).get(name)?.address()
}

impl GangFunction {
    /// All functions.
    pub fn all() -> Vec<GangFunction> {
        let mut all = Vec::new();
        for kind in REAL_KINDS {
            all.push(GangFunction::SinCos(kind));
            all.extend(ComplexFunction::ALL.iter().map(|function| GangFunction::BothParts(kind, *function)));
        }
        all.extend(numeric().into_iter().filter_map(RuntimeFunction::for_gang));
        all
    }

    /// The symbol's name.
    pub fn name(self) -> String {
        let of_one = match self {
            GangFunction::SinCos(kind) => format!("forlane_sincos_{kind:?}"),
            GangFunction::BothParts(kind, function) => format!("forlane_c{function:?}_{kind:?}"),
            GangFunction::RealUnary(kind, operation) => RuntimeFunction::RealUnary(kind, operation).name(),
            GangFunction::RealBinary(kind, operation) => RuntimeFunction::RealBinary(kind, operation).name(),
            GangFunction::PowerInteger(kind, exponent) => RuntimeFunction::PowerInteger(kind, exponent).name(),
            GangFunction::IntegerPower(kind) => RuntimeFunction::IntegerPower(kind).name(),
            GangFunction::IntegerShift(kind, operation) => RuntimeFunction::IntegerShift(kind, operation).name(),
        };
        format!("{}_gang", of_one.to_lowercase())
    }
}

impl RuntimeFunction {
    /// The function for a gang, of a numeric one.
    pub fn for_gang(self) -> Option<GangFunction> {
        Some(match self {
            RuntimeFunction::RealUnary(kind, operation) => GangFunction::RealUnary(kind, operation),
            RuntimeFunction::RealBinary(kind, operation) => GangFunction::RealBinary(kind, operation),
            RuntimeFunction::PowerInteger(kind, exponent) => GangFunction::PowerInteger(kind, exponent),
            RuntimeFunction::IntegerPower(kind) => GangFunction::IntegerPower(kind),
            RuntimeFunction::IntegerShift(kind, operation) => GangFunction::IntegerShift(kind, operation),
            _ => return None,
        })
    }
}

impl RuntimeFunction {
    /// All functions, in the order of their declaration.
    pub fn all() -> Vec<RuntimeFunction> {
        let mut all = numeric();
        all.extend(IO);
        all.extend(GangFunction::all().into_iter().map(RuntimeFunction::Gang));
        all.extend([RuntimeFunction::Zero, RuntimeFunction::Clear, RuntimeFunction::Copy]);
        all.extend(CharacterFunction::ALL.iter().copied().map(RuntimeFunction::OfTexts));
        all.extend([RuntimeFunction::AssignText, RuntimeFunction::Allocate, RuntimeFunction::Hold]);
        all.extend([RuntimeFunction::LetGo, RuntimeFunction::TakeScratch]);
        all.extend([RuntimeFunction::ReleaseScratch, RuntimeFunction::RepeatText]);
        all
    }

    /// The symbol's name.
    pub fn name(self) -> String {
        let name = match self {
            RuntimeFunction::RealUnary(kind, operation) => format!("{operation:?}_{kind:?}"),
            RuntimeFunction::RealBinary(kind, RealBinary::RealPart(function)) => format!("c{function:?}_re_{kind:?}"),
            RuntimeFunction::RealBinary(kind, RealBinary::ImaginaryPart(function)) => {
                format!("c{function:?}_im_{kind:?}")
            }
            RuntimeFunction::RealBinary(kind, operation) => format!("{operation:?}_{kind:?}"),
            RuntimeFunction::PowerInteger(kind, exponent) => format!("power_{kind:?}_{exponent:?}"),
            RuntimeFunction::IntegerPower(kind) => format!("power_{kind:?}"),
            RuntimeFunction::IntegerShift(kind, operation) => format!("{operation:?}_{kind:?}"),
            RuntimeFunction::IoBeginUnit => "io_begin_unit".to_string(),
            RuntimeFunction::IoBeginInternal => "io_begin_internal".to_string(),
            RuntimeFunction::IoWrite => "io_write".to_string(),
            RuntimeFunction::IoWriteText => "io_write_text".to_string(),
            RuntimeFunction::IoRead => "io_read".to_string(),
            RuntimeFunction::IoReadText => "io_read_text".to_string(),
            RuntimeFunction::IoEnd => "io_end".to_string(),
            RuntimeFunction::IoExitStatus => "io_exit_status".to_string(),
            RuntimeFunction::IoBeginRequest => "io_begin_request".to_string(),
            RuntimeFunction::Gang(function) => return function.name(),
            RuntimeFunction::Zero => "zero".to_string(),
            RuntimeFunction::Clear => "clear".to_string(),
            RuntimeFunction::Copy => "copy".to_string(),
            RuntimeFunction::OfTexts(function) => format!("text_{function:?}"),
            RuntimeFunction::AssignText => "assign_text".to_string(),
            RuntimeFunction::Allocate => "allocate".to_string(),
            RuntimeFunction::Hold => "hold".to_string(),
            RuntimeFunction::LetGo => "let_go".to_string(),
            RuntimeFunction::TakeScratch => "take_scratch".to_string(),
            RuntimeFunction::ReleaseScratch => "release_scratch".to_string(),
            RuntimeFunction::RepeatText => "repeat_text".to_string(),
        };
        format!("forlane_{}", name.to_lowercase())
    }

    /// What goes before the operands.
    pub fn prefix(self) -> Prefix {
        match self {
            function if IO.contains(&function) => Prefix::ContextAndLane,
            RuntimeFunction::Allocate => Prefix::ContextAndLane,
            RuntimeFunction::Hold
            | RuntimeFunction::LetGo
            | RuntimeFunction::TakeScratch
            | RuntimeFunction::ReleaseScratch
            | RuntimeFunction::RepeatText => Prefix::Context,
            _ => Prefix::Nothing,
        }
    }

    /// Whether it has a side effect, so that it must stay even if its result is not used.
    pub fn has_effect(self) -> bool {
        self.prefix() != Prefix::Nothing
            || matches!(
                self,
                RuntimeFunction::Gang(_)
                    | RuntimeFunction::Zero
                    | RuntimeFunction::Clear
                    | RuntimeFunction::Copy
                    | RuntimeFunction::AssignText
            )
    }

    /// Whether its result depends on its operands alone.
    pub fn is_pure(self) -> bool {
        !self.has_effect() && !matches!(self, RuntimeFunction::OfTexts(_))
    }

    /// The signature.
    pub fn signature(self, call_conv: CallConv) -> Signature {
        let (parameters, result): (Vec<ClifType>, Option<ClifType>) = match self {
            RuntimeFunction::RealUnary(kind, _) => (vec![real(kind)], Some(real(kind))),
            RuntimeFunction::RealBinary(kind, _) => (vec![real(kind); 2], Some(real(kind))),
            RuntimeFunction::PowerInteger(kind, exponent) => (vec![real(kind), integer(exponent)], Some(real(kind))),
            RuntimeFunction::IntegerPower(kind) | RuntimeFunction::IntegerShift(kind, _) => {
                (vec![integer(kind); 2], Some(integer(kind)))
            }
            RuntimeFunction::IoBeginUnit | RuntimeFunction::Gang(_) => (vec![I64; 6], None),
            RuntimeFunction::IoBeginInternal => (vec![I64; 9], None),
            RuntimeFunction::IoWrite | RuntimeFunction::IoRead => (vec![I64; 6], None),
            RuntimeFunction::IoWriteText | RuntimeFunction::IoReadText => (vec![I64; 4], None),
            RuntimeFunction::IoEnd => (vec![I64; 3], Some(I32)),
            RuntimeFunction::IoExitStatus | RuntimeFunction::IoBeginRequest => (vec![I64; 3], None),
            RuntimeFunction::Zero | RuntimeFunction::Clear | RuntimeFunction::ReleaseScratch => (vec![I64; 2], None),
            RuntimeFunction::Copy => (vec![I64; 3], None),
            RuntimeFunction::OfTexts(function) => (vec![I64; 2 * function.operands()], Some(I32)),
            RuntimeFunction::AssignText => (vec![I64; 4], None),
            RuntimeFunction::Allocate => (vec![I64; 6], Some(I32)),
            RuntimeFunction::Hold | RuntimeFunction::LetGo => (vec![I64; 2], None),
            RuntimeFunction::TakeScratch => (vec![I64; 2], Some(I64)),
            RuntimeFunction::RepeatText => (vec![I64; 4], Some(I64)),
        };
        let mut signature = Signature::new(call_conv);
        signature.params.extend(parameters.into_iter().map(AbiParam::new));
        signature.returns.extend(result.map(AbiParam::new));
        signature
    }

    /// The address, of an `extern "C"` function of that signature; none for an operation that has no function.
    pub fn address(self) -> Option<*const u8> {
        Some(match self {
            RuntimeFunction::RealUnary(RealKind::R4, operation) => unary4::address(operation)?,
            RuntimeFunction::RealUnary(RealKind::R8, operation) => unary8::address(operation)?,
            RuntimeFunction::RealBinary(RealKind::R4, operation) => binary4::address(operation)?,
            RuntimeFunction::RealBinary(RealKind::R8, operation) => binary8::address(operation)?,
            RuntimeFunction::PowerInteger(RealKind::R4, IntegerKind::I4) => power_real4_integer4 as *const u8,
            RuntimeFunction::PowerInteger(RealKind::R4, IntegerKind::I8) => power_real4_integer8 as *const u8,
            RuntimeFunction::PowerInteger(RealKind::R8, IntegerKind::I4) => power_real8_integer4 as *const u8,
            RuntimeFunction::PowerInteger(RealKind::R8, IntegerKind::I8) => power_real8_integer8 as *const u8,
            RuntimeFunction::PowerInteger(_, IntegerKind::I1 | IntegerKind::I2)
            | RuntimeFunction::IntegerPower(IntegerKind::I1 | IntegerKind::I2) => return None,
            RuntimeFunction::IntegerPower(IntegerKind::I4) => power_integer4 as *const u8,
            RuntimeFunction::IntegerPower(IntegerKind::I8) => power_integer8 as *const u8,
            RuntimeFunction::IntegerShift(IntegerKind::I8, IntegerBinary::Shift) => shift8 as *const u8,
            RuntimeFunction::IntegerShift(IntegerKind::I8, _) => shift_arithmetic8 as *const u8,
            RuntimeFunction::IntegerShift(_, IntegerBinary::Shift) => shift4 as *const u8,
            RuntimeFunction::IntegerShift(..) => shift_arithmetic4 as *const u8,
            RuntimeFunction::Gang(function) => function.code()? as *const u8,
            RuntimeFunction::IoBeginUnit => io::begin_unit as *const u8,
            RuntimeFunction::IoBeginInternal => io::begin_internal as *const u8,
            RuntimeFunction::IoWrite => io::write as *const u8,
            RuntimeFunction::IoWriteText => io::write_text as *const u8,
            RuntimeFunction::IoRead => io::read as *const u8,
            RuntimeFunction::IoReadText => io::read_text as *const u8,
            RuntimeFunction::IoEnd => io::end as *const u8,
            RuntimeFunction::IoExitStatus => io::exit_status as *const u8,
            RuntimeFunction::IoBeginRequest => io::begin_request as *const u8,
            RuntimeFunction::Zero => bytes::zero as *const u8,
            RuntimeFunction::Clear => bytes::clear as *const u8,
            RuntimeFunction::Copy => bytes::copy as *const u8,
            RuntimeFunction::OfTexts(function) => texts::address(function),
            RuntimeFunction::AssignText => texts::assign_text as *const u8,
            RuntimeFunction::Allocate => dynamic::allocate as *const u8,
            RuntimeFunction::Hold => dynamic::hold as *const u8,
            RuntimeFunction::LetGo => dynamic::let_go as *const u8,
            RuntimeFunction::TakeScratch => dynamic::take_scratch as *const u8,
            RuntimeFunction::ReleaseScratch => dynamic::release_scratch as *const u8,
            RuntimeFunction::RepeatText => dynamic::repeat_text as *const u8,
        })
    }
}

/// The CLIF type that holds a value of that type in a register; LOGICAL is i32 in memory and at calls.
pub fn clif_type(ty: Type) -> ClifType {
    match ty {
        Type::Integer(kind) => integer(kind),
        Type::Real(kind) => real(kind),
        Type::Logical | Type::Complex(_) | Type::Character => I32,
    }
}

/// The CLIF type of a kind of INTEGER.
pub fn integer(kind: IntegerKind) -> ClifType {
    match kind {
        IntegerKind::I1 => I8,
        IntegerKind::I2 => I16,
        IntegerKind::I4 => I32,
        IntegerKind::I8 => I64,
    }
}

/// The CLIF type of a kind of REAL.
pub fn real(kind: RealKind) -> ClifType {
    match kind {
        RealKind::R4 => F32,
        RealKind::R8 => F64,
    }
}

extern "C" fn shift4(operand: i32, count: i32) -> i32 {
    integer4::shift(operand, count)
}

extern "C" fn shift8(operand: i64, count: i64) -> i64 {
    integer8::shift(operand, count)
}

extern "C" fn shift_arithmetic4(operand: i32, count: i32) -> i32 {
    integer4::shift_arithmetic(operand, count)
}

extern "C" fn shift_arithmetic8(operand: i64, count: i64) -> i64 {
    integer8::shift_arithmetic(operand, count)
}

extern "C" fn power_real4_integer4(base: f32, exponent: i32) -> f32 {
    real4::power_integer4(base, exponent)
}

extern "C" fn power_real4_integer8(base: f32, exponent: i64) -> f32 {
    real4::power_integer8(base, exponent)
}

extern "C" fn power_real8_integer4(base: f64, exponent: i32) -> f64 {
    real8::power_integer4(base, exponent)
}

extern "C" fn power_real8_integer8(base: f64, exponent: i64) -> f64 {
    real8::power_integer8(base, exponent)
}

extern "C" fn power_integer4(base: i32, exponent: i32) -> i32 {
    integer4::power(base, exponent).unwrap_or(0)
}

extern "C" fn power_integer8(base: i64, exponent: i64) -> i64 {
    integer8::power(base, exponent).unwrap_or(0)
}
