! test: kernel kern
! Lanes that call with an OPTIONAL argument, without it, and with one that may be absent itself.
module optional_arguments
  implicit none
  type pair
    real :: a, b
  end type
contains
  real function weighted(x, by, list, z, p)
    real, intent(in) :: x
    real, intent(in), optional :: by, list(:)
    complex, intent(in), optional :: z
    type(pair), intent(in), optional :: p
    weighted = x
    if (present(by)) weighted = weighted*by
    if (present(list)) weighted = weighted + sum(list)
    if (present(z)) weighted = weighted - aimag(z)
    if (present(p)) weighted = weighted + p%a/p%b
  end function
  real function passed(x, by, list, f)
    real, intent(in) :: x
    real, optional :: by, list(:)
    real, external, optional :: f
    if (present(list)) list = list + 1
    passed = weighted(x, list=list, by=by)
    if (present(f)) passed = f(passed)
    if (present(by) .and. x > 0) by = by/2
  end function
  real function square(x)
    real, intent(in) :: x
    square = x*x
  end function
  real function must(x, y)
    real, intent(in) :: x
    real, intent(in), optional :: y
    must = x
    if (x > 2) must = y
  end function
end module
subroutine kern(x, n, r, s)
  use optional_arguments
  implicit none
  real :: x, r, s
  integer :: n
  real :: w, list(3)
  list = [x, 2*x, -x]
  w = n
  select case (n)
  case (1)
    r = weighted(x)
  case (2)
    r = weighted(x, w)
  case (3)
    r = weighted(x, list=list(1:2), p=pair(w, x))
  case (4)
    r = weighted(x, z=cmplx(x, w), by=w)
  case (5)
    r = passed(x, w, f=square) + passed(x)
  case (6)
    r = passed(x, list=list) + passed(x, w, list(::2))
  case (7)
    r = must(x, w)
  case default
    r = must(x)
  end select
  s = w + sum(list)
end subroutine
