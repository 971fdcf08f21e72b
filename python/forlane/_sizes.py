"""How long the arrays and texts of a call are: as they are given, as other arguments say, or as options do."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import Argument, Extent, all_of, range_of
from ._described import Described


class Dimensioned(Described):
    """What a kernel knows of the extents of its arguments."""

    #: The arguments that say how long arrays are, so that they may be left out.
    _sizes_by: frozenset[int]

    def _find_sizes(self, arrays: list[Any]) -> dict[int, int]:
        """The values of the arguments that say how long arrays are: as given, or as the arrays say, in which case they
        are put among the arrays."""
        sizes: dict[int, int] = {}
        said_by: dict[int, str] = {}
        for number, one in enumerate(self.parameters):
            array = arrays[number]
            if array is None or not one.extents:
                continue
            if array.ndim < len(one.extents):
                dimensions = f"{len(one.extents)} dimension{'s' if len(one.extents) > 1 else ''}"
                raise ValueError(
                    f"{self.__name__}(): {one.name!r} needs {dimensions}, {self._core(one)}; "
                    f"it has the shape {array.shape}"
                )
            if one.name in self.options.shared and array.ndim > len(one.extents):
                raise ValueError(
                    f"{self.__name__}(): {one.name!r} is shared by all rows, it has the shape {array.shape}"
                )
            core = array.shape[array.ndim - len(one.extents) :]
            for at, (extent, found) in enumerate(zip(one.extents, core)):
                if isinstance(extent, int) and found != extent:
                    raise ValueError(
                        f"{self.__name__}(): {one.name!r} has {found} elements in dimension {at + 1} of "
                        f"{self._core(one)}"
                    )
                if isinstance(extent, tuple):
                    argument, lower = extent
                    value = found + lower - 1
                    scalar = arrays[argument]
                    if scalar is not None:
                        # A table may be longer than what is used of it, in the last dimension.
                        last = at == len(one.extents) - 1
                        if not all_of(scalar <= value if last else scalar == value):
                            wanted = self.parameters[argument].name
                            raise ValueError(
                                f"{self.__name__}(): {one.name!r} has {found} elements in dimension {at + 1} of "
                                f"{self._core(one)}, but {wanted!r} is {range_of(scalar)}"
                            )
                    elif sizes.setdefault(argument, value) != value:
                        raise ValueError(
                            f"{self.__name__}(): {one.name!r} and {said_by[argument]!r} say different values of "
                            f"{self.parameters[argument].name!r}: {value} and {sizes[argument]}"
                        )
                    said_by.setdefault(argument, one.name)
        for argument, value in sizes.items():
            arrays[argument] = np.array(value, self.parameters[argument].dtype)
        for argument in self._sizes_by:
            scalar = arrays[argument]
            if scalar is None:
                one = self.parameters[argument]
                if one.is_read:
                    raise TypeError(f"{self.__name__}() needs {one.name!r}: {self._usage()}")
            elif argument not in sizes:
                sizes[argument] = int(scalar.max(initial=0))
        return sizes

    def _core_shape(
        self,
        one: Argument,
        given: Any,
        out: Any,
        sizes: dict[int, int],
        shape: tuple[int, ...],
        unknown: int | None = None,
    ) -> tuple[int, ...]:
        """The extents of an array argument, of `unknown` elements where nothing says how many."""
        if given is not None:
            return tuple(given.shape[len(shape) :])
        of_option = dict(self.options.sizes)

        def of(at: int, extent: Extent) -> int:
            if isinstance(extent, int):
                return extent
            if isinstance(extent, tuple) and extent[0] in sizes:
                return max(0, sizes[extent[0]] - extent[1] + 1)
            if at == len(one.extents) - 1 and one.name in of_option:
                return of_option[one.name]
            if out is not None:
                return int(out.shape[len(shape) + at])
            if unknown is not None:
                return unknown
            raise TypeError(
                f"{self.__name__}(): the source does not say how long {one.name!r} is; "
                "give the array as out=, or by name, as it starts, "
                f"or with_options(sizes={{{one.name!r}: …}})"
            )

        return tuple(of(at, extent) for at, extent in enumerate(one.extents))

    def _text_width(self, one: Argument, given: Any, out: Any) -> int:
        """The bytes of a text that is assigned."""
        option = dict(self.options.sizes).get(one.name)
        width = one.dtype.itemsize or (given.dtype.itemsize if given is not None else option)
        if width is None and out is not None and out.dtype.kind == "S":
            width = out.dtype.itemsize
        if width is None:
            raise TypeError(
                f"{self.__name__}(): {one.name!r} is CHARACTER(*), which has the length that is given: "
                f"with_options(sizes={{{one.name!r}: …}})"
            )
        return max(width, 1)
