! SELECT TYPE of a name of ASSOCIATE whose object may be of several types.
module associated_kinds
  implicit none
  type plain
    integer :: i = 1
  end type
  type, extends(plain) :: wide
    real :: r = 2.5
  end type
contains
  subroutine tell(x, y)
    class(plain), allocatable, intent(inout) :: x, y
    associate (one => x, two => y)
      select type (two)
      type is (plain)
        print *, 'two is plain', two%i
      type is (wide)
        two%r = two%r + 1
        print *, 'two is wide', two%i, two%r
      end select
      select type (one)
      class is (wide)
        print *, 'one is wide', one%r
      class default
        one%i = one%i + 10
        print *, 'one is plain', one%i
      end select
    end associate
  end subroutine
end module
program main
  use associated_kinds
  implicit none
  class(plain), allocatable :: a, b
  allocate (plain :: a)
  allocate (wide :: b)
  call tell(a, b)
  call tell(b, a)
  call tell(a, b)
end program
