! The parts of complex variables, read and assigned: scalars, elements, sections, components, both kinds, names
! that hide REAL and AIMAG, and parts of what the value is computed from.
module wave_types
  implicit none
  type wave
    complex :: amplitude
    complex(8) :: modes(3)
  end type
contains
  subroutine turn(z)
    complex, intent(inout) :: z
    real :: re
    re = z%re
    z%re = -z%im
    z%im = re
  end subroutine
  real function energy(w)
    type(wave), intent(in) :: w
    energy = w%amplitude%re**2 + w%amplitude%im**2
  end function
end module
program complex_parts
  use wave_types
  implicit none
  complex :: z = (1.0, 2.0), a(4), t
  complex(8) :: d = (0.1d0, -0.2d0)
  type(wave) :: w, several(2)
  real :: real
  integer :: k, at(2) = [3, 1]
  complex, parameter :: unit = (0.0, 1.0)
  real = 7.0
  print '(4f8.3)', z%re, z%im, unit%re, unit%im
  z%re = 5
  z%im = z%re + z%im
  print '(2f8.3)', z
  d%im = d%re / 3
  d%re = real
  print '(2f20.16, i3)', d, kind(d%im)
  a = [(cmplx(k, -k), k = 1, 4)]
  a%im = 0.5
  a(2:3)%re = a(2:3)%im * 4 + a(1:2)%re
  a(at(1))%im = a(at(2))%re
  print '(8f8.3)', a
  print '(f8.3, 2l2)', sum(a%re), any(a%im > 0.75), z%re < z%im
  call turn(z)
  print '(2f8.3)', z
  w%amplitude = (3.0, 4.0)
  w%modes = (1d0, -1d0)
  w%modes(2)%im = 2.5d0
  w%amplitude%re = w%amplitude%re * 2
  print '(f8.3, 6f6.2)', energy(w), w%modes
  several(2) = w
  several%amplitude%im = 1.0
  several(1)%amplitude%re = -several(2)%amplitude%re
  print '(4f8.3)', several%amplitude
  a = [(cmplx(k - 2, k), k = 1, 4)]
  where (a%re > 0) a%im = 0
  forall (k = 1:4, a(k)%im > 0) a(k)%re = a(k)%im
  where (a%im == 0)
    a%re = -1
  elsewhere
    a%im = a%re * 10
  end where
  print '(8f8.3)', a
  do k = 1, 3
    t%re = k
    t%im = t%re**2
    if (t%im > 3.0) t%im = -t%im
    print *, t%re, t%im, abs(t%im)
  end do
end program
