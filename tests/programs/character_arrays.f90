! Arrays of CHARACTER in array statements.
program texts
  implicit none
  character(5) :: a(3), b(3)
  integer :: n(3)
  a = 'x'
  a(2) = 'hello'
  b = a // 'y'
  print *, a, b
  print *, a == b, any(a == 'x')
  b(2:3) = a(1:2)
  print *, b
  n = len_trim(a)
  print *, n
  where (a == 'x') b = 'was x'
  print *, b
end
