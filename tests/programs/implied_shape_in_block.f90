! Named constants with the shape of their value in a BLOCK: this was E0208.
program p
  implicit none
  character(len=*), parameter :: label(*) = [character(len=8) :: 'one', 'three', 'seven']
  integer, parameter :: k(*) = [1, 2, 3]
  print *, label(2), size(k)
  block
    integer, parameter :: k(*) = [1, 2, 3, 4]
    integer, parameter :: m(0:*) = [1, 2, 3, 4]
    print *, size(k), lbound(m)
  end block
end program
