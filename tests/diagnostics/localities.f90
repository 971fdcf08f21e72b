! DEFAULT(NONE) asks for the locality of each variable of the unit that stands in the block of a DO CONCURRENT.
module lent
  real :: scale = 2
end module
subroutine localities(n, a, b)
  use lent
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n), b(n)
  integer :: i, j, k, m
  real :: s, t, factor
  real, parameter :: two = 2
  s = 1
  factor = 3
  do concurrent (i = 1:n) default(none) shared(a, n, factor) local(t)
    t = a(i)*two*scale
    a(i) = t + s + s
    b(i) = factor
    block
      real :: u
      u = t
      a(i) = u + sum([(real(k), k=1, 3)])
    end block
    associate (v => a(i))
      v = v + 1
    end associate
    do concurrent (j = 1:2) local(m)
      m = j
      a(i) = a(i) + m + k
    end do
  end do
  do concurrent (i = 1:n) shared(a)
    a(i) = b(i)
  end do
  do concurrent (i = 1:n, a(i) > s) default(none) shared(a)
    a(i) = sqrt(a(i))
  end do
end subroutine
