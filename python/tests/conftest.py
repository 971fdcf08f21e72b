"""Kernels that several tests call."""

import pathlib

import forlane
import pytest

#: Newton's method on Kepler's equation; how many iterations a row takes depends on it.
KEPLER = (pathlib.Path(__file__).parents[1] / "examples" / "kepler.f90").read_text()

KERNELS = """
real(8) function half(x)
  real(8) x
  half = x/2
end
real function half4(x)
  real x
  half4 = x/2
end
subroutine divide(n, d, q, r)
  integer n, d, q, r
  q = n/d
  r = mod(n, d)
end
integer(8) function twice(n)
  integer(8) n
  twice = 2*n
end
logical function neither(a, b)
  logical a, b
  neither = .not. (a .or. b)
end
subroutine turn(z, w)
  complex(8) z
  complex w
  z = z*(0, 1)
  w = w + z
end
subroutine grow(x, y)
  real(8) x, y
  x = x + 1
  if (x > 3) y = x
end
real(8) function weigh(a, n, w)
  integer n, i, j
  real(8) a(n, 3), w(3)
  weigh = 0
  do j = 1, 3
    do i = 1, n
      weigh = weigh + i*a(i, j)*w(j)
    end do
  end do
end
subroutine powers(x, n, p)
  integer n, i
  real(8) x
  real(8), intent(out) :: p(0:n)
  p(0) = 1
  do i = 1, n
    p(i) = p(i - 1)*x
  end do
end
real(8) function total(v)
  real(8) v(:)
  integer i
  total = 0
  do i = 1, size(v)
    total = total + v(i)
  end do
end
subroutine spins(z)
  complex(8) z(2)
  z(1) = z(1)*z(2)
  z(2) = conjg(z(2))
end
subroutine last(x, v)
  real(8) x, v(*)
  v(1) = x
  v(2) = -x
end
subroutine halt(x)
  real(8) x
  if (x < 0) stop 'negative'
  x = sqrt(x)
end
integer function waits(n)
  integer n
  waits = 0
  do while (waits < n .or. n < 0)
    waits = waits + 1
    if (waits == 1000000000) waits = 0
  end do
end
"""


@pytest.fixture(scope="session")
def program() -> forlane.Program:
    return forlane.compile(KERNELS, name="kernels.f90")


@pytest.fixture(scope="session")
def kepler() -> forlane.Kernel:
    return forlane.compile(KEPLER, name="kepler.f90")["kepler"]


@pytest.fixture(scope="session")
def repository() -> pathlib.Path:
    return pathlib.Path(__file__).resolve().parents[2]
