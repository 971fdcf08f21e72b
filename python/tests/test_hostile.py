"""Calls that nobody should make: none may harm the process."""

import gc
import resource
import sys

import forlane
import numpy as np
import pytest


class Array:
    """Says that it is an array, and is not."""

    def __init__(self, what):
        self.what = what

    def __array__(self, *_, **__):
        return self.what()


def raised():
    raise LookupError("not now")


@pytest.mark.parametrize(
    "value, error",
    [
        (None, TypeError),
        (object(), TypeError),
        ([], None),
        ([[]], None),
        ([[1.0], [1.0, 2.0]], ValueError),
        ("text", TypeError),
        (b"bytes", TypeError),
        ({}, TypeError),
        (np.zeros(3, [("a", float)]), TypeError),
        (np.zeros(3, "V8"), TypeError),
        (np.array([None]), TypeError),
        (Array(raised), LookupError),
        (Array(lambda: np.ones(3, "M8[s]")), TypeError),
        (memoryview(b"12345678"), None),
        (10**400, (TypeError, OverflowError)),
        (np.longdouble(1), None),
    ],
)
def test_values(program, value, error):
    if error is None:
        program["half"](value)
    else:
        with pytest.raises(error):
            program["half"](value)


def test_the_extension_checks_what_it_is_given(program):
    """As the package's own files are not what keeps memory safe."""
    half, weigh = program["half"], program["weigh"]
    x, y = np.ones(4), np.zeros(4)
    frozen = np.zeros(4)
    frozen.flags.writeable = False
    bad = [
        ([4], [x, None], [None, y[:2]], None),
        ([5], [x, None], [None, y], None),
        ([4, 1], [x, None], [None, y], None),
        ([4], [x], [None], None),
        ([4], [x.astype(np.float32), None], [None, y], None),
        ([4], [x.astype(">f8"), None], [None, y], None),
        ([4], [x, None], [None, frozen], None),
        ([4], [x, None], [None, y], np.array([4], np.int64)),
        ([4], [x, None], [None, y], np.array([-1], np.int64)),
        ([4], ["text", None], [None, y], None),
        ([2**62, 4], [x, None], [None, y], None),
    ]
    for shape, inputs, outputs, listed in bad:
        with pytest.raises((TypeError, ValueError, BufferError, RuntimeError, MemoryError, OverflowError)):
            half._run(shape, inputs, outputs, [None, None], listed, [], 1, False)
    with pytest.raises((TypeError, RuntimeError)):
        weigh._run([4], [np.ones((4, 2)), None, np.ones((4, 3)), None], [None, None, None, y], [None] * 4, None, [], 1, False)
    # What is missing is zero, and no memory is touched for it.
    half._run([4], [None, None], [None, y], [None, None], None, [], 1, False)
    half._run([4], [x, None], [None, None], [None, None], None, [], 1, False)


def test_texts_are_checked_by_the_extension():
    source = "subroutine last(t, f, c)\n character(*) t\n character(4) f\n integer, intent(out) :: c\n" \
        " c = ichar(t(len(t):)) + ichar(f(4:4))\nend\n"
    last = forlane.compile(source, name="last.f90")["last"]
    text, fixed, codes = np.array([b"ab"] * 3), np.array([b"abcd"] * 3), np.zeros(3, np.int32)
    lengths = np.array([2, 100, -5], np.int32)
    statuses = last._run([3], [text, fixed, None], [None, None, codes], [lengths, None, None], None, [], 1, False)
    assert codes.tolist()[0] == ord("b") + ord("d")
    assert np.frombuffer(statuses, np.int32).astype(bool).tolist()[:2] == [False, True]
    # A text that is shorter than it is declared fails the rows that come to its end.
    statuses = last._run([3], [text, text, None], [None, None, codes], [None] * 3, None, [], 1, False)
    assert np.frombuffer(statuses, np.int32).all()
    for bad in (np.ones(3), np.array(["ab"] * 3), np.ones(3, np.int8), np.array([b"ab"] * 2)):
        with pytest.raises(TypeError):
            last._run([3], [bad, fixed, None], [None, None, codes], [None] * 3, None, [], 1, False)
    with pytest.raises(TypeError):
        last._run([3], [text, fixed, None], [None, None, codes], [np.ones(3), None, None], None, [], 1, False)


def test_huge_shapes_do_not_take_the_process_along(program):
    with pytest.raises((MemoryError, ValueError)):
        program["half"](np.broadcast_to(np.ones(1), (2**40, 2**15)))
    with pytest.raises((MemoryError, ValueError, TypeError, RuntimeError)):
        program["total"](np.broadcast_to(np.ones(1), (2**50,)))


def test_inputs_may_be_deleted_or_changed_meanwhile(program):
    class Fleeting(np.ndarray):
        pass

    for _ in range(50):
        x = np.arange(10_000.0).view(Fleeting)
        found = program["half"](x)
        del x
        gc.collect()
        assert found[-1] == 4999.5


def test_results_whose_elements_share_memory(program):
    base = np.zeros(4)
    rolled = np.lib.stride_tricks.as_strided(base, (3, 2), (8, 8))
    program["half"](np.arange(6.0).reshape(3, 2), out=rolled)
    assert base.tolist() == [0, 1, 2, 2.5]


def test_a_kernel_outlives_its_program():
    half = forlane.compile("real(8) function half(x)\n real(8) x\n half = x/2\nend\n")["half"]
    gc.collect()
    assert half(3) == 1.5 and half.program["half"] is half


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_hundreds_of_kernels_leave_memory_as_it_was():
    def size():
        gc.collect()
        with open("/proc/self/statm") as numbers:
            return int(numbers.read().split()[1]) * resource.getpagesize()

    def use(numbers):
        for number in numbers:
            text = f"real(8) function f(x)\n real(8) x\n f = x + {number}\nend\n"
            assert forlane.compile(text)["f"]([1.0, 2.0])[1] == 2 + number

    use(range(200))
    before = size()
    use(range(200, 700))
    assert size() - before < 20 << 20
