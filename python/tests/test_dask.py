"""dask's arrays and schedulers, xarray."""

import forlane
import numpy as np
import pytest

da = pytest.importorskip("dask.array")
dask = pytest.importorskip("dask")
xr = pytest.importorskip("xarray")


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(5)
    return random.uniform(0, 3, (40, 50)), random.uniform(0, 0.9, 50)


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_dask_arrays(kepler, rows, scheduler):
    m, e = rows
    expected = kepler(m, e)
    lazy = [
        kepler(da.from_array(m, chunks=(7, 50)), e),
        kepler(m, da.from_array(e, chunks=9)),
        kepler(da.from_array(m, chunks=(16, 16)), da.from_array(e, chunks=9)),
        da.map_blocks(kepler, da.from_array(m, chunks=(7, 50)), e, dtype=float),
        da.apply_gufunc(kepler, "(),()->()", da.from_array(m, chunks=(9, 50)), e, output_dtypes=float),
    ]
    for one in lazy:
        assert isinstance(one, da.Array) and one.dtype == float and one.shape == m.shape
        assert np.array_equal(one.compute(scheduler=scheduler), expected)


def test_several_results_and_core_dimensions(program):
    n = np.arange(1, 101, dtype=np.int32)
    q, r = program["divide"](da.from_array(n, chunks=13), 7)
    assert np.array_equal(q.compute(), n // 7) and np.array_equal(r.compute(), n % 7)
    a, w = np.arange(600.0).reshape(100, 2, 3), np.array([1.0, 2, 3])
    lazy = program["weigh"](da.from_array(a, chunks=(13, 1, 3)), w)
    assert np.array_equal(lazy.compute(), program["weigh"](a, w))
    x = np.linspace(0, 1, 100)
    lazy = program["powers"](da.from_array(x, chunks=9), 3)
    assert lazy.shape == (100, 4) and np.array_equal(lazy.compute(), program["powers"](x, 3))
    pairs = np.ones((10, 2), complex)
    lazy = program["spins"](da.from_array(pairs, chunks=(3, 2)))
    assert np.array_equal(lazy.compute(), program["spins"](pairs))


def test_where_and_failures_travel(program):
    n = da.from_array(np.arange(20, dtype=np.int32), chunks=6)
    divide = program["divide"].with_options(failures="return")
    q, _, status = divide(100, n)
    assert q.compute()[1:].tolist() == [100 // k for k in range(1, 20)]
    assert (status.compute() != 0).tolist() == [True] + [False] * 19
    q, _, status = divide(100, n, where=n > 0)
    assert not status.compute().any()
    with pytest.raises(forlane.KernelError):
        program["divide"].with_options(failures="raise")(100, n)[0].compute(scheduler="processes")


def test_tokens_are_of_sources_and_options(kepler, program):
    from dask.tokenize import tokenize

    other = forlane.compile(kepler.program.sources["kepler.f90"], name="kepler.f90")["kepler"]
    assert tokenize(kepler) == tokenize(other) != tokenize(kepler.with_options(gang=2))
    assert tokenize(kepler) != tokenize(program["half"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_of_processes(kepler, rows):
    distributed = pytest.importorskip("distributed")
    m, e = rows
    expected = kepler(m, e)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        lazy = kepler(da.from_array(m, chunks=(7, 50)), e)
        assert np.array_equal(client.compute(lazy).result(), expected)
        assert np.array_equal(client.submit(kepler, m, e).result(), expected)
        assert client.submit(threads_of, kepler).result() == 1
        failing = client.submit(kepler.program["kepler"].with_options(failures="raise"), 0.0, 0.5)
        assert failing.result() == 0


def threads_of(kernel):
    return kernel._threads()


def test_data_arrays(kepler, program, rows):
    m, e = rows
    attributes = {"units": "rad"}
    of_m = xr.DataArray(m, dims=("x", "y"), coords={"x": np.arange(40)}, attrs=attributes)
    of_e = xr.DataArray(e, dims="y")
    expected = kepler(m, e)
    with xr.set_options(keep_attrs=True):
        found = kepler(of_m, of_e)
    assert found.dims == ("x", "y") and np.array_equal(found, expected) and found.attrs == attributes
    assert np.array_equal(found.coords["x"], np.arange(40))
    lazy = kepler(of_m.chunk({"x": 7}), of_e)
    assert isinstance(lazy.data, da.Array) and np.array_equal(lazy.compute(), expected)
    both = xr.apply_ufunc(kepler, of_m.chunk({"x": 7}), of_e, dask="parallelized", output_dtypes=[float])
    assert np.array_equal(both.compute(), expected)
    q, r = program["divide"](xr.DataArray([7, 8], dims="z"), 3)
    assert q.dims == ("z",) and q.values.tolist() == [2, 2] and r.values.tolist() == [1, 2]
    assert np.array_equal(kepler(of_m, e=0.5), kepler(m, 0.5))
    data = xr.Dataset({"m": of_m, "e": of_e})
    assert np.array_equal(kepler(data["m"], data["e"]), expected)


def test_data_arrays_with_core_dimensions(program):
    x = xr.DataArray(np.linspace(0, 1, 10), dims="x")
    powers = program["powers"]
    found = xr.apply_ufunc(powers, x, 3, output_core_dims=[["power"]])
    assert found.dims == ("x", "power") and np.array_equal(found, powers(x.values, 3))
    lazy = xr.apply_ufunc(
        powers,
        x.chunk({"x": 3}),
        3,
        output_core_dims=[["power"]],
        dask="parallelized",
        output_dtypes=[float],
        dask_gufunc_kwargs={"output_sizes": {"power": 4}},
    )
    assert np.array_equal(lazy.compute(), powers(x.values, 3))
