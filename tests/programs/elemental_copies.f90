! ELEMENTAL subroutines whose arguments overlap: an argument that is no variable is evaluated before.
program elemental_copies
  integer :: a(4) = [1, 2, 3, 4], b(4), i
  character(3) :: c(3) = ['a', 'b', 'c']
  b = a
  call double((a(1:3)), a(2:4))
  print *, a
  call double((a), a)
  print *, a
  call double(a(1:3) + 1, a(2:4))
  print *, a
  call cat((c(1:2)), c(2:3))
  print *, c
contains
  elemental subroutine double(x, y)
    integer, intent(in) :: x
    integer, intent(out) :: y
    y = 2 * x
  end subroutine
  elemental subroutine cat(x, y)
    character(*), intent(in) :: x
    character(*), intent(inout) :: y
    y = x(1:1) // y
  end subroutine
end program
