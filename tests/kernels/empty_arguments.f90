! test: kernel whole
! An array without elements is passed to a scalar, in rows that stop there.
! Gangs checked no such argument: the callee read and assigned what lay
! behind the array, which belongs to the rows beside or to nobody.
subroutine whole(c, x, y)
 integer c, n
 real(8) x, y
 real(8) :: below(2), nothing(5:4), above(2)
 do n = 1, 2
  below(n) = x
  above(n) = 2*x
 end do
 if (mod(c, 3) == 1) call bump(nothing, x)
 if (mod(c, 3) == 2) call pass(nothing, x)
 y = 0
 do n = 1, 2
  y = y + below(n) + 10*above(n)
 end do
end
subroutine pass(a, x)
 real(8) a(*), x
 call bump(a, x)
end
subroutine bump(a, x)
 real(8) a, x
 a = a + 1
 x = a
 stop
end
