! Bounds of pointers: lower ones that are given, sections with strides, targets of several dimensions for pointers of other
! rank, dimensions without elements, and inquiries about a dimension that is not a constant.
program bounds
  type node
    integer, pointer :: m(:, :) => null()
    integer :: k(3) = 0
  end type
  type(node), target :: n(2, 2)
  type(node), pointer :: pn(:)
  integer, target :: a(3, 4, 5), v(20)
  integer, allocatable, target :: al(:, :)
  integer, pointer :: p(:), q(:, :), r(:, :, :), s(:)
  integer :: i, k
  a = reshape([(i, i=1, 60)], [3, 4, 5])
  v = [(i, i=1, 20)]
  allocate (al(2:4, -1:2))
  al = 7
  al(2, -1) = 1
  al(4, 2) = 9
  p => v(2:5)
  print *, lbound(p), ubound(p), p
  p(0:) => v
  s => p
  print *, lbound(s), ubound(s), s(0), s(19)
  s(-3:) => p(2:8:3)
  print *, lbound(s), ubound(s), s
  p => v(10:1:-2)
  print *, p, associated(p, v(10:1:-2)), associated(p, v), associated(s, p)
  p(0:59) => a
  print *, lbound(p), ubound(p), p(0), p(59)
  p(1:12) => a(:, :, 2)
  print *, p
  p(-1:1) => a(:, 2, 3)
  print *, lbound(p), ubound(p), p
  q(1:6, 0:9) => a
  print *, q(6, 9), q(1, 0), lbound(q), shape(q)
  r(1:2, 1:3, 0:1) => al
  print *, r, lbound(r), ubound(r)
  r(0:1, 0:1, 0:4) => v
  do k = 1, 3
    print *, lbound(r, k), ubound(r, k), size(r, k)
  end do
  r(2:, 3:, 4:) => r
  do k = 1, 3
    print *, lbound(r, k), ubound(r, k), size(r, k), lbound(r(:, :, :), k)
  end do
  pn(0:3) => n
  pn(2)%m(1:2, 1:2) => v(5:)
  print *, n(1, 2)%m, lbound(n(1, 2)%m, 2), associated(n(1, 2)%m), associated(n(1, 1)%m)
  k = 2
  print *, ubound(pn(2)%m, k), lbound(pn, k - 1)
  p(5:) => v(3:2)
  print *, lbound(p), ubound(p), size(p)
  p(5:4) => v
  print *, lbound(p), ubound(p), size(p), associated(p)
  q(0:, 0:) => a(:, 4:1, 1)
  print *, lbound(q), ubound(q), size(q)
  call changed(p, q)
  print *, lbound(p), ubound(p), lbound(q), ubound(q), q(2, 3)
contains
  subroutine changed(x, y)
    integer, pointer, intent(inout) :: x(:), y(:, :)
    x(7:) => v(::6)
    y(0:2, 2:5) => a
  end subroutine
end program bounds
