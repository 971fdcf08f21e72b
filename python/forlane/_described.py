"""How a kernel describes itself: as NumPy's functions do, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._arrays import Argument, Extent
from ._forlane import KernelBase
from ._options import Options

if TYPE_CHECKING:
    from ._program import Program


class Described(KernelBase):
    """What a kernel says of its arguments."""

    #: The arguments, with a function's value.
    parameters: tuple[Argument, ...]
    #: The arguments that are read, and those that are assigned.
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    program: Program
    options: Options
    __name__: str
    #: The arguments that may be left out.
    _may_lack: frozenset[int]

    @property
    def nin(self) -> int:
        """The number of inputs by position."""
        return len(self.inputs)

    @property
    def nout(self) -> int:
        """The number of results."""
        return len(self.outputs) + (self.options.failures == "return")

    @property
    def nargs(self) -> int:
        return self.nin + self.nout

    @property
    def types(self) -> list[str]:
        """The one combination of types, as NumPy writes it."""
        letters = ["".join(one.dtype.char for one in these) for these in (self.inputs, self.outputs)]
        return [f"{letters[0]}->{letters[1]}{'i' if self.options.failures == 'return' else ''}"]

    @property
    def ntypes(self) -> int:
        return 1

    @property
    def identity(self) -> None:
        return None

    @property
    def signature(self) -> str | None:
        """The core dimensions, or None if all arguments are scalars."""
        if not any(one.extents for one in (*self.inputs, *self.outputs)):
            return None
        return f"{','.join(map(self._core, self.inputs))}->{self._core_outputs()}"

    def _core_outputs(self) -> str:
        status = ["()"] if self.options.failures == "return" else []
        return ",".join([*map(self._core, self.outputs), *status])

    def _core(self, one: Argument) -> str:
        sizes = dict(self.options.sizes)

        def of(at: int, extent: Extent) -> str:
            if isinstance(extent, int):
                return str(extent)
            if isinstance(extent, tuple):
                number, lower = extent
                name = self.parameters[number].name
                return name if lower == 1 else f"{name}_from_{lower}".replace("-", "m")
            return str(sizes[one.name]) if one.name in sizes and at == len(one.extents) - 1 else f"{one.name}_{at + 1}"

        return f"({','.join(of(at, extent) for at, extent in enumerate(one.extents))})"

    @property
    def source(self) -> str:
        """Where the subprogram is: file and line."""
        file, line, _ = self.program._subprogram(self._full_name)
        return f"{file}:{line}"

    def _usage(self) -> str:
        optional = [self.parameters[number].name for number in self._may_lack]
        names = [f"{one.name}=…" if one.name in optional else one.name for one in self.inputs]
        return f"{', '.join(one.name for one in self.outputs)} = {self.__name__}({', '.join(names)})"

    def _describe(self, one: Argument) -> str:
        uses = [word for word, holds in (("read", one.is_read), ("assigned", one.is_assigned)) if holds]
        core = self._core(one) if one.extents else ""
        intent = f", intent({one.intent})" if one.intent else ""
        intent += ", optional" if one.is_optional else ""
        return f"{one.name}: {one.type_name}{core}{intent}, {' and '.join(uses) or 'not used'}"

    def _document(self) -> str:
        _, _, comment = self.program._subprogram(self._full_name)
        lines = [self._usage(), "", *(f"    {self._describe(one)}" for one in self.parameters)]
        return "\n".join([*lines, "", comment] if comment else lines)
