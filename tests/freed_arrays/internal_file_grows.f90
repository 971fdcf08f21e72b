! As internal_file.f90; the function gives the text another length.
program p
  implicit none
  character(len=:), allocatable :: lines(:)
  allocate (character(len=20) :: lines(4))
  lines = 'line'
  write (lines(2), '(a,i4)') 'got', f()
  print *, 'not reached'
contains
  integer function f()
    lines = [character(len=40) :: 'one', 'two'] ! fails: deallocation of lines
    f = 7
  end function
end program
