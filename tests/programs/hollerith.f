C     Hollerith constants that are assigned, named, compared and passed: their bytes are the value of a number.
      program p
      integer i, j(2), k
      integer*2 h
      integer*8 g
      integer*1 b
      real x
      double precision d
      complex c
      double complex z
      logical l, m
      character*6 s
      parameter (n = 4hHell)
      i = 4hHell
      print '(a4)', i, n
      x = 4habcd
      print '(a4)', x
      d = 8habcdefgh
      print '(a8)', d
      d = 3hxyz
      print '(a8,a1)', d, '|'
      data j /4hwxyz, 2hq /
      print '(2a4)', j
      s = 5habcde
      print *, s, '|'
      call sub(4hARGU)
      call sub2(8hLONGARGU)
      call sub3(12habcdefghijkl, 3)
      call sub(2hxy)
      l = 4htrue
      c = 8h12345678
      print '(2a4)', c
      z = 16h1234567890abcdef
      print '(2a8)', z
      i = 2hab
      print *, i, 1
      h = 2hhi
      print *, h
      g = 8hlonglong
      print *, g
      i = 8hlonglong
      print '(a4)', i
      if (i .eq. j(1)) print *, 'no'
      call sub(4hx'y")
      end
      subroutine sub(i)
      integer i
      print '(a4,a)', i, '|'
      end
      subroutine sub2(d)
      double precision d
      print '(a8)', d
      end
      subroutine sub3(i, n)
      integer i(n)
      print '(3a4)', i
      end
