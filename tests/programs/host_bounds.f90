! Arrays of hosts whose bounds depend on what changes later: a procedure inside sees the bounds as they were at entry.
program host_bounds
  implicit none
  call host(3, 4)
contains
  subroutine host(n, k)
    integer, value :: n, k
    call work(n, k)
  end subroutine
end program

subroutine work(n, k)
  implicit none
  integer :: n, k, i
  real :: a(-1:n), b(n, k:k + 2), c(size([1, 2, 3]) + n)
  character(len=n) :: names(n)
  interface
    subroutine shaped(x)
      real :: x(:, 0:)
    end subroutine
  end interface
  a = 1.0
  b = 2.0
  c = 3.0
  names = 'abcdef'
  n = 100
  k = -7
  call inner
  call both(b(:, 4))
  print *, names, n, k
contains
  subroutine inner
    integer :: n
    n = 1
    print *, lbound(a), ubound(a), size(b, 1), lbound(b, 2), ubound(b, 2), size(c), len(names), size(names)
    a(ubound(a, 1)) = 5.0
    b(2, 5) = 7.5
    names(2) = 'xyz'
    print *, a, sum(b)
    call deeper
  end subroutine
  subroutine deeper
    k = k + 1
    do i = lbound(b, 2), ubound(b, 2)
      print *, b(:, i)
    end do
  end subroutine
  subroutine both(own)
    real, intent(in) :: own(:)
    print *, size(own), size(a), own(1) + a(0), ubound(b)
  end subroutine
end subroutine
