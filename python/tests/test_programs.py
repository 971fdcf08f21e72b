"""Programs: what they are compiled from, their kernels by name, their state."""

import pickle

import forlane
import numpy as np
import pytest


def test_a_program_is_a_mapping(program):
    assert "HALF" in program and "none" not in program and 3 not in program
    assert list(program)[:3] == ["half", "half4", "divide"] and len(program) == len(list(program))
    assert program["Half"] is program["half"]
    with pytest.raises(KeyError, match="not defined"):
        program["none"]
    assert "loop" in program.dump("structured", "weigh") and "unit" in program.dump("cfg")
    assert program.dump("asm", "half")
    with pytest.raises(ValueError, match="stage"):
        program.dump("nowhere")
    with pytest.raises(KeyError):
        program.dump("cfg", "none")


def test_included_texts_and_files(tmp_path):
    text = "real(8) function f(x)\n include 'x.inc'\n f = x\nend\n"
    program = forlane.compile(text, name="a/f.f90", include={"x.inc": "real(8) x\n"})
    assert program["f"](2.0) == 2 and program.sources["a/x.inc"] == "real(8) x\n"
    (tmp_path / "f.f90").write_text(text)
    (tmp_path / "x.inc").write_text("real(8) x\n")
    assert forlane.load(tmp_path / "f.f90")["f"](3) == 3
    with pytest.raises(forlane.CompileError, match="x.inc"):
        forlane.compile(text)


def test_macros_and_folders_of_the_preprocessor(tmp_path):
    text = '#include "half.h"\nfunction f(x)\n real(8) f, x\n f = HALF(x)\nend\n'
    header = "#ifndef SCALE\n#define SCALE 1\n#endif\n#define HALF(x) SCALE*(x)/2\n"
    program = forlane.compile(text, "f.F90", include={"half.h": header}, define={"SCALE": 6})
    assert program["f"](1.5) == 4.5 and pickle.loads(pickle.dumps(program["f"]))(1.5) == 4.5
    assert forlane.compile(text, "f.F90", include={"half.h": header}, define={"SCALE": None})["f"](3) == 1.5
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "half.h").write_text(header)
    (tmp_path / "f.F90").write_text(text)
    program = forlane.load(tmp_path / "f.F90", folders=[tmp_path / "shared"], define={"SCALE": 4})
    assert program["f"](3) == 6 and pickle.loads(pickle.dumps(program))["f"](3) == 6
    assert program["f"].with_options(save_locals=True)(3) == 6
    with pytest.raises(forlane.CompileError, match="half.h"):
        forlane.load(tmp_path / "f.F90")
    with pytest.raises(ValueError, match="not a macro's name"):
        forlane.compile(text, "f.F90", define={"2": 3})


def test_default_kinds():
    text = "function f(x, n)\n f = x + 0.1 + n\nend\n"
    program = forlane.compile(text, default_real=8)
    assert program["f"](0.2, 1) == 0.2 + 0.1 + 1 and pickle.loads(pickle.dumps(program["f"]))(0.2, 1) == 0.2 + 0.1 + 1
    assert isinstance(forlane.compile(text)["f"](0.2, 1), np.float32)
    assert forlane.compile(text, default_real=8, default_integer=8)["f"](0.0, 2**40) == 0.1 + 2**40
    with pytest.raises(ValueError, match="4 or 8"):
        forlane.compile(text, default_real=16)


def test_saved_locals():
    text = "integer function f(n)\n integer n, i, k\n do i = 1, n\n  k = g()\n end do\n f = k\ncontains\n"
    text += " integer function g()\n  integer, save :: c = 0\n  c = c + 1\n  g = c\n end\nend\n"
    assert forlane.compile(text)["f"](np.array([1, 3, 2])).tolist() == [1, 3, 2]


def test_state_is_set_before_rows_run():
    text = """
real(8) function fall(t)
  real(8) t, g, f(3)
  logical moon
  common /world/ g, f, moon
  fall = g*t*t/2 + f(2)
  if (moon) fall = -fall
end
subroutine visit(factors)
  real(8) g, f(3), factors(3)
  logical moon
  common /world/ g, f, moon
  f = factors
  g = 10
end
"""
    program = forlane.compile(text)
    t = np.array([1.0, 2.0])
    assert program.with_state({"/world/g": 2})["fall"](t).tolist() == [1, 4]
    visited = program.with_state(init="call visit(factors)", factors=[1, 2.5, 3])
    assert visited["fall"](t).tolist() == [7.5, 22.5]
    moon = visited.with_state({"/WORLD/MOON": True, "/world/f": np.array([0.0, 1.0, 0.0])})
    assert moon["fall"](t).tolist() == [-6, -21]
    assert pickle.loads(pickle.dumps(moon["fall"]))(1.0) == -6
    assert program["fall"](t).tolist() == [0, 0]
    with pytest.raises(forlane.CompileError, match="nothing"):
        program.with_state({"/world/nothing": 1})


def test_a_file_that_is_not_there_is_pythons_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="No such file") as caught:
        forlane.load(tmp_path / "none.f90")
    assert caught.value.filename == str(tmp_path / "none.f90")
