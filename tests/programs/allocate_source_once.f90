! The expression of SOURCE= is evaluated once, though ALLOCATE asks for its bounds, its length and its value, and
! gives it to several variables.
module counting
  integer :: calls = 0
contains
  function next() result(n)
    integer :: n
    calls = calls + 1
    n = calls
  end function
  function row(n) result(r)
    integer, intent(in) :: n
    integer :: r(n)
    calls = calls + 1
    r = calls
  end function
end module
program sources
  use counting
  character(:), allocatable :: text
  integer, allocatable :: a(:), b(:), i, j, c(:)
  real, allocatable :: z
  allocate (text, source=repeat('x', next()))
  print *, calls, len(text), text
  allocate (a, source=row(3))
  print *, calls, a
  allocate (b(2:4), c(2), source=next())
  print *, calls, b, c
  allocate (i, j, source=next() + 5)
  print *, calls, i, j
  deallocate (a, b)
  allocate (a, b, source=row(2) + 1)
  print *, calls, a, b
  allocate (z, source=real(next()))
  print *, calls, z
end program
