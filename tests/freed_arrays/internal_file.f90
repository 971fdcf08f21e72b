! The text to which a WRITE writes at its end was freed by a function among its items.
module m
  implicit none
  character(len=:), allocatable :: c
contains
  integer function f()
    deallocate (c) ! fails: deallocation of c
    f = 7
  end function
end module
program p
  use m
  implicit none
  c = repeat(' ', 1000)
  write (c, *) f()
  print *, 'not reached'
end program
