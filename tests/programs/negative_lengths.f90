! A negative length of a constructor's items is zero.
program negative_lengths
  implicit none
  character(len=:), allocatable :: block(:)
  character(6) :: six = 'abcdef'
  character(3) :: three = 'ghi'
  integer :: n
  n = -6
  block = [character(len=n) :: six, three]
  print *, size(block), len(block), len_trim(block)
end program
