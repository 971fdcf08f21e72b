"""Programs: sources that are compiled together."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from ._forlane import ProgramBase
from ._kernel import Kernel, make_kernel

#: Of a source: its name, its bytes, and what they are.
_Texts = tuple[tuple[str, bytes, str], ...]

#: What is set up before rows run: steps, and arrays by name.
_State = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, tuple[int, ...], tuple[Any, ...]], ...]]


class _Reading(NamedTuple):
    """How sources are read, beside their form."""

    line_length: int | None = None
    save_locals: bool = False
    #: What the preprocessor defines, as ``NAME=VALUE``.
    definitions: tuple[str, ...] = ()
    #: Where included files are that are not beside those that include them.
    folders: tuple[str, ...] = ()
    #: The sizes of default REAL and INTEGER in bytes.
    default_real: int = 4
    default_integer: int = 4


class Program(ProgramBase, Mapping[str, Kernel]):
    """Compiled sources. ``program["name"]`` is the kernel of a subprogram, in any letter case."""

    _reading: _Reading
    _state: _State
    _names_of: tuple[str, ...]
    _kernels: dict[str, Kernel]
    _source_texts: _Texts | None

    def __new__(
        cls,
        files: list[Any],
        texts: list[tuple[str, bytes, str | None]],
        form: str | None = None,
        reading: _Reading = _Reading(),
        state: _State = ((), ()),
    ) -> Program:
        self = super().__new__(cls, files, texts, form, reading, state)
        self._state = state
        self._reading = reading
        self._names_of = tuple(self._names())
        self._kernels = {}
        self._source_texts = None
        return self

    def __getitem__(self, name: str) -> Kernel:
        if not isinstance(name, str):
            raise KeyError(name)
        key = name.lower()
        kernel = self._kernels.get(key)
        if kernel is None:
            # One that takes procedures looks like a kernel, and becomes one by `with_options`.
            kernel = self._kernels[key] = cast(Kernel, make_kernel(self, key))
        return kernel

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        key = name.lower()
        return any(known == key or known.endswith("." + key) for known in self._names_of)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names_of)

    def __len__(self) -> int:
        return len(self._names_of)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._names_of)

    @property
    def texts(self) -> _Texts:
        """The sources, with those that they include: triples of name, bytes and kind."""
        if self._source_texts is None:
            self._source_texts = tuple(self._texts())
        return self._source_texts

    def with_state(
        self, values: Mapping[str, Any] | None = None, *, init: str | Sequence[str] = (), **arrays: Any
    ) -> Program:
        """The program with variables of COMMON blocks and modules set before any row runs.

        First ``values`` are set, by names as ``"/csw/sw"``, ``"/csw/sw(9)"`` or ``"physics::gravity"``, then the calls of
        ``init`` run, once: ``["call meters(.true.)"]``. ``arrays`` has what names in their arguments mean:
        ``with_state(init="call tselec(sv)", sv=numpy.ones(25))``. What the program was set to before comes first.
        """
        steps, known = list(self._state[0]), list(self._state[1])
        for name, value in (values or {}).items():
            step, array = _setting(name, value, f"@{len(known)}")
            steps.append(("set", step))
            known += array
        prefix = {name: f"@{len(known) + at}" for at, name in enumerate(arrays)}
        known += [_array(prefix[name], value) for name, value in arrays.items()]
        for call in [init] if isinstance(init, str) else init:
            for name, stands in prefix.items():
                call = re.sub(rf"(?i)(?<![\w@%'\"]){re.escape(name)}\b(?=\s*[,)])", stands, call)
            steps.append(("call", call))
        return _program_of(self.texts, self._reading, (tuple(steps), tuple(known)))

    @property
    def sources(self) -> dict[str, str]:
        """The sources, with those that they include, by their names."""
        return {name: text.decode("utf-8", "replace") for name, text, _ in self.texts}

    def __reduce__(self) -> Any:
        return _program_of, (self.texts, self._reading, self._state)

    def __repr__(self) -> str:
        names = [name for name, _, kind in self.texts if kind != "included"]
        return f"<forlane.Program of {', '.join(map(repr, names))}: {', '.join(self._names_of) or 'no subprograms'}>"

    def _subprogram(self, name: str) -> tuple[str, int, str]:
        """Where a subprogram is, by its full name, as file and line, and the comment at its head."""
        word = re.escape(name.rsplit(".", 1)[-1])
        head = re.compile(rf"(?i)^[^!'\"]*\b(subroutine|function|entry)\s+{word}\b(?!\s*=)")
        for file, text, _ in self.texts:
            lines = text.decode("utf-8", "replace").splitlines()
            for at, line in enumerate(lines):
                if head.match(line) and not _comment(line) and not re.match(r"(?i)\s*end\b", line):
                    return file, at + 1, _comments_at(lines, at)
        return "", 0, ""


def _comment(line: str) -> str | None:
    """The words of a line that is a comment."""
    match = re.match(r"\s*!+[<>]?\s?(.*)|[cC*](?![a-zA-Z])[*\s]?(.*)", line)
    if match is None:
        return None
    return (match.group(1) if match.group(1) is not None else match.group(2)).rstrip(" *")


def _comments_at(lines: list[str], at: int) -> str:
    """The comment after the statement of that line, or else the one before it."""

    def run(numbers: range) -> list[str]:
        found = []
        for number in numbers:
            words = _comment(lines[number])
            if words is None:
                break
            found.append(words)
        return found

    end = at + 1
    while end < len(lines) and re.match(r"     [^ 0]|\s*&", lines[end]) or lines[end - 1].rstrip().endswith("&"):
        end += 1
        if end >= len(lines):
            break
    found = run(range(min(end, len(lines)), len(lines))) or run(range(at - 1, -1, -1))[::-1]
    return "\n".join(found).strip("\n -=*")


@lru_cache(maxsize=64)
def _program_of(texts: _Texts, reading: _Reading, state: _State) -> Program:
    """The program of a pickle, or of a state: compiled once in a process."""
    program = Program([], list(texts), None, reading, state)
    program._source_texts = texts
    return program


def _setting(name: str, value: Any, array: str) -> tuple[str, list[tuple[str, tuple[int, ...], tuple[Any, ...]]]]:
    """The step that sets a variable, with the array that it takes, if it does."""
    if isinstance(value, str):
        return f"{name}='{value.replace(chr(39), chr(39) * 2)}'", []
    if np.ndim(value):
        return f"{name}={array}", [_array(array, value)]
    if isinstance(value, (bool, np.bool_)):
        return f"{name}={'.true.' if value else '.false.'}", []
    return f"{name}={operator.index(value) if isinstance(value, (int, np.integer)) else repr(float(value))}", []


def _array(name: str, value: Any) -> tuple[str, tuple[int, ...], tuple[Any, ...]]:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"an array of numbers is required, not of {array.dtype}")
    elements = array.astype(float if array.dtype.kind == "f" else np.int64).ravel(order="F")
    return name, array.shape, tuple(elements.tolist())


def _definitions(define: Mapping[str, object] | None) -> tuple[str, ...]:
    return tuple(name if value is None else f"{name}={value}" for name, value in (define or {}).items())


def load(
    *files: str | os.PathLike[str],
    form: str | None = None,
    line_length: int | None = None,
    save_locals: bool = False,
    define: Mapping[str, object] | None = None,
    folders: Sequence[str | os.PathLike[str]] = (),
    default_real: int = 4,
    default_integer: int = 4,
) -> Program:
    """Compiles source files, in any order, with what they include.

    ``form`` is ``"fixed"`` or ``"free"`` where the endings do not say it; ``line_length`` says how many columns of fixed
    form count (72); ``save_locals`` keeps local variables between calls within a row, as old compilers did. ``define``
    has macros of the preprocessor with their values, None for 1; included files are also looked for in ``folders``.
    ``default_real`` and ``default_integer`` are the bytes, 4 or 8, of what is REAL, or INTEGER and LOGICAL, without a
    kind.
    """
    if not files:
        raise TypeError("load() takes at least one file")
    where = tuple(os.fspath(folder) for folder in folders)
    reading = _Reading(line_length, save_locals, _definitions(define), where, default_real, default_integer)
    return Program([os.fspath(file) for file in files], [], form, reading)


def compile(
    text: str | bytes,
    name: str = "kernel.f90",
    *,
    include: Mapping[str, str | bytes] | None = None,
    form: str | None = None,
    line_length: int | None = None,
    save_locals: bool = False,
    define: Mapping[str, object] | None = None,
    default_real: int = 4,
    default_integer: int = 4,
) -> Program:
    """Compiles a source text; the ending of ``name`` says its form. ``include`` has what INCLUDE lines mean, by name.

    The other options are those of :func:`load`.
    """

    def encoded(text: str | bytes) -> bytes:
        return text.encode() if isinstance(text, str) else bytes(text)

    texts: list[tuple[str, bytes, str | None]] = [(name, encoded(text), None)]
    texts += [(os.path.join(os.path.dirname(name), other), encoded(of), "included") for other, of in (include or {}).items()]
    reading = _Reading(line_length, save_locals, _definitions(define), (), default_real, default_integer)
    return Program([], texts, form, reading)
