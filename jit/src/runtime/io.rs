//! The functions of input and output statements that generated code calls. Each lane has its own transfers.

use super::boundary::contain;
use super::context::Context;
use super::dynamic::memory;
use super::output::{FAILED, InternalFile, Output};
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_semantics::io::{Datum, Item, ItemType, Service};

/// A type of items in memory, as generated code names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemCode {
    /// Of one scalar.
    Scalar(Type),
    /// Of two reals, a complex number.
    Pair(RealKind),
}

impl ItemCode {
    const ALL: [ItemCode; 9] = [
        ItemCode::Scalar(Type::Integer(IntegerKind::I1)),
        ItemCode::Scalar(Type::Integer(IntegerKind::I2)),
        ItemCode::Scalar(Type::Integer(IntegerKind::I4)),
        ItemCode::Scalar(Type::Integer(IntegerKind::I8)),
        ItemCode::Scalar(Type::Real(RealKind::R4)),
        ItemCode::Scalar(Type::Real(RealKind::R8)),
        ItemCode::Scalar(Type::Logical),
        ItemCode::Pair(RealKind::R4),
        ItemCode::Pair(RealKind::R8),
    ];

    /// The code of an item of `scalars` scalars of a type; two reals are a complex number.
    pub fn of(ty: Type, scalars: usize) -> ItemCode {
        match (ty, scalars) {
            (Type::Real(kind) | Type::Complex(kind), 2) => ItemCode::Pair(kind),
            (ty, _) => ItemCode::Scalar(ty),
        }
    }

    /// The number that stands for it; none if items have no such type.
    pub fn number(self) -> Option<i64> {
        ItemCode::ALL.iter().position(|code| *code == self).map(|number| number as i64)
    }

    /// Bytes in memory.
    pub fn size(self) -> usize {
        self.item_type().map_or(0, ItemType::size)
    }

    /// The type of that number.
    pub fn of_number(number: i64) -> Option<ItemCode> {
        ItemCode::ALL.get(usize::try_from(number).ok()?).copied()
    }

    fn item_type(self) -> Option<ItemType> {
        Some(match self {
            ItemCode::Scalar(Type::Integer(kind)) => ItemType::Integer(kind.size() as u8),
            ItemCode::Scalar(Type::Real(RealKind::R4)) => ItemType::Real4,
            ItemCode::Scalar(Type::Real(RealKind::R8)) => ItemType::Real8,
            ItemCode::Scalar(Type::Logical) => ItemType::Logical(4),
            ItemCode::Pair(RealKind::R4) => ItemType::Complex4,
            ItemCode::Pair(RealKind::R8) => ItemType::Complex8,
            ItemCode::Scalar(Type::Complex(_) | Type::Character) => return None,
        })
    }
}

/// The output of a lane, in which something is to be left behind until the end of the gang; none in a run of code that
/// transfers nothing.
///
/// # Safety
/// `context` is the context of the running gang, and its `output` is null or points to an [`Output`] for each lane,
/// which nothing else uses while the gang runs; `lane` is the number of one of these lanes.
pub(super) unsafe fn output<'a>(context: *mut Context, lane: u64) -> Option<&'a mut Output<'a>> {
    // SAFETY: as this function's own contract says.
    unsafe {
        let first = (*context).output.cast::<Output<'a>>();
        (*context).left_behind = 1;
        if first.is_null() { None } else { first.add(lane as usize).as_mut() }
    }
}

/// # Safety
/// The address is that of `length` bytes, which are not changed while the slice is used; a negative length means that
/// there is no text.
unsafe fn optional_text<'a>(address: *const u8, length: i64) -> Option<&'a [u8]> {
    match usize::try_from(length) {
        Ok(0) => Some(&[]),
        // SAFETY: as this function's own contract says.
        Ok(length) => Some(unsafe { std::slice::from_raw_parts(address, length) }),
        Err(_) => None,
    }
}

/// `(context, lane, writes, unit, format, format length)`
pub(super) unsafe extern "C" fn begin_unit(
    context: *mut Context,
    lane: u64,
    writes: i64,
    unit: i64,
    format: *const u8,
    length: i64,
) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number, and the address and length of a text.
        let (output, format) = unsafe { (output(context, lane), optional_text(format, length)) };
        if let Some(output) = output {
            output.begin_unit(writes != 0, unit, format);
        }
    })
}

/// `(context, lane, writes, address, array, record length, records, format, format length)`: the array of dynamic
/// length that the internal file is in is held until the transfer ends, if it writes; null stands for another array.
pub(super) unsafe extern "C" fn begin_internal(
    context: *mut Context,
    lane: u64,
    writes: i64,
    address: *mut u8,
    array: *mut u8,
    record: i64,
    records: i64,
    format: *const u8,
    length: i64,
) {
    contain((), || {
        let record = usize::try_from(record).unwrap_or(0);
        let bytes = record.saturating_mul(usize::try_from(records).unwrap_or(0));
        // SAFETY: generated code passes on its context and a lane's number, the address and length of a text, and those
        // of an internal file, which it has checked to be inside of its array.
        let (output, format, characters) =
            unsafe { (output(context, lane), optional_text(format, length), optional_text(address, bytes as i64)) };
        if let (Some(output), Some(characters)) = (output, characters) {
            let target = Some(InternalFile { address, array }).filter(|_| writes != 0);
            output.begin_internal(characters, record, format, target);
            if target.is_some() {
                // SAFETY: generated code passes on its context and a lane's number.
                unsafe { memory(context) }.hold(array);
            }
        }
    })
}

/// `(context, lane, service)`: begins a request to the system; services have the numbers of [`Service::ALL`].
pub(super) unsafe extern "C" fn begin_request(context: *mut Context, lane: u64, service: i64) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number.
        let output = unsafe { output(context, lane) };
        let service = usize::try_from(service).ok().and_then(|number| Service::ALL.get(number));
        if let (Some(output), Some(service)) = (output, service) {
            output.begin_request(*service);
        }
    })
}

/// `(context, lane, address, count, stride, code)`: writes `count` items, each `stride` bytes after the one before.
pub(super) unsafe extern "C" fn write(
    context: *mut Context,
    lane: u64,
    address: *const u8,
    count: i64,
    stride: u64,
    code: i64,
) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number.
        let Some(output) = (unsafe { output(context, lane) }) else { return };
        let Some((code, ty)) = ItemCode::of_number(code).and_then(|code| Some((code, code.item_type()?))) else {
            return;
        };
        for index in 0..usize::try_from(count).unwrap_or(0) {
            // SAFETY: generated code passes the address of `count` items of that type.
            let bytes = unsafe { std::slice::from_raw_parts(address.add(index * stride as usize), ty.size()) };
            if let Some(item) = item_of(code, ty, bytes) {
                output.write(&item);
            }
        }
    })
}

fn item_of(code: ItemCode, ty: ItemType, bytes: &[u8]) -> Option<Item<'static>> {
    if let ItemCode::Pair(_) = code {
        let (real, imaginary) = bytes.split_at_checked(ty.size() / 2)?;
        return Some(match ty {
            ItemType::Complex4 => Item::Complex4(
                f32::from_le_bytes(real.try_into().ok()?),
                f32::from_le_bytes(imaginary.try_into().ok()?),
            ),
            _ => Item::Complex8(
                f64::from_le_bytes(real.try_into().ok()?),
                f64::from_le_bytes(imaginary.try_into().ok()?),
            ),
        });
    }
    let size = ty.size() as u8;
    Some(match ty.from_bytes(bytes)? {
        Datum::Integer(value) => Item::Integer(value, size),
        Datum::Real4(value) => Item::Real4(value),
        Datum::Real8(value) => Item::Real8(value),
        Datum::Logical(value) => Item::Logical(value, size),
        Datum::Character(_) | Datum::Complex4(..) | Datum::Complex8(..) => return None,
    })
}

/// `(context, lane, address, length)`: writes a text.
pub(super) unsafe extern "C" fn write_text(context: *mut Context, lane: u64, address: *const u8, length: i64) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number, and the address and length of a text.
        let (output, text) = unsafe { (output(context, lane), optional_text(address, length)) };
        if let (Some(output), Some(text)) = (output, text) {
            output.write(&Item::Character(text));
        }
    })
}

/// `(context, lane, address, count, stride, code)`: reads `count` items, each `stride` bytes after the one before.
pub(super) unsafe extern "C" fn read(
    context: *mut Context,
    lane: u64,
    address: *mut u8,
    count: i64,
    stride: u64,
    code: i64,
) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number.
        let Some(output) = (unsafe { output(context, lane) }) else { return };
        let Some(ty) = ItemCode::of_number(code).and_then(ItemCode::item_type) else { return };
        for index in 0..usize::try_from(count).unwrap_or(0) {
            let Some(datum) = output.read(ty) else { continue };
            let bytes = bytes_of(&datum, ty);
            // SAFETY: generated code passes the address of `count` items of that type.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address.add(index * stride as usize), bytes.len()) };
        }
    })
}

fn bytes_of(datum: &Datum, ty: ItemType) -> Vec<u8> {
    let size = ty.size() as u8;
    match datum {
        Datum::Integer(value) => Item::Integer(*value, size).bytes(),
        Datum::Real4(value) => Item::Real4(*value).bytes(),
        Datum::Real8(value) => Item::Real8(*value).bytes(),
        Datum::Logical(value) => Item::Logical(*value, size).bytes(),
        Datum::Complex4(real, imaginary) => Item::Complex4(*real, *imaginary).bytes(),
        Datum::Complex8(real, imaginary) => Item::Complex8(*real, *imaginary).bytes(),
        Datum::Character(text) => text.clone(),
    }
}

/// `(context, lane, address, length)`: reads a text.
pub(super) unsafe extern "C" fn read_text(context: *mut Context, lane: u64, address: *mut u8, length: i64) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number.
        let Some(output) = (unsafe { output(context, lane) }) else { return };
        let length = usize::try_from(length).unwrap_or(0);
        if let Some(Datum::Character(text)) = output.read(ItemType::Character(length)) {
            // SAFETY: generated code passes the address of that number of characters, and the text is as long.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), address, text.len().min(length)) };
        }
    })
}

/// `(context, lane, handled) -> status`: ends the statement.
pub(super) unsafe extern "C" fn end(context: *mut Context, lane: u64, handled: i64) -> i32 {
    contain(FAILED, || {
        // SAFETY: generated code passes on its context and a lane's number.
        let Some(output) = (unsafe { output(context, lane) }) else { return 0 };
        let (finished, target) = output.finish_transfer();
        if let Some(target) = target {
            // SAFETY: generated code passes on its context and a lane's number.
            unsafe { memory(context) }.let_go(target.array);
        }
        if let (Some(characters), Some(target)) = (finished.internal, target) {
            // SAFETY: the address is that of the internal file, as long as its characters, when the statement began.
            // `begin_internal` held its array, if that can be freed, so that `DynamicMemory::allocate` refused to free
            // it; other variables live longer than the statement, which ends in the unit that began it (the verifier's
            // rule `io-sequence`).
            unsafe { std::ptr::copy_nonoverlapping(characters.as_ptr(), target.address, characters.len()) };
        }
        output.status_of(finished.error, handled)
    })
}

/// `(context, lane, status)`: notes the exit status of the STOP that follows.
pub(super) unsafe extern "C" fn exit_status(context: *mut Context, lane: u64, status: i64) {
    contain((), || {
        // SAFETY: generated code passes on its context and a lane's number.
        if let Some(output) = unsafe { output(context, lane) } {
            output.exit_status = Some(status);
        }
    })
}
