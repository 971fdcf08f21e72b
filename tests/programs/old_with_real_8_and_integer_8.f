C     An old program with default REAL and INTEGER of 8 bytes.
      program old
      real x, y(3)
      complex c
      double precision d
      common /blk/ x, y
      external f
      intrinsic sin, alog
      equivalence (w(1), v)
      dimension w(2)
      logical l
      data y /1.1, 2*3.3/
      parameter (pi = 3.14159265358979)
      x = 0.1
      c = (1, 2)
      c = c * (1.5, 2)
      d = 1.0d0/3
      i = 7
      w(1) = 1.0/3.0
      print *, x, y, c, d, i, v, pi
      print *, alog(2.0), amax1(1.0, x), float(i), sngl(d), real(i)/3
      print *, cmplx(1.0, 2.0)/3, abs((3.0,4.0)), aimag(c), dble(x)
      print *, kind(1.0), kind(x), kind(c), kind(1.0d0), kind(i),
     &  kind(l)
      print *, epsilon(1.0), huge(x), tiny(x), max1(x, 3.7),
     &  amax0(i,2)
      print *, sqrt(2.0), exp(1.0), atan2(1.0, x), mod(5.5, 2.0),
     &  sign(1.0, -x)
      print *, amod(5.5, 2.0), aint(2.7), nint(2.7), ifix(2.7),
     &  int(-2.7)
      print *, cabs(c), csqrt(c), cexp(c), dprod(1.1, 2.2), dim(3.3,
     &  1.1)
      call apply(sin, 1.0, z)
      print *, z
      call apply(alog, 2.0, z)
      print *, z, f(2.0), stf(1.0)
      call internal(x)
      print *, real(1.1_4, 4), selected_real_kind(6), 1.5e0, 2e-3
      print *, transfer(1.0, 1_8), storage_size(x), 5/2.0, 2**0.5
      print *, size(y), len('abc'), index('abc', 'c')
      write (*, 100) x, d
  100 format (f12.8, d20.12)
      end
      subroutine apply(g, a, r)
      r = g(a)
      end
      function f(a)
      implicit real (a-h), complex (o)
      o = (0.0, 1.1)
      f = a*1.1 + real(o*o)
      end
      real function stf(a)
      s(b) = b*0.1
      stf = s(a)
      end
      subroutine internal(a)
      real, intent(in) :: a
      interface
        real function other(b)
          real, intent(in) :: b
        end function
      end interface
      type t
        real :: r = 0.1
        integer :: k = 3
      end type
      type (t) :: o
      real, allocatable :: w(:)
      allocate (w(2), source = 0.7)
      print *, o, w, inner(a), other(a), [real :: 1, 2], (/ 0.1, 0.2 /)
      contains
      function inner(b)
        inner = b + 0.1 + float(o%k)
      end function
      end subroutine
      function other(b)
      real, intent(in) :: b
      other = b*b
      end
