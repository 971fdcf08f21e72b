! SIZE and UBOUND of dummy arrays of explicit shape, of which the actual arguments have more elements.
program p
  integer :: v(10) = 1
  print *, size(f(v, 3)), size(g(v, 3)), size(h(v, 4))
contains
  function f(a, n) result(b)
    integer, intent(in) :: n, a(n)
    integer :: b(size(a))
    b = 1
  end function
  function g(a, n) result(b)
    integer, intent(in) :: n, a(2:n)
    integer :: b(ubound(a, 1))
    b = 1
  end function
  function h(a, n) result(b)
    integer, intent(in) :: n, a(n, 2)
    integer :: b(size(a), size(a, 2))
    b = 1
  end function
end program
