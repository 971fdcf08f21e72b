! test: kernel choose
! MAX and MIN of CHARACTER in lanes, each of which has texts of its own.
subroutine choose(i, j, k, n)
  integer, intent(in) :: i, j
  integer, intent(out) :: k, n
  character(6) :: a, b
  character(:), allocatable :: both
  write (a, '(i6)') i
  write (b, '(i4)') j
  both = max(a(:mod(i, 5) + 1), b(:3)) // min(a, b, '   5')
  n = len(both)
  k = 0
  if (max(a, b) == a) k = 1
  if (min(a, b) < '    10') k = k + 10
  k = k*1000 + ichar(both(3:3)) + ichar(both(n - 1:n - 1))
end subroutine
