"""Times the package against numba, f2py and pymsis: the tables of `python/README.md`.

    pip install numba pymsis meson ninja 'dask[distributed]'
    pip download --no-binary :all: --no-deps msise00    # and unpack it
    python python/benches/speed.py --msise msise00-1.11.1/src/msise00/fortran

Calls are made in turn with the same arrays, in single precision where the source has that; the medians are shown, with
their ratios. What is not installed is left out. `--rows` and `--rounds` make it shorter, `--processor` measures processor
time, for a machine that does other work: that of all threads, so that two are to take what one takes.
"""

import argparse
import importlib.util
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import forlane
import numpy as np

KEPLER = (pathlib.Path(__file__).parents[1] / "examples" / "kepler.f90").read_text()

#: What f2py wraps: a loop over the rows, as it takes no arrays by itself.
ROWS = KEPLER + """
subroutine rows(m, e, x, n)
  integer, intent(in) :: n
  real(8), intent(in) :: m(n), e(n)
  real(8), intent(out) :: x(n)
  real(8), external :: kepler
  integer :: i
  do i = 1, n
    x(i) = kepler(m(i), e(i))
  end do
end subroutine
"""


CLOCK = time.perf_counter


def in_turn(calls, rounds):
    """The median time of each call, and what it returned."""
    results = {name: call() for name, call in calls.items()}
    times = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            begin = CLOCK()
            call()
            times[name].append(CLOCK() - begin)
    return {name: statistics.median(of) for name, of in times.items()}, results


def show(title, times, base):
    print(f"\n{title}")
    for name, seconds in times.items():
        print(f"  {name:42} {seconds * 1e3:9.2f} ms   {base / seconds:5.2f}x")


def with_numba():
    if importlib.util.find_spec("numba") is None:
        return None
    import math

    import numba

    @numba.vectorize(["f8(f8, f8)"])
    def kepler(m, e):
        x = m
        for _ in range(50):
            step = (x - e * math.sin(x) - m) / (1 - e * math.cos(x))
            x = x - step
            if abs(step) < 1e-13:
                break
        return x

    return kepler


def with_f2py(folder):
    (folder / "rows.f90").write_text(ROWS)
    words = [sys.executable, "-m", "numpy.f2py", "-c", "rows.f90", "-m", "of_f2py"]
    environment = {**os.environ, "FFLAGS": "-O3 -march=native"}
    built = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    if built.returncode:
        print("f2py is left out:", (built.stderr or built.stdout).strip().splitlines()[-1:])
        return None
    sys.path.insert(0, str(folder))
    import of_f2py

    return of_f2py.rows


def kepler_rows(rows, rounds, folder):
    random = np.random.default_rng(1)
    m, e = random.uniform(0, 3, rows), random.uniform(0, 0.9, rows)
    kepler = forlane.compile(KEPLER)["kepler"]
    one, two = kepler.with_options(threads=1), kepler.with_options(threads=2)
    calls = {"forlane, one thread": lambda: one(m, e), "forlane, two threads": lambda: two(m, e)}
    if numba := with_numba():
        calls["numba @vectorize"] = lambda: numba(m, e)
    if f2py := with_f2py(folder):
        calls["f2py, -O3 -march=native"] = lambda: f2py(m, e)
    for _ in range(10):  # Sizes of gangs are tried on rows that count.
        one(m, e)
        two(m, e)
    times, results = in_turn(calls, rounds)
    # Not equal bits: -march=native fuses operations.
    for name, x in results.items():
        assert np.allclose(x, results["forlane, one thread"], rtol=1e-12), name
    others = [seconds for name, seconds in times.items() if not name.startswith("forlane")]
    show(f"Kepler's equation, {rows} rows; against the faster of the others", times, min(others, default=np.nan))
    single = min(in_turn({"": lambda: [kepler(0.5, 0.3) for _ in range(1000)]}, 20)[0].values())
    print(f"  one row: {single * 1e3:.2f} microseconds")


def atmosphere(sources, rows, rounds):
    random = np.random.default_rng(2)
    uniform = lambda low, high: random.uniform(low, high, rows).astype(np.float32)
    alt, lat, lon = uniform(100, 900), uniform(-90, 90), uniform(-180, 180)
    seconds = np.float32(29000)
    local = (seconds / 3600 + lon / 15).astype(np.float32)
    files = [sources / "msise00_data.f", sources / "msise00_sub.f"]
    # With anomalous oxygen in the total density, as pymsis has it.
    gtd7d = forlane.load(*files)["gtd7d"]
    ap = np.full(7, 4, np.float32)

    def ours(threads):
        kernel = gtd7d.with_options(threads=threads)
        return lambda: kernel(172, seconds, alt, lat, lon, local, 150, 150, ap, 48, d=np.zeros(9, np.float32)).d

    calls = {"forlane, one thread": ours(1), "forlane, two threads": ours(2)}
    if importlib.util.find_spec("pymsis") is not None:
        import pymsis

        dates = np.full(rows, np.datetime64("2001-06-21T08:03:20"))
        flux, indices = np.full(rows, 150.0), np.full((rows, 7), 4.0)
        calls["pymsis, version=0"] = lambda: pymsis.calculate(dates, lon, lat, alt, flux, flux, indices, version=0)
    for _ in range(3):
        [call() for name, call in calls.items() if name.startswith("forlane")]
    times, results = in_turn(calls, rounds)
    show(f"NRLMSISE-00, {rows} points", times, times.get("pymsis, version=0", np.nan))
    theirs = results.get("pymsis, version=0")
    if theirs is not None:
        total = results["forlane, one thread"][:, 5] * 1e3
        print(f"  largest relative difference of the densities: {np.nanmax(abs(theirs[:, 0] / total - 1)):.1e}")


def first_call(sources, rounds):
    script = (
        "import numpy, time, sys; begin = time.perf_counter(); import forlane; imported = time.perf_counter();\n"
        "k = forlane.load(*sys.argv[1:])['gtd7'];\n"
        "k(172, 29000, 400, 60, -70, 16, 150, 150, [4]*7, 48); end = time.perf_counter()\n"
        "print(imported - begin, end - imported)"
    )
    words = [sys.executable, "-c", script, sources / "msise00_data.f", sources / "msise00_sub.f"]
    ran = [subprocess.run(words, capture_output=True, text=True, check=True).stdout.split() for _ in range(rounds)]
    imported, called = (statistics.median(float(times[at]) for times in ran) for at in (0, 1))
    print(f"\nimport forlane, after NumPy: {imported * 1e3:.1f} ms")
    print(f"load, compile and first call of NRLMSISE-00 (2,444 lines): {called * 1e3:.1f} ms")


def cluster(rows, rounds):
    if importlib.util.find_spec("distributed") is None:
        return
    import dask.array as da
    from dask.distributed import Client

    kepler = forlane.compile(KEPLER)["kepler"].with_options(threads=1)
    random = np.random.default_rng(3)
    m, e = random.uniform(0, 3, rows), random.uniform(0, 0.9, rows)
    with Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
        chunks = rows // 8
        # The rows are on the workers, as what they read themselves would be.
        lazy = [client.persist(da.from_array(one, chunks=chunks)) for one in (m, e)]
        calls = {
            "one process, one thread": lambda: kepler(m, e).mean(),
            "two processes": lambda: kepler(*lazy).mean().compute(),
        }
        times, _ = in_turn(calls, rounds)
    show(f"Kepler's equation on a LocalCluster, {rows} rows", times, times["one process, one thread"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--msise", type=pathlib.Path, help="the folder with NRLMSISE-00's msise00_data.f and msise00_sub.f")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", choices=["kepler", "msise", "first", "cluster"])
    parser.add_argument("--processor", action="store_true", help="measure processor time")
    given = parser.parse_args()
    if given.processor:
        global CLOCK
        CLOCK = time.process_time
    wanted = lambda name: given.only in (None, name)
    with tempfile.TemporaryDirectory() as folder:
        if wanted("kepler"):
            kepler_rows(given.rows, given.rounds, pathlib.Path(folder))
    if given.msise and wanted("msise"):
        atmosphere(given.msise, given.rows, given.rounds)
    if given.msise and wanted("first"):
        first_call(given.msise, given.rounds)
    if wanted("cluster"):
        cluster(8 * given.rows, given.rounds)


if __name__ == "__main__":
    main()
