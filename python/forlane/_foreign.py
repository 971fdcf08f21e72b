"""Arrays of other libraries: dask, xarray, pandas, polars, pyarrow."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._kernel import Kernel

#: What :func:`call` returns if all arrays are NumPy's.
NOT_FOREIGN = object()


def call(kernel: Kernel, given: list[Any], outs: list[Any], where: Any, casting: str) -> Any:
    """The call as the library of an operand does it."""
    operands = [value for value in (*given, *outs, where) if value is not None]
    foreign = [value for value in operands if _ufunc_of(value) is not None]
    if not foreign:
        return NOT_FOREIGN
    dask_array = sys.modules.get("dask.array")
    if dask_array is not None and all(isinstance(value, (dask_array.Array, np.ndarray)) for value in foreign):
        return _call_dask(kernel, given, outs, where, casting)
    return _offer(kernel, given, outs, where, casting, foreign)


def _ufunc_of(value: Any) -> Any:
    """How the value's class does calls of NumPy's functions, if not as arrays do (NEP 13)."""
    if isinstance(value, (bool, int, float, complex, np.ndarray, np.generic)) and type(value) in _PLAIN:
        return None
    of_class = getattr(type(value), "__array_ufunc__", None)
    return None if of_class is np.ndarray.__array_ufunc__ else of_class


_PLAIN = frozenset({bool, int, float, complex, np.ndarray, np.float64, np.float32, np.int32, np.int64, np.bool_})


def _offer(kernel: Kernel, given: list[Any], outs: list[Any], where: Any, casting: str, foreign: list[Any]) -> Any:
    """Lets the classes of the operands do the call, subclasses first."""
    function = _Function(kernel, given)
    positional = [given[number] for number in function.numbers]
    options: dict[str, Any] = {}
    if any(out is not None for out in outs):
        options["out"] = tuple(outs)
    if where is not True:
        options["where"] = where
    if casting != "same_kind":
        options["casting"] = casting
    order: list[Any] = []
    for value in foreign:
        at = next((at for at, other in enumerate(order) if issubclass(type(value), type(other))), len(order))
        if all(type(value) is not type(other) for other in order):
            order.insert(at, value)
    for value in order:
        result = _ufunc_of(value)(value, function, "__call__", *positional, **options)
        if result is not NotImplemented:
            return result
    names = ", ".join(sorted({type(value).__name__ for value in order}))
    raise TypeError(f"{kernel.__name__}() is not supported by operands of the type {names}")


class _Function:
    """A kernel as a function of the inputs that are given. It looks like one of NumPy's, but for its name: pandas does
    its own division where a function has the name `divide`."""

    ntypes = 1
    identity = None

    def __init__(self, kernel: Kernel, given: list[Any]):
        self.kernel = kernel
        self.numbers = [number for number, value in enumerate(given) if value is not None]
        self.nin = len(self.numbers)
        self.nout = kernel.nout
        self.nargs = self.nin + self.nout
        self.signature = kernel.signature
        self.types = kernel.types
        self.__name__ = f"forlane.{kernel.__name__}"

    def __call__(self, *values: Any, **options: Any) -> Any:
        names = [self.kernel.parameters[number].name for number in self.numbers]
        return self.kernel(**dict(zip(names, values)), **options)


def _call_dask(kernel: Kernel, given: list[Any], outs: list[Any], where: Any, casting: str) -> Any:
    """A call of dask arrays: blocks of rows are calls of the kernel, core dimensions are in one block."""
    import dask.array as da

    if any(out is not None for out in outs):
        raise TypeError(f"{kernel.__name__}(): dask arrays have no out=")
    if text := next((one for one in kernel.parameters if one.is_text), None):
        raise TypeError(f"{kernel.__name__}(): {text.name!r} is {text.type_name}, which dask arrays can't be given with yet")
    numbers = [number for number, value in enumerate(given) if value is not None]
    values = [given[number] for number in numbers]
    core = [kernel._core(kernel.parameters[number]) for number in numbers]
    if where is not True:
        values.append(where)
        core.append("()")
    sizes: dict[str, int] = {}
    for number in numbers:
        one = kernel.parameters[number]
        shape = np.shape(given[number])
        if one.extents and len(shape) >= len(one.extents):
            names = kernel._core(one)[1:-1].split(",")
            sizes.update(zip(names, shape[len(shape) - len(one.extents) :]))
    # Core dimensions that only results have, of lengths that the source or the options say, or a number among the inputs.
    for one in kernel.outputs:
        for name, extent in zip(kernel._core(one)[1:-1].split(","), one.extents):
            if name in sizes:
                continue
            if name.isdecimal():
                sizes[name] = int(name)
            elif isinstance(extent, tuple) and np.ndim(given[extent[0]]) == 0 and given[extent[0]] is not None:
                sizes[name] = max(0, int(given[extent[0]]) - extent[1] + 1)
    dtypes = [one.dtype for one in kernel.outputs]
    if kernel.options.failures == "return":
        dtypes.append(np.dtype(np.int32))
    output_core = kernel._core_outputs()
    output_names = {name for part in output_core.split(")") for name in part.strip(",(").split(",") if name}
    empty = [np.empty((0,), dtype) for dtype in dtypes]
    apply: Any = da.apply_gufunc
    result = apply(
        _Block(kernel, tuple(numbers), where is not True, casting),
        f"{','.join(core)}->{output_core}",
        *values,
        output_sizes={name: size for name, size in sizes.items() if name in output_names},
        vectorize=False,
        allow_rechunk=True,
        meta=tuple(empty) if len(empty) > 1 else empty[0],
    )
    return kernel._results(result) if isinstance(result, (tuple, list)) else result


class _Block:
    """The call of a kernel for one block of rows. It travels to workers, with the kernel."""

    def __init__(self, kernel: Kernel, numbers: tuple[int, ...], has_where: bool, casting: str):
        self.kernel = kernel
        self.numbers = numbers
        self.has_where = has_where
        self.casting = casting
        self.__name__ = kernel.__name__

    def __call__(self, *values: Any) -> Any:
        given: list[Any] = [None] * len(self.kernel.parameters)
        for number, value in zip(self.numbers, values):
            given[number] = value
        where = values[-1] if self.has_where else True
        result = self.kernel._compute(given, [None] * self.kernel.nout, where, self.casting)
        return tuple(result) if self.kernel.nout > 1 else result

    def __dask_tokenize__(self) -> Any:
        return self.kernel.__dask_tokenize__(), self.numbers, self.has_where, self.casting


def refuse_missing(value: Any, name: str) -> None:
    """Refuses arrays with masked elements or nulls: Fortran has no such values."""
    if type(value) in _PLAIN:
        return
    row: int | None = None
    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(value)
        row = int(np.argmax(mask)) if mask.any() else None
    elif hasattr(value, "null_count") and hasattr(value, "is_null"):
        nulls = value.null_count() if callable(value.null_count) else value.null_count
        row = int(np.argmax(np.asarray(value.is_null()))) if nulls else None
    elif type(value).__module__.startswith("pandas") and hasattr(value, "isna"):
        dtype = getattr(value, "dtype", None)
        # NaN is a value of floating point.
        if dtype is not None and not isinstance(dtype, np.dtype):
            missing = np.asarray(value.isna())
            row = int(np.argmax(missing)) if missing.any() else None
    if row is not None:
        raise TypeError(f"argument {name!r}: the value of row {row} is missing")


def in_dask_worker() -> bool:
    """Whether this runs in a task of a worker of distributed, which runs as many tasks as it has threads."""
    worker = sys.modules.get("distributed.worker")
    if worker is None:
        return False
    try:
        worker.get_worker()
    except (ValueError, AttributeError):
        return False
    return True
