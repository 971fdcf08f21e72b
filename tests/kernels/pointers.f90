! test: kernel polynomials
! Linked lists and pointers to sections in lanes: each row has lists of its own lengths, adds the polynomials that they
! are, frees them, and follows pointers to parts of its arrays.
module sparse
  implicit none
  type term
    integer :: power
    real(8) :: factor
    type(term), pointer :: next => null()
  end type
contains
  subroutine add_term(p, power, factor)
    type(term), pointer :: p
    integer, intent(in) :: power
    real(8), intent(in) :: factor
    type(term), pointer :: at, new
    at => p
    do while (associated(at))
      if (at%power == power) then
        at%factor = at%factor + factor
        return
      end if
      at => at%next
    end do
    allocate (new)
    new%power = power
    new%factor = factor
    new%next => p
    p => new
  end subroutine
  function value_at(p, x) result(value)
    type(term), pointer, intent(in) :: p
    real(8), intent(in) :: x
    real(8) :: value
    type(term), pointer :: at
    value = 0
    at => p
    do while (associated(at))
      value = value + at%factor*x**at%power
      at => at%next
    end do
  end function
end module
subroutine polynomials(n, x, total, middle, terms)
  use sparse
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: total, middle
  integer, intent(out) :: terms
  type(term), pointer :: p, q, at
  real(8), target :: keys(20)
  real(8), pointer :: part(:), one
  integer :: k
  nullify (p, q)
  do k = 1, n
    call add_term(p, mod(k*7, 5), x + k)
    call add_term(q, mod(k*3, 4), x - k)
  end do
  at => q
  do while (associated(at))
    call add_term(p, at%power, -2*at%factor)
    at => at%next
  end do
  total = value_at(p, 1d0/(1 + x*x))
  terms = 0
  keys = 0
  do while (associated(p))
    terms = terms + 1
    keys(terms) = p%factor
    at => p%next
    deallocate (p)
    p => at
  end do
  k = terms
  middle = 0
  if (k > 0) then
    part => keys(1:k:2)
    one => part((size(part) + 1)/2)
    middle = one + sum(part)
    if (x > 2) part => keys(k:1:-1)
    part = part*2
    middle = middle + keys(1)
  end if
end subroutine
