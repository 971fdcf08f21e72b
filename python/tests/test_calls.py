"""Shapes, memory, types and arguments of calls with NumPy's arrays."""

import itertools
import pickle

import forlane
import numpy as np
import pytest


def solved(m, e):
    x = np.array(np.broadcast_to(m, np.broadcast_shapes(np.shape(m), np.shape(e))), float)
    for _ in range(60):
        x -= (x - e * np.sin(x) - m) / (1 - e * np.cos(x))
    return x


@pytest.mark.parametrize(
    "shapes",
    [((), ()), ((1,), ()), ((7,), (7,)), ((5, 1), (4,)), ((3, 1, 2), (4, 1)), ((0,), (1,)), ((2, 0, 3), (3,)), ((1000,), ())],
)
def test_arguments_broadcast(kepler, shapes):
    random = np.random.default_rng(1)
    m, e = (random.uniform(0, 0.9, shape) for shape in shapes)
    found = kepler(m, e)
    assert np.shape(found) == np.broadcast_shapes(*shapes)
    np.testing.assert_allclose(found, solved(m, e), atol=1e-12)
    assert isinstance(found, np.ndarray if np.ndim(found) else np.float64)


LAYOUTS = {
    "contiguous": lambda a: a.copy(),
    "fortran": np.asfortranarray,
    "transposed": lambda a: a.T.copy().T,
    "reversed": lambda a: a[::-1, ::-1].copy()[::-1, ::-1],
    "strided": lambda a: np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, ::3],
    "unaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(a.dtype).reshape(a.shape),
    "swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "read-only": lambda a: np.broadcast_to(a, a.shape),
}


@pytest.mark.parametrize("first, second", list(itertools.product(LAYOUTS, repeat=2)))
def test_memory_of_any_layout_gives_equal_bits(kepler, first, second):
    random = np.random.default_rng(2)
    m, e = random.uniform(0, 0.9, (2, 13, 11))
    expected = kepler(m, e)
    assert np.array_equal(kepler(LAYOUTS[first](m), LAYOUTS[second](e)), expected)
    out = LAYOUTS["transposed"](np.zeros((13, 11)))
    assert kepler(LAYOUTS[first](m), LAYOUTS[second](e), out=out) is out
    assert np.array_equal(out, expected)


@pytest.mark.parametrize("rows", [1, 5, 63, 64, 65, 257, 4095, 4097, 20_001])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_rows_and_threads(kepler, rows, threads):
    m = np.linspace(0, 6, rows)
    found = kepler.with_options(threads=threads)(m, 0.3)
    np.testing.assert_allclose(found, solved(m, 0.3), atol=1e-12)
    assert np.array_equal(found, kepler(m, np.full(rows, 0.3)))


@pytest.mark.parametrize("shape", [(9,), (30_000,), (20, 1, 31)])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_where_chooses_rows(kepler, shape, share):
    random = np.random.default_rng(3)
    m, where = random.uniform(0, 3, shape), random.random(shape) < share
    expected = kepler(m, 0.5)
    found = kepler(m, 0.5, where=where)
    assert np.array_equal(found[where], expected[where]) and np.isnan(found[~where]).all()
    out = np.full(shape, 7.0)
    kepler(m, 0.5, out=out, where=where)
    assert np.array_equal(out, np.where(where, expected, 7.0))


def test_where_broadcasts_and_has_core_dimensions(program):
    a, w = np.ones((4, 2, 3)), np.array([1.0, 2.0, 3.0])
    found = program["weigh"](a, w, where=np.array([[True], [False]]))
    assert found.shape == (2, 4)
    assert (found[0] == 18).all() and np.isnan(found[1]).all()
    with pytest.raises(TypeError, match="where: an array of bool"):
        program["half"]([1.0], where=[1])


def test_rows_that_do_not_run_are_zero_where_there_is_no_nan(program):
    q, r = program["divide"]([7, 8], [2, 0], where=[True, False])
    assert q.tolist() == [3, 0] and r.tolist() == [1, 0]


def test_results_may_be_in_the_memory_of_inputs(kepler, program):
    m = np.linspace(0, 3, 5000)
    expected = kepler(m, 0.5)
    x = m.copy()
    assert kepler(x, 0.5, out=x) is x and np.array_equal(x, expected)
    both = np.concatenate([m, [0.0]])
    kepler(both[:-1], 0.5, out=both[1:])
    assert np.array_equal(both[1:], expected)
    n = np.array([7, 9, 11], np.int32)
    program["divide"](n, [2, 2, 4], out=(n, None))
    assert n.tolist() == [3, 4, 2]
    same = np.zeros(3, np.int32)
    q, r = program["divide"]([7, 9, 11], [2, 2, 4], out=(same, same))
    assert q is r is same and same.tolist() == [1, 1, 3]


def test_out_is_cast_and_checked(program):
    half = program["half"]
    out = np.zeros(3, np.float32)
    assert half([1, 2, 3], out=out) is out and out.tolist() == [0.5, 1.0, 1.5]
    swapped = np.zeros(3, ">f8")
    half([1, 2, 3], out=swapped)
    assert swapped.tolist() == [0.5, 1.0, 1.5]
    zero = np.zeros(())
    assert half(3.0, out=zero) is zero and zero == 1.5
    with pytest.raises(TypeError, match="not cast to int64"):
        half([1.0], out=np.zeros(1, int))
    with pytest.raises(ValueError, match="not of the shape"):
        half(np.ones((3, 4)), out=np.zeros(4))
    with pytest.raises(TypeError, match="an array for each of 2"):
        program["divide"]([1], [1], out=np.zeros(1, np.int32))


#: For each type of an argument, and each type given, what comes: a value, or an error.
GIVEN = {
    "float64": np.array([1.0, 2.0]),
    "float32": np.array([1.0, 2.0], np.float32),
    "float16": np.array([1.0, 2.0], np.float16),
    "int64": np.array([1, 2]),
    "int32": np.array([1, 2], np.int32),
    "int8": np.array([1, 2], np.int8),
    "uint64": np.array([1, 2], np.uint64),
    "bool": np.array([True, True]),
    "complex": np.array([1j, 2]),
    "text": np.array(["1", "2"]),
    "object": np.array([1.0, 2.0], object),
    "datetime": np.array(["2020-01-01", "2020-01-02"], "M8[D]"),
    "a float": 1.5,
    "an int": 3,
    "a bool": True,
}
NUMBERS = {"float64", "float32", "float16", "int64", "int32", "int8", "uint64", "bool", "a float", "an int", "a bool"}
WHOLE = {"int64", "int32", "int8", "uint64", "bool", "an int", "a bool"}
TAKES = {
    "half": (NUMBERS, np.float64),
    "half4": (NUMBERS, np.float32),
    "twice": (WHOLE, np.int64),
    "divide": (WHOLE, np.int32),
    "neither": ({"bool", "a bool"}, np.bool_),
    "turn": (NUMBERS | {"complex"}, np.complex128),
}


@pytest.mark.parametrize("name, given", list(itertools.product(TAKES, GIVEN)))
def test_types(program, name, given):
    takes, result = TAKES[name]
    kernel, value = program[name], GIVEN[given]
    arguments = [value] * kernel.nin
    if given not in takes:
        with pytest.raises(TypeError, match="argument '"):
            kernel(*arguments)
        return
    found = kernel(*arguments)
    found = found[0] if isinstance(found, tuple) else found
    assert found.dtype == result
    if name in ("half", "half4"):
        assert np.array_equal(found, np.asarray(value) / 2)


def test_unsafe_casts_are_allowed_if_asked_for(program):
    assert program["twice"](np.array([1.9, -1.9]), casting="unsafe").tolist() == [2, -2]
    with pytest.raises(TypeError):
        program["half4"](np.array([1.0]), casting="safe")
    assert program["half"](np.array([1.0], np.float32), casting="safe") == 0.5


def test_integers_that_do_not_fit_are_refused_with_their_place(program):
    divide = program["divide"]
    with pytest.raises(OverflowError, match=r"'n': 2147483648 at \(1, 0\)"):
        divide(np.array([[1], [2**31]]), 1)
    with pytest.raises(OverflowError, match=r"-2147483649 is not"):
        divide(-(2**31) - 1, 1)
    with pytest.raises(OverflowError):
        program["twice"](np.array([2**63], np.uint64))
    assert divide(np.array([2**31 - 1, -(2**31)]), 1).q.tolist() == [2**31 - 1, -(2**31)]


def test_logical_and_complex(program):
    a = np.array([[True, False], [False, False]])
    assert program["neither"](a[:, 0], a[:, 1]).tolist() == [False, True]
    out = np.ones((2, 3), bool)
    program["neither"](a[:, 0], a[:, 1], out=out[:, 1])
    assert out.tolist() == [[True, False, True], [True, True, True]]
    z, w = program["turn"](np.array([1, 2j]), np.complex64(1))
    assert z.tolist() == [1j, -2] and w.tolist() == [1 + 1j, -1]
    assert (z.dtype, w.dtype) == (np.complex128, np.complex64)
    pairs = np.array([[1 + 1j, 2], [3, 1j]])
    assert program["spins"](pairs).tolist() == [[2 + 2j, 2], [3j, -1j]]
    assert program["spins"].signature == "(2)->(2)"


def test_core_dimensions(program):
    weigh, a = program["weigh"], np.arange(24.0).reshape(4, 2, 3)
    assert weigh.signature == "(n,3),(),(3)->()"
    w = np.array([1.0, 10.0, 100.0])
    expected = (a * w * np.array([1, 2])[:, None]).sum((1, 2))
    for given in (a, np.asfortranarray(a), a[::-1][::-1], a.astype(np.float32)):
        assert np.array_equal(weigh(given, w), expected)
        assert np.array_equal(weigh(given, 2, w), expected)
        assert np.array_equal(weigh(given, w=w), expected)
    assert np.array_equal(weigh(a, np.stack([w] * 4)), expected)
    with pytest.raises(ValueError, match="2 dimensions"):
        weigh(np.ones(3), w)
    with pytest.raises(ValueError, match="'w' has 4 elements in dimension 1"):
        weigh(a, np.ones(4))
    with pytest.raises(ValueError, match="'a' has 2 elements in dimension 1"):
        weigh(a, 5, w)


def test_a_shared_array_is_not_copied_for_rows(program):
    total = program["total"]
    v = np.arange(6.0)
    assert total.signature == "(v_1)->()"
    assert total(v) == 15
    assert total(np.arange(12.0).reshape(2, 6)).tolist() == [15, 51]
    assert total(v[::-2]) == 9
    with pytest.raises(ValueError, match="shared by all rows"):
        total.with_options(shared=["v"])(np.ones((2, 3)))


def test_lengths_of_results(program):
    powers = program["powers"]
    assert powers.signature == "(),()->(n_from_0)"
    assert powers(np.array([2.0, 3.0]), 3).tolist() == [[1, 2, 4, 8], [1, 3, 9, 27]]
    assert powers(2.0, p=np.zeros(3)).tolist() == [1, 2, 4]
    last = program["last"]
    with pytest.raises(TypeError, match="does not say how long 'v' is"):
        last(1.0)
    found = last.with_options(sizes={"v": 3})([1.0, 2.0])
    assert np.array_equal(found, [[1, -1, np.nan], [2, -2, np.nan]], equal_nan=True)
    assert last(1.0, v=np.zeros(2)).tolist() == [1, -1]


def test_what_a_row_does_not_assign_is_missing_or_as_given(program):
    grow = program["grow"]
    assert grow.nin == 1 and grow.nout == 2
    x, y = grow([1.0, 5.0])
    assert x.tolist() == [2, 6] and np.array_equal(y, [np.nan, 6], equal_nan=True)
    assert grow([1.0, 5.0], y=-1).y.tolist() == [-1, 6]
    assert grow(1.0, Y=3.0).y == 3


def test_arguments_are_by_position_or_name(program):
    divide = program["DIVIDE"]
    assert divide(7, 2) == (3, 1) == divide(d=2, n=7) == divide(7, D=2)
    assert divide(7, 2)._fields == ("q", "r")
    for arguments, named, message in [
        ((1,), {}, "needs 'd'"),
        ((1, 2, 3), {}, "takes 2 inputs"),
        ((1, 2), {"n": 1}, "several values for 'n'"),
        ((1,), {"x": 2}, "no argument 'x'"),
        ((1, 2), {"q": 2}, "does not read 'q'"),
        ((), {"n": 1, "N": 2, "d": 1}, "several values"),
    ]:
        with pytest.raises(TypeError, match=message):
            divide(*arguments, **named)


def test_a_kernel_looks_like_a_function_of_numpy(program, kepler):
    divide = program["divide"]
    assert (divide.nin, divide.nout, divide.nargs, divide.ntypes) == (2, 2, 4, 1)
    assert divide.types == ["ii->ii"] and divide.signature is None and divide.__name__ == "divide"
    assert "q, r = divide(n, d)" in divide.__doc__ and "INTEGER" in divide.__doc__
    assert kepler.__doc__.endswith("The eccentric anomaly for a mean anomaly and an eccentricity.")
    assert kepler.source == "kepler.f90:1" and kepler.parameters[0].intent == "in"
    assert "kepler(m, e)" in repr(kepler)
    kepler(0.5, 0.5)
    assert kepler.gang >= 1
    assert any("loop" in line for line in kepler.explain())


def test_a_notebook_shows_a_kernel(program):
    html = program["weigh"]._repr_html_()
    assert "weigh" in html and "DOUBLE PRECISION" in html and html.count("<div") == html.count("</div>")


def test_options(program, kepler):
    m = np.linspace(0, 3, 100)
    expected = kepler(m, 0.5)
    for gang in (1, 2, 16):
        one = kepler.with_options(gang=gang)
        assert np.array_equal(one(m, 0.5), expected) and one.gang == gang
    assert np.array_equal(kepler.with_options(checks=False)(m, 0.5), expected)
    assert kepler.with_options(gang=4) is kepler.with_options(gang=4)
    fast = kepler.with_options(math="fast")(m, 0.5)
    assert np.allclose(fast, expected, rtol=1e-12)
    assert np.array_equal(kepler.with_options(math="fast", gang=1)(m, 0.5), fast)
    for options in ({"gang": 3}, {"threads": 0}, {"failures": "never"}, {"math": "slow"}):
        with pytest.raises(ValueError):
            kepler.with_options(**options)
    with pytest.raises(TypeError, match="no argument 'nothing'"):
        kepler.with_options(sizes={"nothing": 3})


def test_dummy_procedures():
    """A subprogram that takes procedures had no kernel at all, as none was bound when it was looked up."""
    text = """
real(8) function both(f, g, x)
  real(8) f, g, x
  external f, g
  both = f(g(x))
end
real(8) function cube(x)
  real(8) x
  cube = x**3
end
real(8) function half(x)
  real(8) x
  half = x/2
end
"""
    both = forlane.compile(text)["both"]
    with pytest.raises(TypeError, match=r"`f` of `both` is not bound; with_options\(procedures="):
        both(2.0)
    partly = both.with_options(procedures={"F": "cube"})
    with pytest.raises(TypeError, match="`g` of `both`"):
        partly(2.0)
    assert partly.with_options(procedures={"g": "half"})(4.0) == 8
    assert pickle.loads(pickle.dumps(partly)).with_options(procedures={"g": "cube"}, gang=1)(2.0) == 512
    # Single ones change, the others stay.
    whole = both.with_options(procedures={"f": "cube", "g": "half"})
    assert whole.with_options(procedures={"g": "cube"})(2.0) == 512 and whole.__name__ == "both"
    for name, message in [("nothing", "not defined"), ("both", "both")]:
        with pytest.raises(forlane.CompileError, match=message):
            both.with_options(procedures={"f": name, "g": "cube"})


def test_an_array_for_results_says_how_long_they_are(program):
    out = np.zeros((3, 2))
    assert program["last"]([1.0, 2.0, 3.0], out=out) is out
    assert out.tolist() == [[1, -1], [2, -2], [3, -3]]
