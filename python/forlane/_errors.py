"""What goes wrong: in sources, and in rows."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Iterator, NamedTuple, Sequence


class Diagnostic(NamedTuple):
    """An error or a warning about a place in a source."""

    code: str
    severity: str
    message: str
    help: str | None
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"


class CompileError(SyntaxError):
    """The sources, or the calls in them, can't be compiled; ``diagnostics`` has all that is wrong."""

    diagnostics: list[Diagnostic] = []

    def __reduce__(self) -> Any:
        return _with_diagnostics, (type(self), self.args, self.diagnostics)


class UnboundError(CompileError):
    """Nothing says which subprogram a dummy procedure is."""


def _with_diagnostics(kind: type, args: tuple[Any, ...], diagnostics: list[Diagnostic]) -> CompileError:
    error: CompileError = kind(*args)
    error.diagnostics = diagnostics
    return error


def compile_error(message: str, place: tuple[Any, ...], rows: Sequence[Any]) -> CompileError:
    """The exception for diagnostics as the extension gives them."""
    diagnostics = [
        Diagnostic(code, severity, text, help, file, start[0], start[1], end[0], end[1], line)
        for code, severity, text, help, (file, start, end, line) in rows
    ]
    error = _with_diagnostics(CompileError, (message, place), diagnostics)
    others = sum(one.severity == "error" for one in diagnostics) - 1
    if others > 0:
        error.add_note(f"{others} more error{'s' if others > 1 else ''}; all are in `diagnostics`")
    return error


class KernelWarning(RuntimeWarning):
    """Rows of a call failed; their results are NaN, or 0 for integers."""


class KernelError(ArithmeticError):
    """Rows of a call failed: ``index`` is the first, ``reason`` and ``line`` say what happened to it, ``failed`` is the
    mask of all that failed."""

    def __init__(self, message: str, index: tuple[int, ...] = (), reason: str = "", line: int = 0, failed: Any = None):
        super().__init__(message)
        self.index = index
        self.reason = reason
        self.line = line
        self.failed = failed

    def __reduce__(self) -> Any:
        return type(self), (self.args[0], self.index, self.reason, self.line, self.failed)


#: What calls do with rows that fail.
FAILURES = ("warn", "raise", "ignore", "return")

_failures: ContextVar[str | None] = ContextVar("forlane_failures", default=None)


def check_failures(failures: str) -> str:
    if failures not in FAILURES:
        raise ValueError(f"failures: one of {', '.join(map(repr, FAILURES))} is required, not {failures!r}")
    return failures


@contextmanager
def errstate(failures: str) -> Iterator[None]:
    """Sets what calls in the block do with rows that fail, for kernels whose options do not say it."""
    if check_failures(failures) == "return":
        raise ValueError("failures='return' adds a result, so it is an option of a kernel")
    token = _failures.set(failures)
    try:
        yield
    finally:
        _failures.reset(token)


def current_failures() -> str:
    return _failures.get() or "warn"
