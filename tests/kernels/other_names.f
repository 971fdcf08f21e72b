! test: kernel names
C     Arguments that are other names of what the callee accesses otherwise, which Fortran forbids if one is assigned:
C     of variables of COMMON blocks, of elements and parts of one array, also through further calls.
      subroutine names(u, i, j, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10,
     &  r11, r12, r13)
      double precision u, x, a, b, c(4), late, r1, r2, r3, r4, r5, r6,
     &  r7, r8, r9, r10, r11, r12, r13
      common /c/ x, a(5), n, k(3)
      common /d/ b(4)
      equivalence (b(2), w)
      double precision w
      do 10 m = 1, 5
      a(m) = u + m
   10 continue
      x = u
      n = i
      k(1) = j
      k(2) = 2
      k(3) = i
      call change(x)
      r1 = x
      call change(a(i))
      r2 = a(1) + 10*a(2) + 100*a(3) + x
      call sums(a, a(j))
      r3 = a(1) + 10*a(2) + 100*a(3) + 1000*a(4)
      call shift(a, a(2), 4)
      r4 = a(1) + 10*a(2) + 100*a(3) + 1000*a(4) + 10000*a(5)
      call shift(a(2), a, i)
      r5 = a(1) + 10*a(2) + 100*a(3) + 1000*a(4) + 10000*a(5)
      call swap(a(i), a(j))
      r6 = a(1) + 10*a(2) + 100*a(3) + 1000*a(4) + 10000*a(5)
      call count(n, k)
      r7 = n + 10*k(1) + 100*k(2) + 1000*k(3)
      w = u
      call twice(w, b)
      r8 = b(2) + 10*b(3)
      do 20 m = 1, 4
      c(m) = m*u
   20 continue
      call shift(c, c, 4)
      r9 = c(1) + 10*c(2) + 100*c(3) + 1000*c(4)
      call pass(c(i), c)
      r10 = c(1) + 10*c(2) + 100*c(3) + 1000*c(4)
      r11 = late(x) + 1000*x
      call only(a(1), a(3))
      r12 = a(1) + a(3)
      call watch(x, a(j), r13)
      end
      subroutine change(y)
      double precision x, a, y
      common /c/ x, a(5), n, k(3)
      y = y + 1
      x = 2*x
      if (y .gt. 3d0) a(2) = y
      a(1) = a(1) + y
      y = y + x
      end
      subroutine sums(b, s)
      double precision b(*), s
      do 10 m = 1, 4
      b(m) = b(m) + s
      if (b(m) .gt. 20d0) s = s/2
   10 continue
      end
      subroutine shift(to, from, n)
      double precision to(n), from(n)
      do 10 m = 1, n
      to(m) = from(m) + 1
      from(1) = from(1) + to(m)/4
   10 continue
      end
      subroutine swap(y, z)
      double precision y, z, t
      t = y
      y = z + 1
      z = t + 2*y
      end
      subroutine count(m, l)
      double precision x, a
      common /c/ x, a(5), n, k(3)
      dimension l(m)
      do 10 i = 1, m
      l(1) = l(1) + n
      k(2) = k(2) + l(1)
      m = m - 1
      n = n + l(2)
      if (n .gt. 50) return
   10 continue
      end
      subroutine twice(v, b)
      double precision v, b(4)
      b(3) = v
      v = v + 1
      b(2) = 2*b(2)
      b(3) = b(3) + v
      end
      subroutine pass(s, c)
      double precision s, c(4)
      call sums(c, s)
      call swap(s, c(2))
      end
      double precision function late(y)
      double precision x, a, y
      common /c/ x, a(5), n, k(3)
      y = y/2
      call later(y)
      late = y
      end
      subroutine later(z)
      double precision x, a, z
      common /c/ x, a(5), n, k(3)
      x = x + 5
      if (z .gt. 7d0) z = z - 1
      x = x*2
      end
C     What a unit does not assign by its own name is no constant there.
      subroutine watch(y, z, s)
      double precision x, a, y, z, s
      common /c/ x, a(5), n, k(3)
      s = y + z
      do 10 m = 1, 4
      x = x + m
      if (y .gt. 9d0) a(m) = a(m) + y
      s = s + y + 10*z
   10 continue
      end
C     Elements that are apart keep their values apart.
      subroutine only(y, z)
      double precision y, z
      y = 1
      z = 2*y
      end
