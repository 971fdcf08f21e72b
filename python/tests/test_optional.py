"""OPTIONAL arguments, which may be left out."""

import pickle

import forlane
import numpy as np
import pytest

OPTIONAL = """
subroutine mend(x, n, a, y, z, flag)
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(in), optional :: y
  real(8), intent(out) :: z
  logical, intent(in), optional :: flag
  z = x + sum(a)
  if (present(y)) z = z + y
  if (present(flag)) then
    if (flag) z = -z
  end if
end
real(8) function scaled(x, w, s)
  real(8), intent(in) :: x
  real(8), intent(in), optional :: w(:), s(3)
  scaled = x
  if (present(w)) scaled = scaled*sum(w)
  if (present(s)) scaled = scaled - s(2)
end
subroutine tally(x, count)
  real(8), intent(inout) :: x
  integer, intent(inout), optional :: count
  x = 2*x
  if (present(count)) count = count + 1
end
"""


@pytest.fixture(scope="module")
def optional() -> forlane.Program:
    return forlane.compile(OPTIONAL)


def test_optional_arguments_may_be_left_out_or_none(optional):
    mend = optional["mend"]
    x, a = np.array([1.0, 2.0]), [10.0, 20.0]
    assert mend(x, a).tolist() == mend(x, 2, a).tolist() == mend(x, a=a, y=None).tolist() == [31, 32]
    assert mend(x, 2, a, 100).tolist() == mend(x, 2, a, 100, None).tolist() == [131, 132]
    assert mend(x, a=a, y=100).tolist() == [131, 132]
    assert mend(x, 2, a, None, True).tolist() == mend(x, a=a, flag=[True, True]).tolist() == [-31, -32]
    assert "optional" in mend.__doc__ and "y=…" in mend.__doc__
    with pytest.raises(TypeError, match="needs 'x'"):
        mend(a=a)
    # Also after calls with them, whose code is another.
    assert mend(np.ones(5000), a=a).tolist() == [31] * 5000
    assert pickle.loads(pickle.dumps(mend))(1.0, a=a) == 31


def test_optional_arrays_and_results_may_be_left_out(optional):
    scaled, tally = optional["scaled"], optional["tally"]
    assert scaled(3.0) == scaled(3.0, None, None) == 3
    assert scaled([1.0, 2.0], [1, 2]).tolist() == [3, 6]
    assert scaled([1.0, 2.0], s=[[1, 2, 3], [4, 5, 6]]).tolist() == [-1, -3]
    assert scaled(np.zeros((0, 2))).shape == (0, 2)
    assert tally([1.0, 2.0], [5, 6]).count.tolist() == [6, 7]
    # What was not given is missing in the results.
    left = tally([1.0, 2.0])
    assert left.x.tolist() == [2, 4] and left.count.tolist() == [0, 0]
