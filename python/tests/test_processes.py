"""Pickles, processes, threads and signals."""

import concurrent.futures
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import cloudpickle
import forlane
import numpy as np
import pytest

from conftest import KEPLER


def called(kernel, rows):
    """What a process finds for some rows; more than one thread, so that it has a pool."""
    return kernel.with_options(threads=2)(np.linspace(0, 3, rows), 0.5)


@pytest.mark.parametrize("module", [pickle, cloudpickle])
def test_pickles_carry_sources_and_options(kepler, module):
    again = module.loads(module.dumps(kepler))
    assert np.array_equal(called(again, 1000), called(kepler, 1000))
    one = kepler.with_options(gang=1, failures="raise", threads=1)
    assert module.loads(module.dumps(one)).options == one.options
    assert len(pickle.dumps(kepler)) < 4000
    program = module.loads(module.dumps(kepler.program))
    assert program.texts == kepler.program.texts


def test_a_pickle_is_compiled_once_in_a_process(kepler):
    data = pickle.dumps(kepler)
    first = pickle.loads(data)
    assert pickle.loads(data) is first and pickle.loads(pickle.dumps(first)) is first


def test_pickles_carry_included_files(tmp_path):
    (tmp_path / "f.f90").write_text("real(8) function f(x)\n include 'x.inc'\n f = x\nend\n")
    (tmp_path / "x.inc").write_text("real(8) x\n")
    data = pickle.dumps(forlane.load(tmp_path / "f.f90")["f"])
    (tmp_path / "f.f90").unlink()
    (tmp_path / "x.inc").unlink()
    assert pickle.loads(data)(2) == 2


def test_options_of_sources_travel():
    text = "integer function f(n)\n integer n, i\n do i = 1, n\n  f = g()\n end do\ncontains\n"
    text += " integer function g()\n  integer c\n  data c /0/\n  c = c + 1\n  g = c\n end\nend\n"
    program = forlane.compile(text, save_locals=True)
    assert pickle.loads(pickle.dumps(program["f"]))(3) == 3


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_processes(kepler, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    expected = called(kepler, 20_000)
    with multiprocessing.get_context(method).Pool(2) as pool:
        for found in pool.starmap(called, [(kepler, 20_000)] * 4):
            assert np.array_equal(found, expected)
    assert np.array_equal(called(kepler, 20_000), expected)


def test_threads_call_one_kernel(kepler):
    m = np.linspace(0, 3, 10_000)
    expected = kepler(m, 0.5)
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        calls = [threads.submit(kepler, m[: 1000 * (1 + at % 10)], 0.5) for at in range(40)]
        for at, call in enumerate(calls):
            assert np.array_equal(call.result(), expected[: 1000 * (1 + at % 10)])


def test_other_threads_run_meanwhile(program):
    """A row that takes long holds neither other threads of Python nor the thread that runs it."""
    waits = program["waits"]
    done = threading.Event()
    call = threading.Thread(target=lambda: (waits(np.full(8, 200_000_000)), done.set()))
    call.start()
    steps = 0
    while not done.is_set() and steps < 5:
        time.sleep(0.001)
        steps += 1
    call.join()
    assert steps == 5


INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
import forlane
waits = forlane.compile('''
integer function waits(n)
  integer n
  waits = 0
  do while (waits < n .or. n < 0)
    waits = waits + 1
    if (waits == 1000000000) waits = 0
  end do
end
''')["waits"].with_options(threads=int(sys.argv[1]))
waits(1)
# Python leaves it ignored where it is when a process begins, as in the background of a shell.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
    waits(np.full(int(sys.argv[2]), -1))
except KeyboardInterrupt:
    assert time.monotonic() - begin < 30
    assert waits(5) == 5
    print("interrupted")
"""


@pytest.mark.parametrize("threads, rows", [(1, 1000), (2, 10_000)])
@pytest.mark.skipif(sys.platform == "win32", reason="signals are not sent so there")
def test_a_signal_ends_a_call(threads, rows):
    words = [sys.executable, "-c", INTERRUPTED, str(threads), str(rows)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert ran.stdout == "interrupted\n", ran.stderr


def test_a_handler_may_call_kernels(kepler):
    """Kernels are called while others run: by what a signal starts in the main thread."""
    found = []
    before = signal.signal(signal.SIGALRM, lambda *_: found.append(called(kepler, 5000)))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        deadline = time.monotonic() + 30
        while not found and time.monotonic() < deadline:
            called(kepler, 300_000)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert np.array_equal(found[0], called(kepler, 5000))


def test_the_number_of_threads_is_of_the_environment():
    script = "import forlane._kernel as k; print(k._usual_threads())"
    for text, expected in [("3", "3"), ("", str(len(os.sched_getaffinity(0))))]:
        environment = dict(os.environ, FORLANE_NUM_THREADS=text)
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
        assert ran.stdout.strip() == expected
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=dict(os.environ, FORLANE_NUM_THREADS="0")
    )
    assert "FORLANE_NUM_THREADS: a number" in ran.stderr


def test_the_command_line(tmp_path):
    (tmp_path / "kepler.f90").write_text(KEPLER)
    (tmp_path / "t.csv").write_text("m,e\n0,0.5\n")
    words = [sys.executable, "-m", "forlane", "run", "kepler.f90", "--kernel", "kepler", "--in", "t.csv", "--out", "r.csv"]
    assert subprocess.run(words, cwd=tmp_path).returncode == 0
    assert (tmp_path / "r.csv").read_text().splitlines()[1].startswith("0,0.5,0")
    assert subprocess.run([*words[:3], "nothing"], cwd=tmp_path, capture_output=True).returncode == 2


def test_the_stub_says_what_the_extension_has():
    pytest.importorskip("mypy")
    ran = subprocess.run([sys.executable, "-m", "mypy.stubtest", "forlane._forlane"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_package_is_typed(repository):
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", "--no-warn-unused-ignores", "-p", "forlane"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=repository)
    assert ran.returncode == 0, ran.stdout + ran.stderr
