! Objects with final procedures in BLOCK, in a loop too; components of such types; the last name goes first.
module finals_in_blocks
  implicit none
  type t
    integer :: i = 0
  contains
    final :: fin
  end type
  type w
    type(t) :: inner
    integer :: k = 3
  end type
  integer :: n = 0
contains
  subroutine fin(x)
    type(t), intent(inout) :: x
    n = n + 1
    print *, 'final', x%i
  end subroutine
  subroutine s1
    type(w) :: a, b
    a%inner%i = 1
    b%inner%i = 2
    print *, 'in s1'
  end subroutine
  subroutine s2(x)
    type(w), intent(inout) :: x
    type(w) :: b
    b = x
    print *, 'in s2'
  end subroutine
end module
program main
  use finals_in_blocks
  implicit none
  type(w) :: x
  call s1
  print *, n
  x%inner%i = 7
  call s2(x)
  print *, n
  block
    type(t) :: xx, yy
    xx%i = 11
    yy%i = 12
    print *, 'in block'
  end block
  print *, n
  do n = 1, 2
    block
      type(w), allocatable :: a
      type(t) :: z(2)
      integer :: k
      z%i = [20, 30] + n
      do k = 1, 5
        if (k == 2) exit
      end do
      if (n == 1) allocate (a)
    end block
  end do
end program
