! COMPLEX items are two reals, list-directed in parentheses.
program complexes
  complex :: z, w(2, 2), one
  complex(8) :: d
  integer :: i
  parameter (one = (1.0, -1.0))
  read *, z, d
  print *, z, d, one, (0.0, 1e30)
  print '(2f8.3)', z, d
  read (*, '(2f6.2)') w
  print '(1x,4f8.2)', w
  print *, w
  print *, z * w(1, 2), conjg(d)
  read *, (w(i, 1), i = 1, 2)
  print *, w
end program complexes
