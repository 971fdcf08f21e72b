! test: kernel idle
! Scalars in memory that a procedure assigns where some rows alone call it: an
! element of an array, a variable in COMMON, one that is kept. The procedure
! wrote the last value of its dummy argument for all lanes of the gang, so
! that rows which had not called it lost theirs.
subroutine idle(c, x, y)
 integer c, n
 real(8) x, y, a(3), shared
 real(8), save :: kept
 integer counts(3)
 common /area/ shared, counts
 do n = 1, 3
  a(n) = 7*n
  counts(n) = n
 end do
 shared = 5
 kept = 6
 if (c == 1) call put(a(2), x)
 if (c == 2) call put(a, x)
 if (c == 3) call put(shared, x)
 if (c == 4) call put(kept, x)
 if (c >= 3) call count(counts(3), c)
 if (c == 6) call put(a(mod(c, 4) + 1), x)
 y = shared + 1000*kept
 do n = 1, 3
  y = y + 10*a(n) + 100*counts(n)
 end do
end
subroutine put(a, x)
 real(8) a, x
 a = x + 1
end
subroutine count(n, c)
 integer n, c
 if (c == 5) return
 n = n + c
end
