! test: kernel walk
! A table of which each call of a recursive subroutine passes the part that follows its own element: what it assigns was
! searched for ever. Another one hands its arguments on in turn. Each row begins with the initial values.
module store
  integer :: table(100) = 7
  real(8) :: left(12) = 0.5d0, right(12) = 0.25d0
end module
recursive subroutine fill(a, n)
  integer, intent(inout) :: a(*)
  integer, intent(in) :: n
  if (n <= 0) return
  a(1) = a(1) + n
  call fill(a(2), n - 1)
end subroutine
recursive subroutine swap(a, b, n)
  real(8), intent(inout) :: a(*), b(*)
  integer, intent(in) :: n
  a(n + 1) = a(n + 1) + n
  if (n > 1) call swap(b(2), a, n - 2)
end subroutine
subroutine walk(n, m, y)
  use store
  integer, intent(in) :: n
  integer, intent(out) :: m
  real(8), intent(out) :: y
  call fill(table, n)
  call fill(table(50), n/2)
  call swap(left(2), right, min(n, 9))
  m = sum(table) + table(1)*1000 + table(50)
  y = sum(left) + 3*sum(right) + left(3)*right(2)
end subroutine
