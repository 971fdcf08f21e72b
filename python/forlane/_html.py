"""How a kernel is shown in a notebook: its arguments, how it was compiled, and its control flow as nested boxes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._kernel import Kernel

#: Lines of a unit that are shown at most.
MOST_LINES = 400

_BOX = "border-left:2px solid {}; margin:1px 0 1px 10px; padding-left:8px"
#: The colours of constructs, by the first word.
_COLOURS = {"if": "#3b82c4", "switch": "#3b82c4", "loop": "#c47a3b", "scope": "#999", "graph": "#b03bc4"}


def show(kernel: Kernel) -> str:
    """The kernel as HTML."""
    rows = "".join(
        f"<tr><td><code>{escape(one.name)}</code></td><td>{escape(one.type_name)}</td>"
        f"<td><code>{escape(kernel._core(one) if one.extents else '')}</code></td><td>{one.dtype}</td>"
        f"<td>{_uses(one.is_read, one.is_assigned)}</td></tr>"
        for one in kernel.parameters
    )
    remarks = "".join(f"<li>{escape(remark)}</li>" for remark in kernel.explain())
    gang = f"gangs of {kernel.gang} lanes" if kernel.gang else "not compiled yet"
    try:
        tree = _boxes(kernel.program.dump("structured", kernel._full_name))
    except KeyError:
        tree = ""
    return (
        f"<div><code><b>{escape(kernel._usage())}</b></code><br>{escape(kernel.source)}, {gang}"
        f"<table><tr><th>argument</th><th>type</th><th>shape</th><th>NumPy</th><th>use</th></tr>{rows}</table>"
        f"<details><summary>How it is compiled</summary><ul>{remarks}</ul></details>"
        f"<details><summary>Control flow</summary><div style='font-family:monospace;font-size:85%'>{tree}</div></details>"
        "</div>"
    )


def _uses(is_read: bool, is_assigned: bool) -> str:
    return "read and assigned" if is_read and is_assigned else "read" if is_read else "assigned" if is_assigned else ""


def _boxes(text: str) -> str:
    """The text of a unit, each construct with what is inside as a box."""
    parts: list[str] = []
    depth = 0
    lines = text.splitlines()
    for line in lines[:MOST_LINES]:
        words = line.strip()
        closes = words.startswith("}")
        if closes and depth:
            parts.append("</div>")
            depth -= 1
        if words and words != "}":
            colour = _COLOURS.get(words.lstrip("} ").split(" ", 1)[0], "")
            style = f" style='color:{colour};font-weight:bold'" if colour else ""
            parts.append(f"<div{style}>{escape(words)}</div>")
        if words.endswith("{"):
            parts.append(f"<div style='{_BOX.format(_COLOURS.get(words.lstrip('} ').split(' ', 1)[0], '#ddd'))}'>")
            depth += 1
    if len(lines) > MOST_LINES:
        parts.append(f"<div>… {len(lines) - MOST_LINES} more lines</div>")
    return "".join(parts) + "</div>" * depth
