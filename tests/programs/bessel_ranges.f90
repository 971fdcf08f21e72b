! BESSEL_JN and BESSEL_YN of a range of orders: all but two of their values follow from the others, as in gfortran's
! library, and so differ from those of each order in the last bits.
program bessel_ranges
  implicit none
  real :: x = 1.5, a(4), zero = 0
  double precision :: d = 20.25d0, small = 1d-40
  integer :: n = 3, k
  integer(8) :: m = 6
  print *, bessel_jn(0, n, x)
  print *, bessel_yn(0, n - 1, x)
  print *, bessel_jn(n1=2, n2=12, x=d)
  print *, bessel_yn(x=d, n2=12, n1=2)
  print *, bessel_jn(n, n, x), bessel_yn(n, n, x), size(bessel_jn(n, n - 1, x))
  print *, bessel_jn(0, 3, zero), bessel_yn(0, 3, zero)
  print *, bessel_yn(5, 12, small), bessel_jn(m - 2, int(m), d)
  a = bessel_jn(0, 3, x + 1)*2 + a_of(n)
  print *, a, sum(bessel_yn(1, 5, d)), shape(bessel_jn(1, 5, d))
  print *, maxval(abs(bessel_jn(0, 40, 30d0*x) - [(bessel_jn(k, 30d0*x), k = 0, 40)])) < 1d-12
  print *, bessel_jn([1, 2], x), bessel_jn(1, [x, 2*x]), bessel_yn(2, d)
contains
  real function a_of(k)
    integer, intent(in) :: k
    a_of = bessel_jn(k, x)
  end function
end program
