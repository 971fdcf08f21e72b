! Pointers and targets as arguments and results: INTENT, OPTIONAL, keywords, functions whose results are pointers.
module work
  implicit none
  real, pointer :: shared(:) => null()
  real, target, save :: table(4) = [1.0, 2.0, 3.0, 4.0]
  integer, pointer :: counter
  interface pick
    module procedure pick_row, pick_one
  end interface
contains
  subroutine make(p, n)
    real, pointer, intent(out) :: p(:)
    integer, intent(in) :: n
    integer :: i
    allocate (p(n))
    do i = 1, n
      p(i) = i
    end do
  end subroutine
  subroutine keep(t)
    real, target :: t(:)
    shared => t
  end subroutine
  subroutine keep_some(t, first, last)
    real, target, intent(inout) :: t(0:)
    integer, intent(in) :: first, last
    shared => t(first:last)
    print *, lbound(t), ubound(t), lbound(shared)
  end subroutine
  function pick_row(t, n) result(row)
    real, target :: t(:, :)
    integer :: n
    real, pointer :: row(:)
    row => t(n, :)
  end function
  function pick_one(t, n)
    real, target, intent(in) :: t(:)
    integer :: n
    real, pointer :: pick_one
    pick_one => t(n)
  end function
  real function total(x)
    real, intent(in) :: x(:)
    total = sum(x)
  end function
  subroutine double(x)
    real, intent(inout) :: x(:)
    x = 2*x
  end subroutine
  subroutine old(x, n)
    integer :: n
    real :: x(n)
    x(1) = -x(1)
  end subroutine
  subroutine swap(a, b)
    real, pointer :: a(:), b(:), c(:)
    c => a
    a => b
    b => c
  end subroutine
  logical function given(p)
    integer, optional, pointer :: p
    given = present(p)
    if (present(p)) given = associated(p)
  end function
  subroutine set(value, to)
    integer, intent(out) :: value
    integer, intent(in) :: to
    value = to
  end subroutine
  subroutine grow(value)
    integer, intent(inout) :: value
    real, pointer :: big(:)
    allocate (big(1000))
    big = 1
    value = value + int(sum(big))
    deallocate (big)
  end subroutine
end module
program pointer_arguments
  use work
  implicit none
  real, pointer :: p(:), q(:), s
  real, target :: x(5), g(2, 3)
  real :: plain(3)
  integer, target :: i
  integer, pointer :: k
  call make(p, 4)
  print *, p, total(p), total(p(::2))
  call double(p(2:3))
  print *, p
  call old(p, 4)
  call old(p(3:), 2)
  print *, p
  x = [1, 2, 3, 4, 5]
  call keep(x)
  shared(2) = 20
  print *, x, associated(shared, x)
  call keep_some(x, 1, 3)
  shared = 0
  print *, x, size(shared)
  call keep(t=x(1:5:2))
  print *, shared
  plain = 7
  call keep_some(plain, 0, 1)
  g = reshape([1., 2., 3., 4., 5., 6.], [2, 3])
  q => pick(g, 2)
  q(2) = 40
  print *, g
  s => pick(x, 5)
  s = 99
  print *, x(5), total(pick_row(g, 1))
  call swap(p, q)
  print *, p, '|', q
  nullify (k)
  print *, given(), given(k)
  k => i
  print *, given(k), given(p=k)
  call set(k, 12)
  print *, i
  call set(to=13, value=k)
  print *, i
  call grow(k)
  print *, i
  counter => i
  counter = counter + 1
  print *, i, table
  shared => table
  shared(1) = 11
  print *, table
  shared => table(3:4)
  call double(shared)
  print *, table, total(table)
end program
