"""Texts of CHARACTER arguments: NumPy's arrays of bytes, filled up with blanks, and back."""

from __future__ import annotations

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
