! Binary, octal and hexadecimal constants: they take the type of what they initialise, of the function that converts them,
! or of the other argument of a function of bits.
program bit_constants
  implicit none
  integer :: i, j = int(z'1F'), k(3), mask
  integer(8) :: l
  integer(2) :: s
  integer(1) :: t
  real :: x
  double precision :: d
  complex :: c
  parameter (mask = int(z'00FF'))
  data i /z'FF'/, k /o'17', b'101', z'ff'/
  data l /z'7fffffffffffffff'/, s /z'7fff'/, t /B'1111'/
  print *, i, j, k, l, s, t
  x = real(z'40490fdb')
  d = dble(z'400921fb54442d18')
  c = cmplx(z'3f800000', z'40000000')
  print *, x, d, c, int(z'ff'), int(o'77'), int(b'11'), int(z'ff', 8), int(z'ff', 2)
  print *, iand(i, z'f0'), ior(z'f0', 1), ieor(i, z'ff'), not(i), iand(mask, z'0f')
  print *, real(z'3ff0000000000000', 8), cmplx(z'3ff0000000000000', 2.0d0, 8), dcmplx(1d0, z'4000000000000000')
  print *, bge(z'10', 5), blt(5, z'4'), merge_bits(z'f0', 15, z'ff'), dshiftl(1, z'80000000', 1), ishft(int(z'1'), 4)
  print *, iand(z'ff', 15_8), iand(7_1, z'f'), int(z'ffffffff'), int(z'7fffffff')
  print *, popcnt(int(z'ff')), ibits(int(z'ff0'), 4, 8), mvb(), btest(int(z'8'), 3)
  print *, transfer(int(z'3f800000'), 1.0)
  print *, (/ int(z'1'), int(z'2') /), float(int(o'10'))
contains
  integer function mvb()
    integer :: to
    to = 0
    call mvbits(int(z'ff'), 0, 4, to, 4)
    mvb = to
  end function
end program
