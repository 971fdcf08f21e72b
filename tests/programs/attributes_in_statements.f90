! Attributes that statements of their own give to objects of derived type, before their declaration or after it. Of most
! of them only those in the declaration counted: INTENT(OUT) gave no default values, SAVE did not keep them, a constant
! had them too, an OPTIONAL pointer was not optional, and arrays could not have ALLOCATABLE components.
module types
  implicit none
  type pair
    integer :: k = 4
    real :: r(2) = [1.5, 2.5]
  end type
  type list
    integer, allocatable :: v(:)
    integer :: n = 3
  end type
contains
  subroutine before(x)
    intent(out) x
    type(pair) x
    x%k = x%k + 1
  end subroutine
  subroutine after(x)
    type(list) x
    intent(out) :: x
    x%n = x%n + 1
  end subroutine
  subroutine shapes(x, y)
    intent(out) x, y
    dimension x(2), y(:)
    type(pair) x, y
    x(1)%k = x(1)%k + 1
    y(1)%k = y(1)%k + 2
  end subroutine
  subroutine targets(x)
    intent(out) x
    target x
    type(pair) x
    integer, pointer :: p
    p => x%k
    p = p + 1
  end subroutine
  subroutine arrays(a, b)
    dimension a(:)
    intent(inout) a
    intent(out) b
    type(list) a, b
    integer i
    do i = 1, size(a)
      if (.not. allocated(a(i)%v)) a(i)%v = [i, a(i)%n]
    end do
    b%n = b%n + size(a(2)%v)
  end subroutine
  subroutine pointers(q, x)
    optional q, x
    pointer q
    target x
    type(pair) q, x
    integer, pointer :: p
    print *, present(q), present(x)
    if (present(q)) q%k = q%k + 1
    if (.not. present(x)) return
    p => x%k
    p = p*2
  end subroutine
  subroutine by_value(x)
    value x
    type(pair) x
    x%k = x%k + 1
    print *, x%k, x%r
  end subroutine
  subroutine kept
    save c, d, p, q
    type(pair) c, d, e, q
    integer, pointer :: p
    pointer q
    type(pair), pointer, save :: s
    c%k = c%k + 1
    d%r(1) = d%r(1)*2
    e%k = e%k + 1
    if (c%k == 5) allocate (p, q, s)
    if (c%k == 5) p = 7
    print *, c%k, d%r, e%k, p, q%k, s%k
    q%k = q%k + 1
    s%k = s%k + 2
  end subroutine
end module
program p
  use types
  implicit none
  type(pair) one
  parameter (one = pair(1, [2., 3.]))
  type(pair) x, y(2), z(2)
  target x
  type(list) a(2), b
  type(pair), pointer :: r
  x = one
  call before(x)
  print *, x
  b%n = 50
  b%v = [1, 2]
  call after(b)
  print *, b%n, allocated(b%v)
  y%k = 50
  z = pair(60, [0., 0.])
  call shapes(y, z)
  print *, y, z
  x = one
  call targets(x)
  print *, x
  b%v = [1]
  call arrays(a, b)
  print *, b%n, allocated(b%v), a(1)%v, a(2)%v
  r => x
  call pointers()
  call pointers(r)
  call pointers(x=x)
  print *, x
  call by_value(one)
  call kept
  call kept
end program
