! test: kernel unused
! test: array t = 1.5 2.5 -4
! Parts of arrays beyond their ends, and before their begins, are passed to procedures that access nothing of them, as
! libraries do where an array of one element takes the place of a matrix with no rows. Rows failed at the call: in loops
! with a common index and with one of each lane, with arrays of every storage class and elements of every size.
subroutine unused(t, n, k, y, m)
 integer n, k, m, few
 real(8) t(3), y, none(1), work(6), table(4), own(-1:2)
 complex(8) z(2)
 character(4) text(2)
 real(8), allocatable :: grown(:)
 common /tables/ table
 save own
 none(1) = 5
 work = [(y*few, few = 1, 6)]
 table = 2*y
 own = y
 z = (2d0, 3d0)
 text = ['abcd', 'efgh']
 m = 0
 if (n == 0) call columns(n, none, 20, k)
 if (n > 0) call columns(n, work, n, min(k, 6/n))
 few = 0
 if (k > 0) few = max(0, min(2, 7 - k))
 call scale(few, work(k))
 call scale(min(few, 0), table(k))
 call scale(0, own(k))
 call scale(0, own(1000))
 call scale(0, own(-1000))
 call add(0, t(k), m)
 call add(0, t(5), m)
 call add(2, t(2), m)
 call bits(0, none(k), m)
 call bits(0, none(7), m)
 call bits(2, none(1), m)
 call turn(0, z(k))
 call turn(1, z(2))
 call letters(0, text(k), m)
 call letters(2, text(1), m)
 allocate (grown(max(0, k)))
 grown = y
 call scale(0, grown(k + 5))
 call scale(0, grown(-k))
 call scale(min(k, 1), grown(k))
 y = none(1) + sum(work) + sum(table) + sum(own) + sum(grown) + real(z(1)) + aimag(z(2))
end
subroutine columns(n, c, rows, k)
 integer n, rows, k, j
 real(8) c(rows, *)
 do j = 1, k
  call scale(n, c(1, j))
 end do
end
subroutine scale(n, x)
 integer n, i
 real(8) x(*)
 do i = 1, n
  x(i) = x(i)*2 + i
 end do
end
subroutine add(n, x, m)
 integer n, m, i
 real(8) x(*)
 do i = 1, n
  m = m + int(4*x(i))
 end do
end
subroutine bits(n, i, m)
 integer n, m, j
 integer i(*)
 do j = 1, n
  m = ieor(ishft(m, 1), i(j))
 end do
end
subroutine turn(n, z)
 integer n
 complex(8) z(*)
 if (n > 0) z(n) = z(n)*(0d0, 1d0)
end
subroutine letters(n, text, m)
 integer n, m, i
 character(4) text(*)
 do i = 1, n
  m = m + ichar(text(i)(i:i))
 end do
end
