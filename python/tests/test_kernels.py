"""The kernels of the repository's own tests, called from Python: the bits must be those that they expect there."""

import csv
import pathlib
import re

import forlane
import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "kernels"
CASES = sorted(path for path in FOLDER.glob("*.f*") if path.with_suffix(".expected.csv").exists())


def directives(text):
    return [line.split("test:", 1)[1].split() for line in text.splitlines() if re.match(r"\s*[!cC*]\s*test:", line)]


def parsed(text, dtype):
    """A cell as a value of that type; of an array, all."""
    if dtype.kind == "b":
        return text.strip().lower() in ("t", "true", ".true.", "1")
    if dtype.kind == "i":
        return int(text)
    with np.errstate(over="ignore"):
        return dtype.type(text.lower().replace("d", "e"))


def column(cells, one):
    if not one.extents:
        return np.array([parsed(cell, one.dtype) for cell in cells], one.dtype)
    return np.array([[parsed(part, one.dtype) for part in cell.split()] for cell in cells], one.dtype)


def folded(flat, one, sizes):
    """Arrays of rows as their elements follow each other in Fortran, in the shape that the source says."""
    extents = [extent if isinstance(extent, int) else sizes(extent) for extent in one.extents]
    known = int(np.prod([extent for extent in extents if extent is not None])) or 1
    count = flat.shape[-1]
    extents = [max(1, count // known) if extent is None else extent for extent in extents]
    if int(np.prod(extents)) != count:
        pytest.skip(f"the table gives {one.name} more elements than are declared")
    reversed_shape = flat.shape[:-1] + tuple(reversed(extents))
    loops = tuple(range(flat.ndim - 1))
    cores = tuple(range(len(reversed_shape) - 1, len(loops) - 1, -1))
    return flat.reshape(reversed_shape).transpose(loops + cores)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_bits_are_those_expected(path):
    words = directives(path.read_text())
    name = next(line[1] for line in words if line[0] == "kernel")
    try:
        program = forlane.load(path)
        kernel = program[name]
    except TypeError as error:
        pytest.skip(str(error))
    for kind, *rest in words:
        # In their order.
        if kind == "init":
            program = program.with_state(init=" ".join(rest))
        elif kind == "state":
            program = program.with_state({(step := " ".join(rest).split("=", 1))[0].strip(): float(step[1])})
    kernel = program[name]
    with open(path.with_suffix(".csv"), newline="") as file:
        head, *rows = csv.reader(file)
    table = {name.strip().lower(): [row[at] for row in rows] for at, name in enumerate(head)}
    with open(path.with_suffix(".expected.csv"), newline="") as file:
        expected_head, *expected_rows = csv.reader(file)
    given = {}
    for kind, *rest in words:
        if kind in ("set", "array"):
            values = " ".join(rest).split("=", 1)
            one = next(one for one in kernel.parameters if one.name == values[0].strip().lower())
            flat = np.array([parsed(value, one.dtype) for value in values[1].split()], one.dtype)
            given[one.name] = flat if kind == "array" else flat[0]

    def size(extent):
        if extent is None:
            return None
        one = kernel.parameters[extent[0]]
        value = given[one.name] if one.name in given else parsed(table[one.name][0], one.dtype)
        return int(np.max(value)) - extent[1] + 1

    for one in kernel.parameters:
        if one.name in table and one.name not in given and (one.is_read or one.may_keep or one.extents):
            if not one.is_result:
                given[one.name] = column(table[one.name], one)
    for one in kernel.parameters:
        if one.is_read and one.is_assigned and not one.extents and one.name not in given:
            # That a callee assigns it first is not always seen; a table need not have it.
            given[one.name] = 0
        if one.extents and one.name in given:
            given[one.name] = folded(given[one.name], one, size)
    kernel = kernel.with_options(failures="return")
    results = kernel(**given)
    results = results if isinstance(results, tuple) else (results,)
    status = np.broadcast_to(results[-1], len(rows))
    sound = status == 0
    for one, found in zip(kernel.outputs, results):
        names = [one.name, f"{one.name}_out"]
        at = next((at for at, name in enumerate(expected_head) if name.strip().lower() in names), None)
        if at is None:
            continue
        # A blank line is a row of one cell that has no value.
        cells = [row[at] if at < len(row) else "" for row in expected_rows]
        is_there = sound & np.array([cell != "" for cell in cells])
        expected = [cell for cell, there in zip(cells, is_there) if there]
        if not expected:
            continue
        expected = column(expected, one)
        if one.extents:
            loops = found.ndim - len(one.extents)
            cores = tuple(range(found.ndim - 1, loops - 1, -1))
            found = found.transpose(tuple(range(loops)) + cores).reshape(found.shape[:loops] + (-1,))
        found = np.broadcast_to(found, (len(rows),) + found.shape[1:])[is_there]
        assert np.ascontiguousarray(found).tobytes() == expected.tobytes() or np.array_equal(
            found, expected, equal_nan=True
        ), one.name
