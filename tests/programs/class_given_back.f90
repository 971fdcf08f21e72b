! An INTENT(OUT) argument of CLASS that is a component in the stores: what the call before had been given was freed. And
! RETURN in SELECT TYPE of a local object, which is freed there.
module m
  implicit none
  type :: item
    integer :: n = 1
  end type
  type, extends(item) :: group
    type(slot), allocatable :: sub(:)
  end type
  type :: slot
    class(item), allocatable :: it
  end type
contains
  subroutine get(n, it)
    integer, intent(in) :: n
    class(item), allocatable, intent(out) :: it
    allocate (it)
    it%n = n
  end subroutine
  subroutine fill(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    type(group) :: g
    integer :: m
    allocate (g%sub(n))
    do m = 1, n
      call get(m, g%sub(m)%it)
    end do
    r = g%sub(1)%it%n + 10 * g%sub(n)%it%n
  end subroutine
  subroutine leave(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    class(item), allocatable :: it
    r = -1
    if (n > 2) then
      allocate (group :: it)
    else
      allocate (it)
    end if
    it%n = n
    select type (it)
    type is (group)
      if (it%n > 3) return
      r = 7
    class default
      r = it%n
    end select
  end subroutine
end module
program p
  use m
  implicit none
  integer :: n, r
  do n = 1, 5
    call fill(n, r)
    print *, r
    call leave(n, r)
    print *, r
  end do
end program
