! Parts of complex variables where they are not supported yet, and of what has none.
program complex_parts
  complex :: z, a(3)
  real :: x
  call s(z%im)
  a(n(2))%re = 1.0
  x%re = 2.0
  z%up = 1.0
  print *, x%im, z%re(1), f(z%im)
  read *, z%re
contains
  integer function n(i)
    integer, intent(in) :: i
    n = i
  end function
end program
