! An array in the stores for a dummy argument with TARGET whose elements follow each other: of explicit shape, of
! assumed size or CONTIGUOUS. A section with gaps had the strides of the declaration, so that the procedure had other
! elements; it is copied, and back. Bounds that the declaration gives were assigned to the caller's, if OPTIONAL. The
! place of a copy was found again after the call, with the subscripts that the call had left.
module m
  implicit none
  type thing
    integer :: number = 0
    real :: weight = 0, sizes(2) = 0
  end type
  real, pointer :: table(:, :), list(:)
  type(thing), pointer :: things(:)
contains
  subroutine tabular(a, n, k)
    integer, intent(in) :: n, k
    real, target :: a(n, k)
    table => a
    table(2, :) = table(2, :)*10
    print '(a, *(f7.1))', 'tabular', a
  end subroutine
  subroutine listed(a, n)
    integer, intent(in) :: n
    real, target :: a(n)
    list => a
    list(2) = list(2) + 100
    print '(a, *(f7.1))', 'listed', a
  end subroutine
  subroutine assumed(a, n)
    integer, intent(in) :: n
    real, target :: a(2, *)
    table => a(:, 1:n)
    table(2, 1) = -table(2, 1)
    print '(a, *(f7.1))', 'assumed', a(:, 1:n)
  end subroutine
  subroutine objects(a, n)
    integer, intent(in) :: n
    type(thing), target :: a(n)
    things => a
    things(2)%weight = 77
    print '(a, *(f7.1))', 'objects', real(a%number), a%weight
  end subroutine
  subroutine in_row(a)
    real, target, contiguous :: a(:)
    list => a
    list = list + 1
    call listed(a, size(a))
  end subroutine
  subroutine open(a)
    real, target :: a(5:)
    list => a
    call listed(a, size(a))
    print *, lbound(list), lbound(a)
  end subroutine
  real function total(a, n)
    integer, intent(in) :: n
    real, target :: a(n)
    list => a
    list(1) = list(1) + 1
    total = sum(a)
  end function
  subroutine perhaps(a, n)
    integer, intent(in) :: n
    real, optional, target :: a(0:n - 1)
    if (.not. present(a)) return
    list => a
    list(1) = list(1)*3
    print '(a, i2, *(f7.1))', 'perhaps', lbound(a), a
  end subroutine
  subroutine passes_on(a, n)
    integer, intent(in) :: n
    real, optional, target :: a(n)
    call perhaps(a, n)
    if (present(a)) print *, lbound(a), ubound(a)
  end subroutine
  subroutine moves(a, at)
    real, target :: a(:)
    integer, intent(inout) :: at
    list => a
    list(1) = 500
    at = at + 1
  end subroutine
end module
program main
  use m
  implicit none
  real, target :: x(3, 4), v(6)
  real :: y(3, 4), w(6)
  real, pointer :: p(:), p2(:, :)
  type(thing), target :: o(5)
  integer :: i, chosen(3) = [3, 1, 5]
  x = reshape([(real(i), i=1, 12)], [3, 4])
  v = [(real(i), i=1, 6)]
  y = x
  w = v
  o%number = [(i, i=1, 5)]
  o%weight = [(i*1.5, i=1, 5)]
  call tabular(x(1:2, :), 2, 4)
  call tabular(x(:, 2:3), 3, 2)
  call tabular(x(3:1:-1, 1:3:2), 3, 2)
  call tabular(y(3:1:-1, 1:3:2), 3, 2)
  call show('x', x)
  call show('y', y)
  ! Pointers to sections with and without gaps.
  p2 => x(2:3, 2:4)
  call tabular(p2, 2, 3)
  p2 => x(:, 3:4)
  call tabular(p2, 3, 2)
  p => x(3, :)
  call listed(p, 4)
  call show('x', x)
  call listed(v(1:6:2), 3)
  call listed(v(6:1:-2), 3)
  call listed(v(chosen), 3)
  call listed(v*2, 3)
  call listed(w(chosen), 3)
  call show('v', v)
  call show('w', w)
  ! Elements in their order, of an array of another rank.
  call listed(x, 12)
  call listed(x(2, 2), 4)
  call assumed(v, 3)
  call assumed(x(1:3:2, 2:4), 3)
  call show('x', x)
  ! Components.
  call listed(o%weight, 5)
  call listed(o(2)%sizes, 2)
  call listed(o%sizes(2), 5)
  call objects(o(5:1:-2), 3)
  call show('o', o%weight)
  call in_row(v(1:6:2))
  call in_row(w(1:6:2))
  call open(x(2, :))
  call open(x(:, 2))
  w(1) = total(v(1:6:2), 3) + total(v(2:6:2), 3)
  if (total(v(2:6:2), 3) > 10) call show('v', v)
  call perhaps(n=3)
  call perhaps(v(1:6:2), 3)
  call perhaps(v, 6)
  p(-1:) => v(2:3)
  call perhaps(p, 2)
  call passes_on(n=3)
  call passes_on(v(1:6:2), 3)
  call passes_on(w(2:3), 2)
  call passes_on(v, 3)
  print *, lbound(v), ubound(v), lbound(p), ubound(p)
  call show('v', v)
  i = 2
  call moves(w(i:), i)
  call moves(y(i, i - 1:), i)
  call moves(o(2:)%weight, i)
  call show('w', w)
  call show('y', y)
  call show('o', o%weight)
contains
  subroutine show(name, values)
    character(*), intent(in) :: name
    real, intent(in) :: values(*)
    print '(a, 5f8.1)', name, values(1:5)
  end subroutine
end program
