"""What ``with_options`` sets."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence, cast

from ._errors import check_failures

if TYPE_CHECKING:
    from ._kernel import Kernel
    from ._program import Program


class Options(NamedTuple):
    """What ``with_options`` sets."""

    sizes: tuple[tuple[str, int], ...] = ()
    shared: tuple[str, ...] = ()
    procedures: tuple[tuple[str, str], ...] = ()
    gang: int | None = None
    threads: int | None = None
    failures: str | None = None
    checks: bool = True
    max_depth: int | None = None
    max_steps: int | None = None
    memory_limit: int | None = None
    math: str = "exact"


class Configurable:
    """What is called with options: a subprogram of a program."""

    program: Program
    options: Options
    _key: str

    def with_options(
        self,
        *,
        sizes: dict[str, int] | None = None,
        shared: Sequence[str] | None = None,
        procedures: dict[str, str] | None = None,
        gang: int | None = None,
        threads: int | None = None,
        failures: str | None = None,
        checks: bool | None = None,
        max_depth: int | None = None,
        max_steps: int | None = None,
        memory_limit: int | None = None,
        math: str | None = None,
        save_locals: bool | None = None,
    ) -> Kernel:
        """The kernel with other options; those that are not given stay, also single sizes and procedures.

        ``sizes``: the last extent of arrays of assumed size that are only assigned. ``shared``: arrays that all rows have
        in common. ``procedures``: the subprograms that dummy procedures stand for. ``gang``: rows that run together.
        ``threads``: the most threads of a call. ``failures``: ``"warn"``, ``"raise"``, ``"ignore"``, or ``"return"`` for a
        status as one more result. ``checks=False``: no index is compared with its array's bounds; for sources that you
        trust only. ``max_depth``, ``max_steps``, ``memory_limit``: calls of recursive procedures that a row may be in,
        iterations and calls that it may take, and bytes of its allocated and automatic arrays; one that needs more
        fails. ``math``: ``"exact"``, gfortran's bits, or ``"fast"``, by the system's vector library. ``save_locals``: as
        in ``load``.
        """
        given: dict[str, Any] = {}
        if sizes is not None:
            added = {name.lower(): operator.index(size) for name, size in sizes.items()}
            given["sizes"] = tuple(sorted((dict(self.options.sizes) | added).items()))
        if shared is not None:
            given["shared"] = tuple(sorted(name.lower() for name in shared))
        if procedures is not None:
            bound = {dummy.lower(): name.lower() for dummy, name in procedures.items()}
            given["procedures"] = tuple(sorted((dict(self.options.procedures) | bound).items()))
        if gang is not None:
            given["gang"] = operator.index(gang)
        if threads is not None:
            given["threads"] = operator.index(threads)
            if not 1 <= given["threads"] <= 1024:
                raise ValueError("threads: 1 to 1024 are required")
        if failures is not None:
            given["failures"] = check_failures(failures)
        if checks is not None:
            given["checks"] = bool(checks)
        for name, limit in (("max_depth", max_depth), ("max_steps", max_steps), ("memory_limit", memory_limit)):
            if limit is not None:
                given[name] = operator.index(limit)
                if given[name] < 0:
                    raise ValueError(f"{name}: a number from 0 on is required")
        if math is not None:
            if math not in ("exact", "fast"):
                raise ValueError('math: "exact" or "fast" is required')
            given["math"] = math
        from ._kernel import kernel_of

        program = self.program
        if save_locals is not None and bool(save_locals) != program._reading.save_locals:
            from ._program import _program_of

            reading = program._reading._replace(save_locals=bool(save_locals))
            program = _program_of(program.texts, reading, program._state)
        return cast("Kernel", kernel_of(program, self._key, self.options._replace(**given)))

    def __reduce__(self) -> Any:
        from ._kernel import kernel_of

        return kernel_of, (self.program, self._key, self.options)
