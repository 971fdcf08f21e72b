! Derived types of a module: arguments and results, default values at entry, ALLOCATABLE arrays, functions in
! conditions, generic names.
module stack_mod
  implicit none
  integer, parameter :: nmax = 5
  type item
    integer :: id = -1
    character(len=6) :: tag = 'none'
    real :: w(2) = [0.5, 1.5]
  end type
  type table
    integer :: n = 0
    type(item) :: items(nmax)
    logical :: ok = .false.
  end type
  type(table), save :: global
  interface describe
    module procedure describe_item
    module procedure describe_int
    module procedure describe_real
  end interface describe
contains
  subroutine push(t, it)
    type(table), intent(inout) :: t
    type(item), intent(in) :: it
    t%n = t%n + 1
    t%items(t%n) = it
  end subroutine
  function pop(t) result(it)
    type(table), intent(inout) :: t
    type(item) :: it
    it = t%items(t%n)
    t%n = t%n - 1
  end function
  subroutine reset(t)
    type(table), intent(out) :: t
    t%ok = .true.
  end subroutine
  subroutine describe_item(x)
    type(item), intent(in) :: x
    write(*, '(a,i4,1x,a,2f6.2)') 'item', x%id, x%tag, x%w
  end subroutine
  subroutine describe_int(x)
    integer, intent(in) :: x
    print *, 'int', x
  end subroutine
  subroutine describe_real(x)
    real, intent(in) :: x
    print *, 'real', x
  end subroutine
  recursive integer function depth(t, k) result(d)
    type(table), intent(in) :: t
    integer, intent(in) :: k
    if (k > t%n) then
      d = 0
    else
      d = 1 + depth(t, k + 1)
    end if
  end function
end module
program main
  use stack_mod
  implicit none
  type(item) :: a, b
  type(item), allocatable :: list(:)
  type(table) :: loc
  integer :: i
  type pair
    complex :: z
    real(8) :: d
    logical :: f
  end type
  type(pair) :: pr
  pr = pair((1.0, 2.0), 3d0, .true.)
  print *, pr
  a%id = 3
  call push(global, a)
  a = item(4, 'four', [1.0, 2.0])
  call push(global, a)
  call push(global, item(id=5))
  print *, global%n, global%items(1:3)%id, depth(global, 1)
  b = pop(global)
  call describe(b)
  call describe(pop(global))
  call describe(3)
  call describe(2.5)
  call reset(global)
  print *, global%n, global%ok, global%items(2)%tag
  allocate(list(3))
  print *, list%id, list(2)%tag, size(list), allocated(list)
  do i = 1, size(list)
    list(i) = item(i, char(64 + i), [real(i), real(-i)])
  end do
  call show(list)
  call show(list(2:))
  list(1:2) = list(2:3)
  call show(list)
  where (list%id == 3) list%id = 30
  forall (i = 1:3) list(i)%w(1) = i*10
  print *, list
  associate (first => list(1), last => list(3)%w)
    first%id = 99
    last = last + 1
  end associate
  print *, list(1)%id, list(3)%w
  list = list([3, 2, 1])
  print *, list%id
  deallocate(list)
  print *, allocated(list)
  i = 0
  do while (nextid(loc) < 3)
    i = i + 1
  end do
  print *, i, loc%n
  if (i == 100) then
    print *, 'no'
  else if (same(pop2(loc), item(7))) then
    print *, 'seven'
  else
    print *, 'other'
  end if
contains
  subroutine show(x)
    type(item), intent(in) :: x(:)
    integer :: k
    do k = 1, size(x)
      call describe(x(k))
    end do
  end subroutine
  integer function nextid(t)
    type(table), intent(inout) :: t
    t%n = t%n + 1
    nextid = t%n
  end function
  logical function same(x, y)
    type(item), intent(in) :: x, y
    same = x%id == y%id .and. x%tag == y%tag .and. all(x%w == y%w)
  end function
  function pop2(t)
    type(table), intent(in) :: t
    type(item) :: pop2
    pop2%id = t%n + 4
  end function
end program
