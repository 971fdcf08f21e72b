! test: kernel kernel
! Array statements under varying control flow, with masks, overlaps and copies that differ between lanes.
subroutine kernel(x, k, y, n)
  real :: x, y, a(6), b(6)
  integer :: k, n, i
  do i = 1, 6
    a(i) = x * i
  end do
  b = 0.0
  if (k > 2) then
    a(2:6) = a(1:5)
    where (a > 3.0)
      b = a - 3.0
    elsewhere (a > 1.0)
      b = 1.0
    elsewhere
      b = -a
    end where
  else
    a(1:5) = a(2:6) + a(1:5)
    where (a(6:1:-1) > 2.0) a = a(6:1:-1)
    b(1:k) = a(k:1:-1)
    b(k+1:5) = b(k+2:6)
  end if
  forall (i = 1:6, a(i) > x) b(i) = b(7 - i) + a(i)
  y = sum(a) + 10.0 * sum(b)
  n = count(b > a) + minloc(b, 1)
end subroutine
