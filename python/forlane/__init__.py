"""Fortran kernels as NumPy functions.

    import forlane
    root = forlane.load("zeroin.f")["root"]
    x = root(p, q, r)           # arrays of any shapes that broadcast

Each row runs in a lane of SIMD code that is compiled when it is first called.
"""

from __future__ import annotations

from ._errors import CompileError, Diagnostic, KernelError, KernelWarning, errstate
from ._arrays import Argument
from ._kernel import Kernel
from ._program import Program, compile, load

__all__ = [
    "Argument",
    "CompileError",
    "Diagnostic",
    "Kernel",
    "KernelError",
    "KernelWarning",
    "Program",
    "compile",
    "errstate",
    "load",
]
