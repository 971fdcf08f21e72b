! Pointers that have a target from the beginning: of modules, of which one uses the other, of procedures, and in BLOCK.
! A module with targets may use another one that has some.
module shapes
  implicit none
  type shape
    integer :: sides = 1
    real :: lengths(2) = [1.0, 2.0]
  end type
  type(shape), target, save :: square = shape(4, [2.5, 3.5])
  integer, target :: counts(3) = [10, 20, 30]
  character(5), target :: title = 'hello'
end module
module pointing
  use shapes
  implicit none
  type(shape), pointer :: at => square
  integer, pointer :: second => counts(2)
  integer, pointer :: nothing => null()
  real, pointer :: length => square%lengths(2)
  character(5), pointer :: words => title
  integer, target, private :: hidden = 42
  integer, pointer :: shown => hidden
contains
  subroutine forget()
    nullify (second)
  end subroutine
  logical function has_second()
    has_second = associated(second)
  end function
end module
program main
  use pointing, mine => shown
  implicit none
  integer, target, save :: own = 3
  integer, pointer :: to_own => own
  integer :: i
  print *, at%sides, second, length, words, mine, to_own
  second = 21
  length = 7
  mine = mine + 1
  words(1:1) = 'H'
  to_own = to_own + 1
  print *, counts, square%lengths, title, own
  print *, associated(nothing), associated(at, square), associated(second, counts(2))
  call forget()
  print *, has_second(), associated(second)
  do i = 1, 3
    call count()
    block
      integer, pointer :: one => counts(1)
      one = one + 1
      print *, one
      one => counts(3)
    end block
  end do
  call other()
contains
  ! What it points to is kept from call to call.
  recursive subroutine count()
    integer, target, save :: first = 1, rest = 100
    integer, pointer :: now => first
    now = now + 1
    print *, now
    if (now == 2) call count()
    now => rest
  end subroutine
end program
subroutine other()
  use pointing, only: renamed => shown
  implicit none
  print *, renamed
end subroutine
