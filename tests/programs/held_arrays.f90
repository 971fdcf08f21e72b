! Calls hold the arrays that their callees use and could free, and hold them no more when they return: from any depth, early,
! by a label, or through procedures that hold them too.
module m
  implicit none
  integer, allocatable :: a(:)
  character(len=:), allocatable :: c
contains
  recursive subroutine deep(x, depth, frees)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: depth
    logical, intent(in) :: frees
    x(1) = x(1) + depth
    if (depth > 0) then
      call deep(a(2:), depth - 1, frees)
      call deep(x, depth - 1, frees)
      return
    end if
    if (frees) deallocate (a)
    x(size(x)) = x(1)
  end subroutine
  subroutine early(x, n, *)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    if (n < 0) deallocate (a)
    if (x(1) > 0) return 1
    x(1) = n
  end subroutine
  integer function grows(t, n)
    character(len=*), intent(in) :: t
    integer, intent(in) :: n
    if (n > 0) c = repeat('b', n)
    grows = len(t)
  end function
  subroutine replaces(b, n)
    integer, allocatable, intent(inout) :: b(:)
    integer, intent(in) :: n
    if (allocated(b)) deallocate (b)
    allocate (b(n), source=n)
  end subroutine
  function doubled(x) result(y)
    integer, intent(in) :: x(:)
    integer :: y(2 * size(x))
    if (size(x) > 100) deallocate (a)
    y = [x, x]
  end function
end module
program p
  use m
  implicit none
  integer :: i
  allocate (a(5), source=0)
  call deep(a, 2, .false.)
  print *, a
  call early(a, 5, *10)
  print *, 'not reached'
10 a(1) = 0
  call early(a, 5, *20)
  print *, a(1)
20 call replaces(a, 3)
  print *, a
  a = doubled(a)
  a = doubled(a(2:4))
  print *, a
  c = 'aaaa'
  print *, grows('one', 2), c
  print *, grows(c // '', 6), c
  write (c, '(i3)') grows(c, 0)
  print *, c
  do i = 1, 3
    call replaces(a, i)
    call deep(a, i - 1, .false.)
    print *, a
    deallocate (a)
    allocate (a(4), source=i)
  end do
  deallocate (a)
  print *, allocated(a)
end program
