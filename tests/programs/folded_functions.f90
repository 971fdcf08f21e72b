! Functions of constants: gfortran folds them with more precision than the library has at run time, and rounds once. The
! angles in degrees it rounds in radians first.
program folded_functions
  implicit none
  double precision, parameter :: a = asinh(0.3d0), b = acosh(1.5d0), c = atanh(0.7d0), d = acosh(1.001d0)
  double precision, parameter :: g(4) = gamma([0.3d0, 5.5d0, -1.5d0, 170.5d0]), tiny_sine = asinh(1d-9)
  double precision, parameter :: l(4) = log_gamma([0.3d0, 5.5d0, 1.0000001d0, 3d5])
  double precision, parameter :: e(6) = [erf(0.3d0), erf(2.7d0), erf(5.9d0), erfc(2.7d0), erfc(15d0), erfc(-1.2d0)]
  double precision, parameter :: s(3) = erfc_scaled([0.3d0, 12d0, -2d0])
  real, parameter :: r(5) = [gamma(0.3), log_gamma(2.5), erf(-0.01), erfc(1.5), erfc_scaled(2.5)]
  double precision, parameter :: sines(5) = sind([37.5d0, 211.3d0, 0.1d0, 1000.5d0, -150d0])
  double precision, parameter :: cosines(5) = cosd([30d0, 60d0, 33.3d0, 135d0, 270d0])
  double precision, parameter :: tangents(5) = tand([30d0, 45d0, 77.7d0, -135d0, 180d0])
  double precision, parameter :: angles(4) = [asind(0.3d0), acosd(0.3d0), atand(0.7d0), atan2d(0.3d0, -2d0)]
  real, parameter :: singles(6) = [sind(37.5), cosd(211.3), tand(77.7), cotand(33.0), asind(0.3), atan2d(0.3, -2.0)]
  double precision, parameter :: length = norm2([3d0, 4d0, 12.5d0])
  integer, parameter :: bits(4) = [merge_bits(5, 12, 3), iall([7, 3, 6]), iany([1, 4]), iparity([1, 2, 4, 1])]
  integer, parameter :: places(2) = [findloc([3, 1, 2, 1], 1), findloc([3, 1, 2, 1], 1, back=.true.)]
  logical, parameter :: odd = parity([.true., .false., .true., .true.])
  print *, a, b, c, d, tiny_sine
  print *, g
  print *, l
  print *, e
  print *, s
  print *, r
  print *, sines
  print *, cosines
  print *, tangents
  print *, angles
  print *, singles, length
  print *, bits, places, odd
  print *, rank(sines), selected_char_kind('ASCII'), selected_char_kind('UNKNOWN'), iachar(new_line('a'))
end program
