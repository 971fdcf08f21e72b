! Keywords of arguments were known for some intrinsic procedures alone: not for specific names, not for MVBITS and
! MOVE_ALLOC, and a function of two arguments without a list of its own called both X.
program intrinsic_keywords
  implicit none
  real, allocatable :: a(:), b(:)
  integer :: i
  i = 0
  call mvbits(to=i, topos=4, from=255, frompos=0, len=3)
  print *, i
  allocate (a(2))
  a = [1.5, 2.5]
  call move_alloc(to=b, from=a)
  print *, allocated(array=a), allocated(b), b
  print *, dsign(b=-1d0, a=2d0), amod(p=3.0, a=7.5), idim(y=3, x=5), datan2(x=1d0, y=1d0)
  print *, max(a2=3, a1=5, a3=4), min(1.0, a3=-2.0, a2=0.5)
  print *, besjn(x=1.5, n=2), dprod(y=2.0, x=3.0), imag(z=(1.0, 2.0))
  print *, merge_bits(mask=12, i=10, j=5), ishftc(size=4, i=3, shift=1)
  print *, index(back=.true., substring='a', string='banana'), repeat(ncopies=2, string='xy')
  print *, lge(string_b='b', string_a='a'), scan(set='n', string='banana', kind=8)
  print *, reshape(order=[2, 1], shape=[2, 2], source=[1, 2, 3, 4])
  print *, sum(mask=b > 2, array=b), maxloc(dim=1, array=b), eoshift(boundary=9.0, shift=1, array=b)
  call bounds()
contains
  ! The value of BESSEL_JN is not known before run time, which is no hindrance for a bound.
  subroutine bounds()
    real :: w(int(10 * bessel_jn(n=0, x=0.5)))
    print *, size(array=w), len(string=repeat('ab', 3))
  end subroutine
end program
