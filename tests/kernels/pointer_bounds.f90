! test: kernel remapped
! Lanes choose bounds and targets of their own: a pointer to a matrix is one of another rank, and inquiries are about a
! dimension that differs from lane to lane.
subroutine remapped(i, k, x, n)
  integer, intent(in) :: i, k
  real(8), intent(out) :: x
  integer, intent(out) :: n
  real(8), target :: m(4, 3), v(12)
  real(8), pointer :: p(:), q(:, :)
  integer :: j
  m = reshape([(j*0.5d0, j=1, 12)], [4, 3])
  v = [(j*1d0, j=12, 1, -1)]
  if (k == 1) then
    p(i:) => v(2::3)
    q(0:1, i:i + 2) => m
  else if (k == 2) then
    p(-i:11 - i) => m
    q(i:, 2:) => m(::2, :)
  else
    p => v(i:1:-1)
    q(1:i, 1:2) => m(:, 2:)
  end if
  n = lbound(p, 1)*1000 + ubound(p, 1)*100 + size(p)
  n = n + lbound(q, max(1, min(k, 2)))*7 + ubound(q, 2)*3 + size(q, 1)
  x = sum(p) + sum(q)*100
  if (size(p) > 0) x = x + p(lbound(p, 1))*1e4
  if (associated(p, v(i:1:-1))) x = -x
end subroutine
