! Procedures that are none for the objects of a type, and blocks with objects of theirs that RETURN and END= leave.
module m
  implicit none
  type :: t
    integer :: i = 0
  contains
    final :: f1, f2, f3, f4, nothing, f5
  end type
contains
  subroutine f1(x)
    class(t), intent(inout) :: x
  end subroutine
  integer function f2(x)
    type(t), intent(inout) :: x
    f2 = 1
  end function
  subroutine f3(x, y)
    type(t), intent(inout) :: x, y
  end subroutine
  subroutine f4(x)
    integer, intent(inout) :: x
  end subroutine
  subroutine f5(x)
    type(t), intent(inout) :: x
  end subroutine
end module
subroutine s
  use m
  block
    type(t) :: x
    x%i = 1
    if (x%i == 1) return
  end block
end subroutine
subroutine reads(text)
  use m
  character(*) :: text
  integer :: k
  block
    type(t) :: x
    read (text, *, end=10) k
  end block
10 continue
end subroutine
