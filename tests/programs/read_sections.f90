! READ into array sections, in array element order.
program read_sections
  implicit none
  real :: a(4), b(3, 3)
  integer :: v(2), n(5), k
  complex :: z(3)
  character(3) :: c(4)
  logical :: l(3)
  a = 0
  b = 0
  n = -1
  z = 0
  c = '...'
  l = .false.
  read (*, *) a(2:3)
  print *, a
  read (*, *) a(1:4:2), n(5:3:-1)
  print *, a, n
  read (*, *) b(2, :), b(:2, 3)
  print *, b
  v = [4, 1]
  read (*, *) n(v)
  print *, n
  read (*, *) z(2:)
  print *, z
  read (*, '(4a3)') c(3:4), c(1:1)
  print *, c
  read (*, *) l(::2)
  print *, l
  read (*, *) k, a(k:k + 1)
  print *, k, a
end program
