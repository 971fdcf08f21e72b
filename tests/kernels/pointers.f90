! test: kernel polynomials
! Linked lists, trees and pointers to sections in lanes: each row has a list of its own length, sorts it by a tree, adds
! the polynomials that lists are, and follows pointers to parts of its arrays.
module sparse
  implicit none
  type term
    integer :: power
    real(8) :: factor
    type(term), pointer :: next => null()
  end type
  type leaf
    real(8) :: key
    integer :: count
    type(leaf), pointer :: lower, upper
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
  recursive subroutine insert(t, key)
    type(leaf), pointer :: t
    real(8), intent(in) :: key
    if (.not. associated(t)) then
      allocate (t)
      t%key = key
      t%count = 1
      nullify (t%lower, t%upper)
    else if (key < t%key) then
      call insert(t%lower, key)
    else if (key > t%key) then
      call insert(t%upper, key)
    else
      t%count = t%count + 1
    end if
  end subroutine
  recursive subroutine collect(t, keys, n)
    type(leaf), pointer :: t
    real(8), intent(inout) :: keys(:)
    integer, intent(inout) :: n
    if (.not. associated(t)) return
    call collect(t%lower, keys, n)
    n = n + 1
    keys(n) = t%key*t%count
    call collect(t%upper, keys, n)
    deallocate (t)
  end subroutine
end module
subroutine polynomials(n, x, total, middle, terms)
  use sparse
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: total, middle
  integer, intent(out) :: terms
  type(term), pointer :: p, q, at
  type(leaf), pointer :: tree
  real(8), target :: keys(20)
  real(8), pointer :: part(:), one
  integer :: k
  nullify (p, q, tree)
  do k = 1, n
    call add_term(p, mod(k*7, 5), x + k)
    call add_term(q, mod(k*3, 4), x - k)
    call insert(tree, mod(k*x*1.7d0, 3d0))
  end do
  at => q
  do while (associated(at))
    call add_term(p, at%power, -2*at%factor)
    at => at%next
  end do
  total = value_at(p, 1d0/(1 + x*x))
  terms = 0
  do while (associated(p))
    terms = terms + 1
    at => p%next
    deallocate (p)
    p => at
  end do
  k = 0
  keys = 0
  call collect(tree, keys, k)
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
