! What would run, and give whatever happens to come: constants outside of what a function takes, arguments that the callee
! can't assign or whose shape it can't know, sizes that do not fit.
module undefined_results
  implicit none
contains
  subroutine bits(i, k)
    integer, intent(inout) :: i
    integer(8), intent(inout) :: k
    i = ibset(i, 32) + ibclr(i, -1)
    if (btest(k, 63)) k = ishft(k, 65)
    i = ibits(i, 30, 2) + ibits(i, 30, 3) + shiftl(i, 32) + shiftr(i, 33)
    i = ishftc(i, 3, 40) + ishft(i, -32) + ishft(i, -33)
    print *, char(65), char(256), achar(-1), repeat('a', -1)
  end subroutine
  subroutine set(a)
    integer, intent(out) :: a(:)
    a = 1
  end subroutine
  subroutine first(x)
    real, intent(out) :: x
    x = 1
  end subroutine
  subroutine three(x)
    real, intent(inout) :: x(3)
    x = 1
  end subroutine
  elemental subroutine halve(x, half)
    real, intent(in) :: x
    real, intent(out) :: half
    half = x/2
  end subroutine
  subroutine calls(n, old)
    integer, intent(in) :: n
    integer, intent(inout) :: old(*)
    integer :: v(4), i
    real :: x, y(3)
    call set(v([1, 2, 2]))
    call set(v(2:3))
    call set(old)
    call set(old(:n))
    call first(y)
    call first(y(1))
    call three(x)
    call three(y)
    call halve(y, x)
    call halve(x, x)
    do i = 1, 3
      call number(i)
    end do
  end subroutine
  subroutine number(i)
    integer, intent(out) :: i
    i = 1
  end subroutine
  subroutine shapes(a, b)
    real, intent(in) :: a(2, 3), b(3, 4)
    real :: c(2, 4), v(2), w(3)
    integer :: at(1)
    c = matmul(a, b)
    c = matmul(transpose(b), a)
    v = sum(a, 2)
    w = sum(a, dim=2)
    v = matmul(a, w)
    at = maxloc(a)
    c(:, 1:3) = reshape(b, [2, 3])
    c = reshape(b, [4, 2])
    c = spread(v, 2, 4)
    c = spread(v, 1, 4)
  end subroutine
  function results(n, m) result(r)
    integer, intent(in) :: n
    integer, value, intent(out) :: m
    real, save :: r
    real, save :: work(n)
    r = 0
    work = 0
    forall (m=1:n:0) work(m) = 1
  end function
  subroutine bounds(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n, n)
    integer :: i, j
    forall (i=1:n, j=i:n) a(i, j) = 0
  end subroutine
  subroutine host(f)
    integer, intent(in) :: f
  contains
    subroutine f
    end subroutine
  end subroutine
end module
