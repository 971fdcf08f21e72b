"""Texts of CHARACTER arguments: NumPy's arrays of bytes, filled up with blanks, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._arrays import Argument


def as_texts(value: Any, one: Argument) -> Any:
    """The texts of a value as bytes: ``str`` as UTF-8."""
    array = np.asarray(value)
    kind = array.dtype.kind
    if kind == "T" or kind == "O" and array.size and all(isinstance(text, (str, bytes)) for text in array.flat):
        texts = [text.encode() if isinstance(text, str) else text for text in array.flat]
        array = np.array(texts, np.bytes_).reshape(array.shape)
    elif kind == "U":
        array = np.char.encode(array, "utf-8")
    elif kind != "S":
        raise TypeError(f"argument {one.name!r} is {one.type_name}: elements of type {array.dtype} can't be given")
    return np.asarray(array)


def filled_up(array: Any, one: Argument) -> tuple[Any, Any]:
    """The texts filled up with blanks to their declared length, and how long each is where that is its own."""
    width = one.dtype.itemsize
    if not width and one.extents:
        return _packed(array, len(one.extents))
    if not width:
        lengths = np.asarray(np.char.str_len(array)).astype(np.int32)
        width = max(int(lengths.max(initial=0)), 1)
        return _blank_filled(array, width), lengths
    longest = np.asarray(np.char.str_len(np.char.rstrip(array, b" ")))
    if array.size and int(longest.max()) > width:
        index = tuple(int(at) for at in np.unravel_index(int(np.argmax(longest > width)), array.shape))
        place = f" at {index}" if index else ""
        raise ValueError(f"argument {one.name!r}: {bytes(array[index])!r}{place} does not fit {one.type_name}")
    return _blank_filled(array, width), None


def _packed(array: Any, rank: int) -> tuple[Any, Any]:
    """Texts of arrays of CHARACTER(*), in each row as long as its longest one, and one after the other."""
    shape, core = array.shape[: array.ndim - rank], array.shape[array.ndim - rank :]
    lengths = np.char.str_len(array).max(axis=tuple(range(len(shape), array.ndim)), initial=0)
    lengths = np.asarray(lengths).astype(np.int32)
    packed = new_texts(shape, core, max(int(lengths.max(initial=0)), 1))
    packed[...] = b" " * packed.itemsize
    of_rows = _bytes_of_rows(packed, rank)
    for length in np.unique(lengths[lengths > 0]).tolist():
        at = lengths == length
        of_rows[at, : length * math.prod(core)] = _bytes_of_rows(_blank_filled(array[at], length), rank)
    return packed, lengths


def unpack(packed: Any, rank: int, lengths: Any, where: Any) -> None:
    """Brings the texts of these rows, which lie one after the other, to the places of the elements."""
    of_rows, width = _bytes_of_rows(packed, rank), packed.itemsize
    count = math.prod(packed.shape[packed.ndim - rank :])
    for length in np.unique(lengths[lengths < width]).tolist():
        at = (lengths == length) & where
        rows = int(np.count_nonzero(at))
        texts = of_rows[at, : length * count].reshape(rows, count, length)
        of_rows[at] = np.pad(texts, ((0, 0), (0, 0), (0, width - length)), constant_values=ord(" ")).reshape(rows, count * width)


def new_texts(shape: tuple[int, ...], core: tuple[int, ...], width: int) -> Any:
    """An array of texts, those of each row in Fortran's order."""
    texts = np.zeros(shape + core[::-1], f"S{width}")
    return texts.transpose(_reversed_core(texts.ndim, len(core)))


def _reversed_core(dimensions: int, rank: int) -> tuple[int, ...]:
    return (*range(dimensions - rank), *reversed(range(dimensions - rank, dimensions)))


def _bytes_of_rows(texts: Any, rank: int) -> Any:
    """The bytes of the texts of each row in Fortran's order; a view, if they lie so."""
    rows = texts.shape[: texts.ndim - rank]
    in_order = np.ascontiguousarray(texts.transpose(_reversed_core(texts.ndim, rank)))
    size = math.prod(texts.shape[texts.ndim - rank :]) * texts.itemsize
    return np.frombuffer(in_order.data, np.uint8).reshape(*rows, size) if size and texts.size else np.zeros((*rows, size), np.uint8)


def _blank_filled(array: Any, width: int) -> Any:
    return np.asarray(np.char.ljust(array, width, b" ")).astype(f"S{width}")


def results(room: Any) -> Any:
    """What a kernel left as ``str``, without the blanks at the end. Bytes that are not UTF-8 are taken as Latin-1."""
    texts = np.asarray(np.char.rstrip(room, b" "))
    try:
        return np.asarray(np.char.decode(texts, "utf-8"))
    except UnicodeDecodeError:
        return np.array([_decoded(text) for text in texts.flat], np.str_).reshape(texts.shape)


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("latin-1")
