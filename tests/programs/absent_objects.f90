! Absent OPTIONAL dummy arguments with INTENT(OUT) whose types have default values, which they were given; those with
! TARGET of external procedures, which are copied, were said not to be OPTIONAL.
module absent
  implicit none
  type item
    integer :: k = 4
    integer :: list(2) = [1, 2]
    real, allocatable :: v(:)
  end type
  type pair
    integer :: k = 4
    real :: r(2) = [1.5, 2.5]
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
subroutine copied(a, b)
  use absent, only: pair
  implicit none
  type(pair), intent(out), optional, target :: a
  optional b
  target b
  intent(out) b
  type(pair) b(2)
  integer, pointer :: p
  print *, present(a), present(b)
  if (present(b)) then
    p => b(2)%k
    p = p + 5
  end if
  if (.not. present(a)) return
  p => a%k
  p = p + 2
end subroutine
program p
  use absent
  implicit none
  interface
    subroutine copied(a, b)
      import pair
      type(pair), intent(out), optional, target :: a, b(2)
    end subroutine
  end interface
  type(item) :: x(2)
  type(pair) :: y, z(2)
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
  y%k = 50
  z%k = 60
  call copied()
  call copied(y)
  print *, y
  call copied(b=z)
  print *, z
  call handed_on(depth=1)
  call handed_on(x(2), 2)
  print *, x%k
end program
