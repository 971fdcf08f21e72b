! test: kernel twice
! A procedure that is not spliced gets one variable for a number and for its result, in lanes that take either arm.
subroutine twice(x, y, angle, length)
  implicit none
  double precision :: x, y, angle, length, other, s
  angle = x
  length = y
  if (x > y) then
    call rotate(length, angle, other, s, angle)
  else
    call rotate(length, angle, other, s, length)
  end if
  angle = angle + other*s
contains
  recursive subroutine rotate(f, g, c, s, r)
    double precision :: f, g, c, s, r
    integer :: i
    r = sqrt(f*f + g*g)
    c = f/r
    s = g/r
    do i = 1, 3
      r = r + c*g
      if (r > 50) exit
    end do
    if (abs(r) > 1d3) call rotate(c, s, f, g, r)
  end subroutine
end subroutine
