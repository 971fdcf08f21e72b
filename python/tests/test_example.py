"""The example runs, and its notebook-like cells say what they should."""

import subprocess
import sys

import pytest


def test_the_example_runs(repository):
    script = repository / "python" / "examples" / "orbits.py"
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "ea, steps = kepler(m, ecc)" in ran.stdout and "(201, 46)" in ran.stdout
    assert "1 of 3 rows failed" in ran.stdout


def test_the_first_lines_of_the_readme_run(repository):
    text = (repository / "python" / "README.md").read_text()
    first = text.split("```python\n", 1)[1].split("```", 1)[0]
    ran = subprocess.run([sys.executable, "-c", first + "print(x.shape)"], capture_output=True, text=True, cwd=repository)
    assert ran.stdout == "(1000000,)\n", ran.stderr


def test_a_grid_runs_on_a_cluster(repository):
    pytest.importorskip("distributed")
    script = repository / "python" / "examples" / "grid.py"
    ran = subprocess.run([sys.executable, script, "1e6"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "1000000 points in" in ran.stdout
