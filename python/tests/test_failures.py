"""Rows that fail, and sources that do."""

import pickle
import warnings

import forlane
import numpy as np
import pytest


def test_failed_rows_are_missing_and_warned_of(program):
    divide = program["divide"]
    with pytest.warns(forlane.KernelWarning) as caught:
        q, r = divide([[7, 8], [9, 10]], [[2, 0], [0, 5]])
    assert q.tolist() == [[3, 0], [0, 2]] and r.tolist() == [[1, 0], [0, 0]]
    message = str(caught[0].message)
    assert message == (
        "divide: 2 of 4 rows failed; the first is (0, 1): integer division by zero at kernels.f90:12 in divide"
    )
    assert caught[0].filename == __file__ and len(caught) == 1


def test_stop_is_of_one_row(program):
    with pytest.warns(forlane.KernelWarning, match="1 of 3 rows failed.*STOP negative"):
        found = program["halt"]([4.0, -1.0, 9.0])
    assert np.array_equal(found, [2, np.nan, 3], equal_nan=True)
    with pytest.warns(forlane.KernelWarning, match="halt: 1 of 1 row failed: STOP negative"):
        assert np.isnan(program["halt"](-1.0))


def test_arrays_of_failed_rows_are_missing():
    text = "subroutine f(v, i)\n real(8) v(3)\n integer i\n v(1) = 5\n v(i) = 1\nend\n"
    with pytest.warns(forlane.KernelWarning, match="index out of bounds of v"):
        found = forlane.compile(text)["f"]([2, 4])
    assert np.array_equal(found, [[5, 1, np.nan], [np.nan] * 3], equal_nan=True)


def test_rows_beyond_a_limit_fail_alone():
    text = """subroutine count(n, sum)
 integer n, sum, i
 real(8) room(n)
 sum = 0
 do i = 1, n
  room(i) = i
  sum = sum + int(room(i))
 end do
end
"""
    count = forlane.compile(text, form="free")["count"]
    for limits, reason in [({"max_steps": 7}, "step limit"), ({"memory_limit": 40}, "out of memory")]:
        total, status = count.with_options(failures="return", **limits)([5, 6, 1])
        assert total.tolist() == [15, 0, 1] and (status != 0).tolist() == [False, True, False]
        limited = count.with_options(failures="return", **limits)
        again = pickle.loads(pickle.dumps(limited))
        assert reason in again.status_text(again([6])[1][0])
    assert count([5, 6, 1]).tolist() == [15, 21, 1]
    with pytest.raises(ValueError, match="max_steps: a number from 0 on is required"):
        count.with_options(max_steps=-1)
    with pytest.raises(OverflowError):
        count.with_options(memory_limit=1 << 70)


def test_failures_raise(program):
    divide = program["divide"].with_options(failures="raise")
    with pytest.raises(forlane.KernelError, match="integer division by zero") as caught:
        divide([1, 2], [1, 0])
    error = caught.value
    assert (error.index, error.reason, error.line) == ((1,), "integer division by zero", 12)
    assert error.failed.tolist() == [False, True] and isinstance(error, ArithmeticError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.index) == (str(error), error.index)


def test_failures_are_returned(program):
    divide = program["divide"].with_options(failures="return")
    assert divide.nout == 3 and divide.types == ["ii->iii"]
    q, r, status = divide([1, 2, 3], [1, 0, 0])
    assert q.tolist() == [1, 0, 0] and status.dtype == np.int32
    assert status[0] == 0 and status[1] == status[2] != 0
    assert divide.status_text(status[1]).startswith("integer division by zero at kernels.f90:12")
    assert divide.status_text(0) == ""
    assert divide([1], [1])[2].tolist() == [0]


def test_statuses_are_the_same_for_all_forms_of_a_call():
    text = "real(8) function f(x, i, d)\n real(8) x, t(3)\n integer i, d\n t = x\n f = t(i)/(10/d)\nend\n"
    f = forlane.compile(text)["f"].with_options(failures="return")
    rows = np.arange(10_000)
    _, one = f(rows, rows % 4 + 1, 1)
    _, two = f(rows, 1, rows % 2)
    _, both = f(rows[:8], rows[:8] % 4 + 1, rows[:8] % 2)
    assert f.status_text(one.max()).startswith("index out of bounds of t")
    assert f.status_text(two.max()).startswith("integer division by zero")
    assert set(both) == {0, one.max(), two.max()}


def test_a_block_sets_what_failures_do(program):
    divide = program["divide"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with forlane.errstate(failures="ignore"):
            assert divide(1, 0) == (0, 0)
            with forlane.errstate(failures="raise"), pytest.raises(forlane.KernelError):
                divide(1, 0)
            assert divide(1, 0) == (0, 0)
        with pytest.raises(forlane.KernelWarning):
            divide(1, 0)
    with pytest.raises(ValueError), forlane.errstate(failures="return"):
        pass
    with pytest.warns(forlane.KernelWarning), forlane.errstate(failures="ignore"):
        divide.with_options(failures="warn")(1, 0)


def test_only_rows_that_run_fail(program):
    q, _ = program["divide"]([1, 2, 3], [1, 0, 3], where=[True, False, True])
    assert q.tolist() == [1, 0, 1]
    with pytest.warns(forlane.KernelWarning, match=r"1 of 3 rows failed; the first is \(1,\)"):
        program["divide"]([1, 2, 3], [1, 0, 3], where=[False, True, True])


def test_sources_that_do_not_compile():
    with pytest.raises(SyntaxError) as caught:
        forlane.compile("real function f(x)\n f = = x\n f = (x\nend\n", name="bad.f90")
    error = caught.value
    assert isinstance(error, forlane.CompileError)
    assert (error.filename, error.lineno, error.offset, error.text) == ("bad.f90", 2, 6, " f = = x")
    first = error.diagnostics[0]
    assert (first.code, first.severity, first.line, first.column) == ("E0110", "error", 2, 6)
    assert len(error.diagnostics) == 2 and "1 more error" in error.__notes__[0]
    assert pickle.loads(pickle.dumps(error)).diagnostics == error.diagnostics
    with pytest.raises(ValueError, match="source form"):
        forlane.compile("end\n", name="text.txt")
    with pytest.raises(FileNotFoundError, match="nowhere.f"):
        forlane.load("nowhere.f")
    with pytest.raises(TypeError):
        forlane.load()


def test_arguments_that_can_not_be_given_are_named():
    for text, what in [
        ("subroutine f(t)\n real, allocatable :: t(:)\n t = [1.0]\nend\n", "ALLOCATABLE"),
        ("subroutine f(i)\n integer(2) i\n i = 1_2\nend\n", "i"),
    ]:
        with pytest.raises((TypeError, forlane.CompileError), match=what):
            forlane.compile(text)["f"]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("step", [1, 2])
def test_statuses_of_many_rows_are_those_of_their_rows(threads, step):
    """Rows run in blocks, of which only those with a failed row keep statuses."""
    text = "integer function ratio(a, b)\ninteger a, b\nratio = a/b\nend\n"
    ratio = forlane.compile(text, form="free")["ratio"].with_options(threads=threads, failures="return")
    failed = np.array([0, 70_000, 150_001, 200_002])
    b = np.ones(200_003, np.int32)
    b[failed] = 0
    _, status = ratio(7, b, where=np.arange(b.size) % step == 0)
    found = np.flatnonzero(status)
    np.testing.assert_array_equal(found, failed[failed % step == 0])
    assert {ratio.status_text(status[row]).split(" at ")[0] for row in found} == {"integer division by zero"}
