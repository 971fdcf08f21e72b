! A procedure that is called with one variable as two arguments, and with two elements of an array that may be one.
program shared_or_near
  implicit none
  real(8) :: a(3, 3), t, c, s
  integer :: i, j
  a = reshape([(1 + 0.5d0 * i, i = 1, 9)], [3, 3])
  t = 4
  call rotate(3d0, t, c, s, t)
  print '(3f12.8)', c, s, t
  do j = 1, 2
    ! Lines of the column are apart.
    call rotate(a(1, j), a(j + 1, j), c, s, a(j, j))
    print '(3f12.8)', c, s, a(j, j)
  end do
  do i = 1, 2
    ! The second time it is one element.
    call rotate(2d0, a(i, 3), c, s, a(2, 3))
    print '(3f12.8)', c, s, a(2, 3)
  end do
  print '(9f10.6)', a
end program

subroutine rotate(f, g, c, s, r)
  implicit none
  real(8) :: f, g, c, s, r, d
  d = sqrt(f * f + g * g)
  c = abs(f) / d
  r = sign(d, f)
  s = g / r
end subroutine
