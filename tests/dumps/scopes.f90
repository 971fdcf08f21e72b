! test: dump cfg
! test: dump structured
! BLOCK, ASSOCIATE and DO CONCURRENT: each way out of a scope leaves it and frees what it has allocated.
subroutine scopes(n, x)
  integer :: n
  real :: x
  outer: block
    real :: a(n)
    a = x
    associate (y => x + 1.0)
      if (y > 2.0) exit outer
      if (y > 1.0) go to 10
      if (y > 0.5) return
      do concurrent (i = 1:n, a(i) > y)
        a(i) = y
      end do
    end associate
    x = sum(a)
  end block outer
  x = x + 1.0
10 continue
end subroutine
