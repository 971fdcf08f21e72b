! test: dump cfg
! FORALL of several statements and of sections: array assignments that share bounds and a mask.
subroutine kernel(a, b, n)
  integer :: n, i
  real :: a(n, n), b(n)
  forall (i = 1:n, b(i) > 0)
    a(i, :) = a(:, i) * b(i)
    b(i) = a(i, i)
  end forall
  forall (i = 2:n) a(i, i:n) = b(i)
end subroutine
