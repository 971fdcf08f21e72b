! test: kernel change
! test: init CALL PREPARE(4)
! What the first calls left ALLOCATEd could not be taken over by the rows. Each row starts with it, whatever other rows
! free, allocate anew or assign.
module grid
  real(8), allocatable :: t(:), w(:, :)
  integer, allocatable :: q(:)
  character(3), allocatable :: names(:)
  type layer
    real(8), allocatable :: c(:)
  end type
  type(layer) :: only
end module
subroutine prepare(n)
  use grid
  integer :: n, i, k, step
  allocate (t(-1:n), w(2, 3), q(3), names(2), only%c(3))
  do i = -1, n
    t(i) = i*1.5d0
  end do
  w = 7
  w(2, 3) = 1
  q = [1, 2, 3]
  names = ['abc', 'def']
  only%c = [1d0, 2d0, 4d0]
  k = step(0)
end subroutine
integer function step(k)
  integer :: k
  integer, allocatable, save :: s(:)
  if (.not. allocated(s)) allocate (s(3), source=20)
  step = s(k + 1)
  s(1) = s(1) + 1
  if (k == 2) deallocate (s)
end function
subroutine change(i, y, k)
  use grid
  integer, intent(in) :: i
  real(8), intent(out) :: y
  integer, intent(out) :: k
  integer :: step
  if (i == 1) deallocate (t)
  if (i == 2) then
    deallocate (t)
    allocate (t(5), source=9d0)
  end if
  if (.not. allocated(t)) allocate (t(2), source=3d0)
  w(1, 1) = w(1, 1) + i
  if (i == 3) then
    deallocate (q)
    allocate (q(0:1), source=i)
  end if
  y = sum(t) + sum(w) + lbound(t, 1) + sum(only%c)
  k = sum(q)*10 + lbound(q, 1) + step(mod(i, 3)) + step(0)
  if (i > 3) names(2)(2:) = names(1)
  k = k + ichar(names(2)(3:3))
end subroutine
