! Absent OPTIONAL dummy arguments with INTENT(OUT) whose types have default values, which they were given.
module absent
  implicit none
  type item
    integer :: k = 4
    integer :: list(2) = [1, 2]
    real, allocatable :: v(:)
  end type
contains
  subroutine scalar(a)
    type(item), intent(out), optional :: a
    if (present(a)) a%k = a%k + 1
    print *, present(a)
  end subroutine
  subroutine arrays(a, b, c)
    optional a, b, c
    intent(out) a, b
    type(item) :: a(:), b(2)
    real, allocatable, intent(out) :: c(:)
    print *, present(a), present(b), present(c)
    if (present(a)) a(1)%list(2) = 9
    if (present(b)) b(2)%k = b(2)%k + 3
  end subroutine
  subroutine pointed(a)
    type(item), intent(out), optional, target :: a(2)
    integer, pointer :: p(:)
    print *, present(a)
    if (.not. present(a)) return
    p => a%k
    p = p + 1
  end subroutine
  recursive subroutine handed_on(a, depth)
    type(item), intent(out), optional :: a
    integer, intent(in) :: depth
    if (depth > 0) call handed_on(a, depth - 1)
    if (present(a)) a%k = a%k + 1
  end subroutine
end module
program p
  use absent
  implicit none
  type(item) :: x(2)
  real, allocatable :: r(:)
  call scalar()
  x(1)%k = 50
  call scalar(x(1))
  print *, x%k
  call arrays()
  call arrays(c=r)
  call arrays(x)
  print *, x%k, x(1)%list, x(2)%list
  x%k = 70
  call arrays(b=x, c=r)
  print *, x%k, x(1)%list
  x%k = 90
  call handed_on(depth=1)
  call handed_on(x(2), 2)
  print *, x%k
end program
