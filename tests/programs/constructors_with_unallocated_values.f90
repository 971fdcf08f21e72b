! A component that is ALLOCATABLE takes over that a variable, or a part of an object, is not allocated, also beside
! components that are arrays of objects.
program constructors_with_unallocated_values
  implicit none
  type pair
    integer :: a(2)
  end type
  type holder
    integer, allocatable :: a(:)
    type(pair), allocatable :: q(:)
    character(:), allocatable :: t
  end type
  type(holder) :: x, y
  integer, allocatable :: yy(:)
  type(pair), allocatable :: bar(:)
  x = holder(yy, bar, 'x')
  call show(x)
  allocate (bar(2:3), yy(0:2))
  yy = [7, 8, 9]
  bar(2)%a = [1, 2]
  bar(3)%a = [3, 4]
  x = holder(yy, bar, 'abc')
  call show(x)
  y = holder(x%a, x%q, 'copy')
  call show(y)
  deallocate (bar, x%a)
  y = holder(x%a, x%q, 'copy')
  call show(y)
  x = holder(yy, bar, 'again')
  call show(x)
  y = holder(x%a, x%q, 'y')
  call show(y)
contains
  subroutine show(x)
    type(holder), intent(in) :: x
    print *, allocated(x%a), allocated(x%q), allocated(x%t)
    if (allocated(x%a)) print *, x%a
    if (allocated(x%q)) print *, x%q(ubound(x%q, 1))%a
    if (allocated(x%t)) print *, x%t
  end subroutine
end program
