"""Arguments, and the arrays that are given for them and made for results."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Sequence

import numpy as np

from . import _foreign, _texts

#: Of an array, how many elements there are in a dimension: a number, the number of the argument that says it with the
#: lower bound to subtract, or None.
Extent = int | tuple[int, int] | None


class Argument(NamedTuple):
    """An argument of a kernel as its source declares it, and what the kernel does with it."""

    name: str
    type_name: str
    dtype: np.dtype[Any]
    extents: tuple[Extent, ...]
    intent: str | None
    is_read: bool
    is_assigned: bool
    may_keep: bool
    is_result: bool
    is_optional: bool

    @property
    def missing(self) -> Any:
        """What stands where there is no value."""
        if self.is_text:
            return np.array(b"", self.dtype if self.dtype.itemsize else "S1")
        return self.dtype.type(math.nan if self.dtype.kind in "fc" else 0)

    @property
    def is_text(self) -> bool:
        """Whether it is CHARACTER; of ``CHARACTER(*)`` the type has no size."""
        return self.dtype.kind == "S"


def fields(described: Any) -> tuple[Any, ...]:
    names = ("name", "type_name", "dtype", "extents", "intent", "is_read", "is_assigned", "may_keep", "is_result", "is_optional")
    return tuple(described[name] for name in names)


def sizes_by(parameters: Sequence[Argument]) -> frozenset[int]:
    """The arguments that say how long arrays are."""
    extents = (extent for one in parameters if one.is_read or one.is_assigned for extent in one.extents)
    numbers = {extent[0] for extent in extents if isinstance(extent, tuple)}
    return frozenset(number for number in numbers if not parameters[number].is_assigned)


def given_pairs(parameters: Sequence[Argument], arrays: list[Any]) -> list[tuple[Argument, Any]]:
    return [(one, array) for one, array in zip(parameters, arrays) if array is not None]


def all_of(condition: Any) -> bool:
    return bool(np.all(condition))


def range_of(array: Any) -> str:
    return str(array) if array.size == 1 else f"{array.min()} to {array.max()}"


def as_array(value: Any, one: Argument, casting: str) -> Any:
    """The value as an array of the argument's type."""
    _foreign.refuse_missing(value, one.name)
    if one.is_text:
        return _texts.as_texts(value, one)
    array = np.asarray(value)
    wanted = one.dtype
    kind, found = wanted.kind, array.dtype.kind
    if array.dtype == wanted and array.dtype.isnative:
        return array
    if found == "O" or found not in "biufc":
        raise TypeError(f"argument {one.name!r} is {one.type_name}: elements of type {array.dtype} can't be given")
    if casting != "unsafe":
        fits = {"b": "b", "i": "biu", "f": "biuf", "c": "biufc"}[kind]
        is_exact_size = casting == "same_kind" or np.can_cast(array.dtype, wanted, casting)  # type: ignore[arg-type]
        if found not in fits or not (is_exact_size or isinstance(value, (int, float, complex))):
            raise TypeError(
                f"argument {one.name!r} is {one.type_name}: {array.dtype} is not cast to {wanted} by {casting!r}"
            )
        if kind == "i" and found in "iu" and array.size:
            check_range(array, one)
    return array.astype(wanted, order="K")


def check_range(array: Any, one: Argument) -> None:
    limits = np.iinfo(one.dtype)
    if int(array.max()) <= limits.max and int(array.min()) >= limits.min:
        return
    # A comparison of an unsigned array with a negative number is of floating point in old versions of NumPy.
    beyond = array > limits.max
    if array.dtype.kind == "i":
        beyond |= array < limits.min
    index = tuple(int(at) for at in np.unravel_index(int(np.argmax(beyond)), array.shape))
    place = f" at {index}" if index else ""
    raise OverflowError(f"argument {one.name!r}: {array[index]}{place} is not in the range of {one.type_name}")


def as_mask(where: Any) -> Any:
    mask = np.asarray(where)
    if mask.dtype != np.bool_:
        raise TypeError(f"where: an array of bool is required, not of {mask.dtype}")
    return mask


def check_out(one: Argument, out: Any, casting: str) -> None:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: an array is required for {one.name!r}, not {type(out).__name__}")
    if not out.flags.writeable:
        raise ValueError(f"out: the array for {one.name!r} is read-only")
    if out.ndim < len(one.extents):
        raise ValueError(f"out: the array for {one.name!r} needs {len(one.extents)} dimensions")
    if one.is_text and out.dtype.kind in "SU":
        return
    if not np.can_cast(one.dtype, out.dtype, "same_kind" if casting != "unsafe" else "unsafe"):
        raise TypeError(f"out: {one.name!r} is {one.dtype}, which is not cast to {out.dtype} by {casting!r}")


def broadcast(loops: list[tuple[int, ...]], outs: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape of the rows. An array for results has it: inputs may be repeated for it, but not results."""
    shape = np.broadcast_shapes(*loops, *outs)
    for out in outs:
        if out != shape:
            raise ValueError(f"out: an array with rows of shape {out} is not of the shape {shape} of the call")
    return shape


def new_array(shape: tuple[int, ...], one: Argument, mask: Any) -> Any:
    return np.empty(shape, one.dtype) if mask is None else np.full(shape, one.missing, one.dtype)


def repeats(array: Any) -> bool:
    """Whether elements of an array may share memory."""
    pairs = sorted((abs(step), extent) for step, extent in zip(array.strides, array.shape) if extent > 1)
    room = array.itemsize
    for step, extent in pairs:
        if step < room:
            return True
        room += step * (extent - 1)
    return False
