! A length is constant although the index of an implied DO stands in it, which is no variable of the unit.
program lengths
  integer :: j
  integer, parameter :: widths(3) = [(j, j = 2, 4)]
  character(len=sum([(j, j = 1, 3)])) :: text = "abcdefgh"
  character(len=size([(widths(j), j = 1, 3)])), save :: short = "xyz1"
  print *, text, len(text), short, len(short)
end program
