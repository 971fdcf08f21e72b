! The bounds of a dummy array may be variables that share their place with COMMON.
      subroutine s(x)
      common /sz/ n, m
      real x(k), y(j:k)
      equivalence (k, n), (j, m)
      y = 1
      print *, x(k), k, size(y)
      end
      subroutine t(x)
      integer q, w
      equivalence (q, w)
      common /sz/ n, m
      equivalence (w, n)
      real x(q)
      print *, x(q)
      end
      program p
      common /sz/ n, m
      real y(5)
      y = 3.5
      n = 4
      m = 2
      call s(y)
      call t(y)
      end
