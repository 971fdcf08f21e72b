"""The extension module: programs and kernels of forlane, and its command line."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Self

from typing_extensions import disjoint_base

__all__ = ["KernelBase", "ProgramBase", "run_command"]

def run_command(words: Sequence[str | bytes | PathLike[str]]) -> int: ...

@disjoint_base
class ProgramBase:
    def __new__(
        cls,
        files: Sequence[str | PathLike[str]],
        texts: Sequence[tuple[str, bytes, str | None]],
        form: str | None,
        reading: tuple[int | None, bool, Sequence[str], Sequence[str], int, int],
        state: tuple[Sequence[tuple[str, str]], Sequence[tuple[str, Sequence[int], Sequence[int] | Sequence[float]]]],
    ) -> Self: ...
    def _texts(self) -> list[tuple[str, bytes, str]]: ...
    def _names(self) -> list[str]: ...
    def dump(self, stage: str, unit: str | None = None) -> str: ...

@disjoint_base
class KernelBase:
    def __new__(
        cls,
        program: ProgramBase,
        name: str,
        procedures: Sequence[tuple[str, str]],
        gang: int | None,
        max_depth: int | None,
        max_steps: int | None,
        memory_limit: int | None,
        checks: bool,
        math: str,
    ) -> Self: ...
    def __call__(self, *arguments: Any, **named: Any) -> Any: ...
    def _run(
        self,
        shape: Sequence[int],
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        lengths: Sequence[Any],
        listed: Any,
        absent: Sequence[int],
        threads: int,
        is_main: bool,
    ) -> bytes | None: ...
    def _arguments(self) -> list[dict[str, Any]]: ...
    @property
    def _full_name(self) -> str: ...
    def _site(self, status: int) -> tuple[str, str, int, str] | None: ...
    @property
    def gang(self) -> int | None: ...
    def explain(self) -> list[str]: ...
