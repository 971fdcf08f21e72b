! test: kernel k
! Calls that hold an array and return, early, by another label or through others that hold it too, hold it no more; an array
! without elements is not held.
subroutine k(n, y)
  implicit none
  integer :: n, y
  integer, allocatable :: a(:)
  allocate (a(n))
  y = 0
  call twice(a, .false.)
  call early(a, *10)
  y = y + 1
10 y = y + size(a)
  call clear(a)
  deallocate (a)
  allocate (a(0))
  call twice(a, .true.)
  if (.not. allocated(a)) y = y + 100
contains
  subroutine twice(x, frees)
    integer, intent(inout) :: x(:)
    logical, intent(in) :: frees
    call once(x, frees)
    x = x + size(x)
    if (frees) deallocate (a)
  end subroutine
  subroutine once(x, frees)
    integer, intent(inout) :: x(:)
    logical, intent(in) :: frees
    if (frees .and. n < 0) deallocate (a)
    x = x + 1
  end subroutine
  subroutine early(x, *)
    integer, intent(inout) :: x(:)
    if (n < 0) deallocate (a)
    if (size(x) > 1) return 1
    x = 1
  end subroutine
  subroutine clear(b)
    integer, allocatable, intent(inout) :: b(:)
    y = y + sum(b)
    b = [1, 2, 3]
  end subroutine
end subroutine
