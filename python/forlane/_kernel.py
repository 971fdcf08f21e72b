"""Kernels: subprograms that are called with arrays."""

from __future__ import annotations

import operator
import os
import sys
import warnings
from collections import namedtuple
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _foreign, _texts
from ._arrays import (
    Argument,
    as_array,
    as_mask,
    broadcast,
    check_out,
    fields,
    given_pairs,
    new_array,
    repeats,
    sizes_by,
)
from ._errors import KernelError, KernelWarning, UnboundError, current_failures
from ._options import Configurable, Options
from ._sizes import Dimensioned

if TYPE_CHECKING:
    from ._program import Program


class Kernel(Dimensioned, Configurable):
    """A subprogram as a function of arrays, which broadcasts as NumPy's functions do.

    Its inputs are the arguments that the subprogram reads, its results those that it assigns, both in Fortran's order, a
    function's value last. The last dimensions of an array argument are those of the source.
    """

    __qualname__: str
    _by_name: dict[str, int]
    #: Makes a named tuple of several results.
    _named: Any

    def __new__(cls, program: Program, name: str, options: Options = Options()) -> Kernel:
        self = super().__new__(
            cls,
            program,
            name,
            list(options.procedures),
            options.gang,
            options.max_depth,
            options.max_steps,
            options.memory_limit,
            options.checks,
            options.math,
        )
        self.program = program
        self.options = options
        self._key = name
        self.parameters = tuple(
            Argument(name, type_name, np.dtype(dtype), tuple(extents), *rest)
            for name, type_name, dtype, extents, *rest in map(fields, self._arguments())
        )
        self.inputs = tuple(one for one in self.parameters if one.is_read)
        self.outputs = tuple(one for one in self.parameters if one.is_assigned)
        self._by_name = {one.name: number for number, one in enumerate(self.parameters) if not one.is_result}
        self._sizes_by = sizes_by(self.parameters)
        optional = (number for number, one in enumerate(self.parameters) if one.is_optional)
        self._may_lack = self._sizes_by.union(optional)
        self.__name__ = self._full_name.rsplit(".", 1)[-1]
        self.__qualname__ = self.__name__
        names = [one.name for one in self.outputs] + ["status"] * (options.failures == "return")
        self._named = namedtuple(f"{self.__name__}_results", names, rename=True)._make if len(names) > 1 else None  # type: ignore[attr-defined]
        for name in (*options.shared, *(name for name, _ in options.sizes)):
            if name not in self._by_name and all(one.name != name for one in self.outputs):
                raise TypeError(f"{self.__name__}() has no argument {name!r}")
        return self

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """How it is called, and the comment at its head."""
        return self._document()

    def __repr__(self) -> str:
        return f"<forlane.Kernel {self._usage()}>"

    # Options and pickles.

    def __dask_tokenize__(self) -> Any:
        program = self.program
        return "forlane.Kernel", program.texts, program._reading, program._state, self._key, self.options

    # Calls.

    def _results(self, values: Any) -> Any:
        """The results of a call from the arrays."""
        return values[0] if self._named is None else self._named(values)

    def _call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """A call with any arguments; ``KernelBase.__call__`` comes here with all but plain numbers."""
        out = named.pop("out", None)
        where = named.pop("where", True)
        casting = named.pop("casting", "same_kind")
        # Other libraries pass these; the types are always those of the source.
        named.pop("dtype", None)
        named.pop("signature", None)
        named.pop("subok", None)
        named.pop("order", None)
        given = self._bind(arguments, named)
        outs = self._outs(out)
        foreign = _foreign.call(self, given, outs, where, casting)
        if foreign is not _foreign.NOT_FOREIGN:
            return foreign
        return self._compute(given, outs, where, casting)

    def _bind(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """The input of each argument, None where none is given."""
        given: list[Any] = [None] * len(self.parameters)
        optional = self._may_lack
        lowered = {name.lower() for name in named}
        numbers = [at for at, one in enumerate(self.parameters) if one.is_read and one.name not in lowered]
        # What arrays say may be left out, all of it or, by name, some; with it OPTIONAL arguments at the end.
        needed = [number for number in numbers if number not in self._sizes_by]
        while needed and self.parameters[needed[-1]].is_optional:
            needed.pop()
        if len(arguments) == len(needed):
            numbers = needed
        if len(arguments) > len(numbers):
            many = len(arguments)
            if twice := [one.name for one in self.inputs[:many] if one.name in lowered]:
                raise TypeError(f"{self.__name__}() got several values for {twice[0]!r}")
            raise TypeError(f"{self.__name__}() takes {self.nin} inputs ({self._usage()}), but {many} were given")
        for number, value in zip(numbers, arguments):
            given[number] = value
        for name, value in named.items():
            at = self._by_name.get(name.lower())
            if at is None:
                raise TypeError(f"{self.__name__}() has no argument {name!r}: {self._usage()}")
            if given[at] is not None:
                raise TypeError(f"{self.__name__}() got several values for {name!r}")
            if not (self.parameters[at].is_read or self.parameters[at].may_keep or self.parameters[at].extents):
                raise TypeError(f"{self.__name__}() does not read {name!r}")
            given[at] = value
        for number, one in enumerate(self.parameters):
            if one.is_read and given[number] is None and number not in optional:
                raise TypeError(f"{self.__name__}() needs {one.name!r}: {self._usage()}")
        return given

    def _outs(self, out: Any) -> list[Any]:
        """The array for each result, None where none is given."""
        if out is None:
            return [None] * self.nout
        outs = list(out) if isinstance(out, tuple) else [out]
        if len(outs) != self.nout:
            raise TypeError(f"out: an array for each of {self.nout} results is required, None for a new one")
        return outs

    def _compute(self, given: list[Any], outs: list[Any], where: Any, casting: str) -> Any:
        arrays = [
            None if value is None else as_array(value, one, casting)
            for value, one in zip(given, self.parameters)
        ]
        sizes = self._find_sizes(arrays)
        mask = None if where is True else as_mask(where)
        loops = [array.shape[: array.ndim - len(one.extents)] for one, array in given_pairs(self.parameters, arrays)]
        results = outs[: len(self.outputs)]
        out_loops = []
        for one, result in zip(self.outputs, results):
            if result is not None:
                check_out(one, result, casting)
                out_loops.append(result.shape[: result.ndim - len(one.extents)])
        shape = broadcast([*loops, *([] if mask is None else [mask.shape])], out_loops)
        lengths: list[Any] = [None] * len(self.parameters)
        for number, one in enumerate(self.parameters):
            if one.is_text and arrays[number] is not None:
                arrays[number], own = _texts.filled_up(arrays[number], one)
                lengths[number] = None if own is None else np.broadcast_to(own, shape)
        inputs = [
            None if array is None else np.broadcast_to(array, shape + array.shape[array.ndim - len(one.extents) :])
            for one, array in zip(self.parameters, arrays)
        ]
        # An OPTIONAL argument that is not given is an array all the same, which nothing reads.
        optional = (number for number, one in enumerate(self.parameters) if one.is_optional and one.is_read)
        absent = [number for number in optional if inputs[number] is None]
        for number in absent:
            one = self.parameters[number]
            core = self._core_shape(one, None, None, sizes, shape, unknown=0)
            inputs[number] = np.broadcast_to(np.array(one.missing), shape + core)
        made, finals = self._rooms(shape, sizes, inputs, results, mask)
        listed = None
        if mask is not None:
            listed = np.flatnonzero(np.broadcast_to(mask, shape)).astype(np.int64, copy=False)
        by_argument: list[Any] = [None] * len(self.parameters)
        numbers = [number for number, one in enumerate(self.parameters) if one.is_assigned]
        for number, room in zip(numbers, made):
            by_argument[number] = room
            if inputs[number] is None and room is not None:
                one = self.parameters[number]
                core = room.shape[room.ndim - len(one.extents) :]
                if one.is_text:
                    blanks = np.array(b" " * room.dtype.itemsize, room.dtype)
                    inputs[number] = np.broadcast_to(blanks, shape + core)
                    continue
                if one.may_keep or one.extents:
                    inputs[number] = np.broadcast_to(np.array(one.missing), shape + core)
        # Importing this takes as long as half of the package, and there is one thread where nobody has.
        threading = sys.modules.get("threading")
        is_main = threading is None or threading.get_ident() == threading.main_thread().ident
        if not shape:
            # The buffer protocol has no shape of an array without dimensions.
            inputs = [array if array is None else array[np.newaxis] for array in inputs]
            by_argument = [array if array is None else array[np.newaxis] for array in by_argument]
            lengths = [array if array is None else array[np.newaxis] for array in lengths]
        codes = self._run(list(shape or (1,)), inputs, by_argument, lengths, listed, absent, self._threads(), is_main)
        statuses = None if codes is None else np.frombuffer(codes, np.int32).reshape(shape)
        for number, room in zip(numbers, made):
            one = self.parameters[number]
            if one.is_text and one.extents and lengths[number] is not None:
                _texts.unpack(room, len(one.extents), lengths[number].reshape(shape), True if mask is None else mask)
        values = self._finish(shape, made, finals, statuses, outs)
        if statuses is not None and self.options.failures != "return":
            self._report(statuses)
        return self._results(values)

    def _rooms(
        self, shape: tuple[int, ...], sizes: dict[int, int], inputs: list[Any], outs: list[Any], mask: Any
    ) -> tuple[list[Any], list[Any]]:
        """For each result the array that the kernel writes, and where that goes in the end, if it is a copy."""
        made: list[Any] = []
        finals: list[Any] = []
        others = [array for array in inputs if array is not None]
        number = -1
        for one, out in zip(self.outputs, outs):
            number = self.parameters.index(one, number + 1)
            core = self._core_shape(one, inputs[number], out, sizes, shape)
            if one.is_text:
                width = self._text_width(one, inputs[number], out)
                if out is not None and out.shape != shape + core:
                    raise ValueError(f"out: the array for {one.name!r} requires the shape {shape + core}, not {out.shape}")
                room = _texts.new_texts(shape, core, width)
                if out is not None and mask is not None:
                    room[...] = _texts.as_texts(out, one)
                made.append(room)
                finals.append(out)
                continue
            if out is None:
                made.append(new_array(shape + core, one, mask))
                finals.append(None)
                continue
            if out.shape != shape + core:
                raise ValueError(f"out: the array for {one.name!r} requires the shape {shape + core}, not {out.shape}")
            direct = out.dtype == one.dtype and out.dtype.isnative and out.flags.writeable
            alone = direct and not any(np.may_share_memory(out, array) for array in others) and not repeats(out)
            if alone:
                made.append(out)
                finals.append(None)
                others.append(out)
            else:
                room = np.empty(shape + core, one.dtype)
                if mask is not None:
                    np.copyto(room, out, casting="unsafe")
                made.append(room)
                finals.append(out)
        return made, finals

    def _finish(
        self, shape: tuple[int, ...], made: list[Any], finals: list[Any], statuses: Any, outs: list[Any]
    ) -> list[Any]:
        if statuses is not None:
            failed = statuses != 0
            for one, room in zip(self.outputs, made):
                room[failed] = one.missing
        values: list[Any] = []
        made = [_texts.results(room) if one.is_text else room for one, room in zip(self.outputs, made)]
        for one, room, final, out in zip(self.outputs, made, finals, outs):
            if final is not None and one.is_text and final.dtype.kind == "S":
                final[...] = np.char.encode(room, "utf-8")
            elif final is not None:
                np.copyto(final, room, casting="unsafe")
            values.append(out if out is not None else (room[()] if room.ndim == 0 else room))
        if self.options.failures == "return":
            status = np.zeros(shape, np.int32) if statuses is None else statuses.copy()
            if outs[-1] is not None:
                np.copyto(outs[-1], status, casting="same_kind")
                status = outs[-1]
            values.append(status[()] if status.ndim == 0 else status)
        return values

    def _report(self, statuses: Any) -> None:
        how = self.options.failures or current_failures()
        if how == "ignore":
            return
        failed = statuses != 0
        count = int(np.count_nonzero(failed))
        index = tuple(int(at) for at in np.unravel_index(int(np.argmax(failed)), statuses.shape))
        code = int(statuses[index])
        site = self._site(code)
        reason, line = (site[0], site[2]) if site else ("failed", 0)
        rows = f"{count} of {statuses.size} row{'s' if statuses.size != 1 else ''} failed"
        place = f"; the first is {index}" if index else ""
        message = f"{self.__name__}: {rows}{place}: {self.status_text(code)}"
        if how == "raise":
            raise KernelError(message, index, reason, line, failed)
        warnings.warn(message, KernelWarning, stacklevel=_stack_level())

    def status_text(self, status: int) -> str:
        """What a status, of ``failures="return"``, says; empty for 0."""
        code = operator.index(status)
        site = self._site(code) if code > 0 else None
        if site is None:
            return ""
        reason, file, line, unit = site
        return f"{reason} at {file}:{line} in {unit}"

    def _threads(self) -> int:
        if self.options.threads is not None:
            return self.options.threads
        if _foreign.in_dask_worker():
            return 1
        return _usual_threads()

    def _repr_html_(self) -> str:
        from ._html import show

        return show(self)


def _stack_level() -> int:
    """How far up the caller is that is not of this package."""
    level, frame = 1, sys._getframe(1)
    folder = os.path.dirname(__file__)
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == folder:
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    return level


@lru_cache(maxsize=1)
def _usual_threads() -> int:
    text = os.environ.get("FORLANE_NUM_THREADS", "").strip()
    if text:
        if not text.isdecimal() or not 1 <= int(text) <= 1024:
            raise ValueError(f"FORLANE_NUM_THREADS: a number from 1 to 1024 is required, not {text!r}")
        return int(text)
    affinity = getattr(os, "sched_getaffinity", None)
    return min(len(affinity(0)) if affinity else os.cpu_count() or 1, 1024)


class UnboundKernel(Configurable):
    """A subprogram with dummy procedures; ``with_options(procedures={"f": "cube"})`` says what they are."""

    def __init__(self, program: Program, name: str, options: Options, error: UnboundError) -> None:
        self.program = program
        self.options = options
        self._key = name
        self.__name__ = name.rsplit(".", 1)[-1]
        self._error = error

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(f"{self.__name__}(): {self._error.msg}")

    def __repr__(self) -> str:
        return f"<forlane.Kernel {self.__name__}: {self._error.msg}>"


def make_kernel(program: Program, name: str, options: Options = Options()) -> Kernel | UnboundKernel:
    """The kernel of a name."""
    try:
        return Kernel(program, name, options)
    except UnboundError as error:
        return UnboundKernel(program, name, options, error)


@lru_cache(maxsize=128)
def kernel_of(program: Program, name: str, options: Options) -> Kernel | UnboundKernel:
    """The kernel of a pickle, or of options: made once in a process."""
    return make_kernel(program, name, options)
