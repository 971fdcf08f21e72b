! Types and objects taken from modules under other names, private types, INTENT(OUT) and ALLOCATE with default values,
! interface bodies with IMPORT, subscripts that an assignment changes.
module params
  implicit none
  type settings
    logical :: on(3) = .false.
    integer :: level
    complex(8) :: z = (1d0, -1d0)
    character(4) :: name = 'abc'
  end type
  type(settings) :: current = settings(level=3)
  type tree
    integer :: n = 0
    type(settings) :: leafs(2)
  end type
  type(tree), target :: t1
  private :: hidden
  type hidden
    integer :: h
  end type
  type(settings), allocatable :: pool(:)
contains
  subroutine setup(k)
    integer, intent(in) :: k
    if (allocated(pool)) deallocate(pool)
    allocate(pool(k))
    pool(:)%level = 7
    pool(k) = current
  end subroutine
  subroutine out(s)
    type(settings), intent(out) :: s
    s%level = 1
  end subroutine
end module
module other
  use params, only: conf => settings, cur => current
contains
  subroutine bump
    cur%level = cur%level + 1
    cur%on(2) = .true.
  end subroutine
  function twice(c) result(d)
    type(conf), intent(in) :: c
    type(conf) :: d
    d = c
    d%level = 2*c%level
  end function
end module
program g
  use params
  use other, only: bump, twice
  implicit none
  type(settings) :: mine
  integer :: i, n
  real :: x(3)
  interface
    subroutine ext(s, k)
      import :: settings
      type(settings), intent(inout) :: s
      integer, intent(in) :: k
    end subroutine
  end interface
  type loc
    real :: v
    integer :: idx(2)
  end type
  type(loc) :: l(2), swap
  call bump
  print *, current
  mine = twice(twice(current))
  print *, mine%level, mine%name // '!', mine%z*2
  call setup(3)
  print *, pool%level, pool(3)%on, pool(1)%name
  call out(mine)
  print *, mine%level, mine%on
  t1%leafs(2) = mine
  t1%leafs%level = [10, 20]
  call ext(t1%leafs(1), 5)
  print *, t1%n, t1%leafs%level, t1%leafs(1)%name
  l(1) = loc(1.5, [1, 2])
  l(2) = loc(v=2.5, idx=[2, 1])
  x = 0
  do i = 1, 2
    x(l(i)%idx(1)) = x(l(i)%idx(1)) + l(i)%v
  end do
  print *, x, l(l(1)%idx(2))%v
  swap = l(1); l(1) = l(2); l(2) = swap
  print *, l%v, l%idx(1)
  l(l(1)%idx(2)) = loc(9.0, [7, 8])
  print *, l(1), l(2)
  n = 0
end program
subroutine ext(s, k)
  use params, only: settings
  implicit none
  type(settings), intent(inout) :: s
  integer, intent(in) :: k
  s%level = s%level + k
  s%name = 'ext'
end subroutine
