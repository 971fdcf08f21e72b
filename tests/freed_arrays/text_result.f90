! A text that a function gets as an argument, in an assignment to that text.
program p
  implicit none
  character(len=:), allocatable :: c
  c = repeat('a', 100)
  c = f(c(2:)) // c
  print *, 'not reached'
contains
  function f(x) result(y)
    character(len=*), intent(in) :: x
    character(len=len(x)) :: y
    deallocate (c) ! fails: deallocation of c
    y = x
  end function
end program
