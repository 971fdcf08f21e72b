! EOSHIFT in constant expressions: of texts, and with a boundary for each line. DPROD as an actual argument.
program eoshift_constants
  implicit none
  integer :: i
  integer, parameter :: c(3, 3) = reshape([(i, i = 1, 9)], [3, 3])
  integer, parameter :: left(3, 3) = eoshift(c, shift=-1, dim=2, boundary=[-1, -2, -3])
  integer, parameter :: down(3, 3) = eoshift(c, shift=[1, 0, -5], dim=1, boundary=[-1, -2, -3])
  integer, parameter :: same(3, 3) = eoshift(c, shift=[1, 2, -1], boundary=77)
  character(3), parameter :: texts(3) = ['abc', 'def', 'ghi']
  character(3), parameter :: blank(3) = eoshift(texts, 1), given(3) = eoshift(texts, -2, 'xyz')
  logical, parameter :: flags(2) = eoshift([.true., .true.], 1)
  complex, parameter :: z(2) = eoshift([(1.0, 2.0), (3.0, 4.0)], -1)
  intrinsic dprod
  print *, left
  print *, down
  print *, same
  print *, blank, '|', given, '|', flags, z
  call product_of(dprod)

contains

  subroutine product_of(f)
    double precision, external :: f
    print *, f(1e-20, 3e-25), f(2.5, -4.0)
  end subroutine
end program
