"""A grid of 10^8 points that is never all in memory: xarray names its dimensions, Dask runs it block by block.

    python grid.py [POINTS]
"""

import pathlib
import sys
import time

import dask.array as da
import forlane
import numpy as np
import xarray as xr
from dask.distributed import Client

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def main(points: int) -> None:
    side = round(points**0.5)
    kepler = forlane.load(EXAMPLES / "kepler.f")["kepler"]
    # Blocks of a quarter of a million points, which fit into the caches of a processor with their results.
    m = xr.DataArray(da.linspace(-3, 3, side, chunks=min(side, 500)), dims="m", name="m")
    ecc = xr.DataArray(da.linspace(0, 0.9, side, chunks=min(side, 500)), dims="ecc", name="ecc")
    orbits = kepler(m, ecc)

    # Each worker gets the sources of the kernel with its first block, and compiles them once.
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        begin = time.perf_counter()
        steps = orbits[1].mean("m").compute()
        seconds = time.perf_counter() - begin
    print(f"{side * side} points in {seconds:.1f} s; {float(steps.mean()):.2f} steps of Newton's method on average")

    # One column of the grid again, by NumPy.
    alone = kepler(m.values, float(ecc[-1].values))
    assert steps.dims == ("ecc",) and np.isclose(float(steps[-1]), alone.steps.mean(), rtol=1e-12)


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**8)
