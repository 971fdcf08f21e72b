"""Kepler's equation over a grid: a legacy subroutine on NumPy, xarray and Dask, cell by cell."""

# %% A subroutine is a function of arrays; its comment is the documentation.
import pathlib
import warnings

import forlane
import numpy as np

examples = pathlib.Path(__file__).resolve().parents[2] / "examples"
kepler = forlane.load(examples / "kepler.f")["kepler"]
print(kepler.__doc__)

# %% Arguments broadcast; several results are a named tuple.
m = np.linspace(-3.0, 3.0, 201)
ecc = np.linspace(0.0, 0.9, 46)
orbits = kepler(m[:, np.newaxis], ecc)
residual = orbits.ea - ecc * np.sin(orbits.ea) - m[:, np.newaxis]
print(orbits.ea.shape, "steps of Newton's method at most:", orbits.steps.max())
assert np.abs(residual).max() < 1e-12

# %% Some rows, into an array that is there.
ea = np.zeros(orbits.ea.shape)
kepler(m[:, np.newaxis], ecc, out=(ea, None), where=ecc > 0.5)
assert (ea[:, ecc > 0.5] == orbits.ea[:, ecc > 0.5]).all() and not ea[:, ecc <= 0.5].any()

# %% Numbers from a table in CSV, as columns.
table = np.genfromtxt(examples / "orbits.csv", delimiter=",", names=True)
print("from the table:", kepler(table["m"], table["ecc"]).ea[:3])

# %% A row that fails is missing, and a warning says why.
divide = forlane.compile("integer function divide(n, d)\n integer n, d\n divide = n/d\nend\n")["divide"]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(divide([7, 8, 9], [2, 0, 3]), "with", caught[0].message)

# %% On a grid with names, block by block, with Dask.
try:
    import dask.array  # noqa: F401
    import xarray as xr
except ImportError:
    print("xarray and dask are not installed")
else:
    grid = xr.Dataset(coords={"m": m, "ecc": ecc}).chunk()
    lazy = kepler(grid["m"].chunk(m=50), grid["ecc"])
    found = lazy[0].compute()
    assert found.dims == ("m", "ecc") and np.array_equal(found, orbits.ea)
    print(found.sel(ecc=0.5, method="nearest").mean().item())
