! Inquiries of type parameters: x%kind and x%len.
program t
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: x
  integer(8) :: i(3)
  complex(dp) :: z
  character(5) :: c(2)
  real(x%kind) :: y
  integer, parameter :: n = c%len
  print *, x%kind, i%kind, z%kind, z%re%kind, c%len, c(1)%len, y%kind, n
  call s('abcd')
contains
  subroutine s(a)
    character(*), intent(in) :: a
    character(len(a)) :: b
    print *, a%len, b%len, a%kind
  end subroutine
end program
