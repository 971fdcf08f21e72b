! test: kernel parts
! Parts of complex variables, assigned under conditions and in loops that lanes leave apart; ATAN of two arguments.
module numbers
  type pair
    complex(8) :: first, second(3)
  end type
end module
subroutine parts(n, x, wr, wi, zr, zi, y, angle)
  use numbers
  implicit none
  integer :: n, k
  real(8) :: x, y, angle, zr, zi
  real :: wr, wi
  complex :: w
  complex(8) :: z
  type(pair) :: p
  w = cmplx(wr, wi)
  z%re = x
  z%im = -x / 3
  p%first = z
  p%second = (1d0, -1d0)
  do k = 1, n
    if (z%re > 4d0) exit
    z%re = z%re + 0.75d0 * z%im**2 + 0.125d0
    if (mod(k, 2) == 0) z%im = z%im * 1.5d0
    p%second(mod(k, 3) + 1)%im = z%re
  end do
  if (n < 0) then
    w%im = w%re
  else
    w%re = w%im * 2
  end if
  y = sum(p%second%im) + p%first%re
  p%second%re = p%second%im
  y = y * p%second(2)%re
  angle = atan(z%im, z%re) + atan(x, -1d0)
  wr = w%re
  wi = w%im
  zr = z%re
  zi = z%im
end subroutine
