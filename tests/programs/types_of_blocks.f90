! Definitions of types in BLOCKs that need constants, as those of a kind.
program p
  implicit none
  integer :: k
  k = 1
  block
    integer, parameter :: dp = 8
    type :: base
      real(dp) :: y = 2.5_dp, z(2) = [1.0_dp, 2.0_dp/3]
      integer(8) :: n = 3_8
      character(dp) :: c = 'ab'//'cd'
    end type
    type(base) :: l, m(2)
    type(base), parameter :: q = base(y=1.5_dp)
    print *, l%y*4, l%n, m%y, m(2)%z, m%c//'|'
    print *, q%y, q%n, q%z
    block
      type, extends(base) :: more
        type(base) :: inner = base(n=7_8)
      end type
      type(more) :: o
      print *, o%y, o%inner%n, o%inner%z
    end block
  end block
  block
    type :: base
      real(8) :: y = 3.5_8
    end type
    type(base) :: l
    print *, l%y
  end block
end program
