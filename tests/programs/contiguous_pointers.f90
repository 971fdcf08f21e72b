! IS_CONTIGUOUS of pointers and of parts of them.
program p
  type t
    integer :: k = 1
    real :: x(3) = 2
  end type
  real, target :: buf(12), m(4, 3)
  type(t), target :: o(5)
  real, pointer :: d(:), e(:), q(:, :)
  integer, pointer :: n(:)
  character(3), pointer :: c(:)
  d => buf(1::4); e => buf(2:5)
  print *, is_contiguous(d), is_contiguous(e), is_contiguous(buf)
  q => m; print *, is_contiguous(q)
  q => m(1:3, :); print *, is_contiguous(q)
  q => m(:, 1:2); print *, is_contiguous(q)
  q => m(1:4:2, :); print *, is_contiguous(q)
  q(1:3, 1:4) => buf; print *, is_contiguous(q), is_contiguous(q(:, 2)), is_contiguous(q(2, :))
  allocate (d(7), c(2)); print *, is_contiguous(d), is_contiguous(c), is_contiguous(d(2:5)), is_contiguous(d(1:7:3))
  call s(d(1:7:2))
contains
  subroutine s(a)
    real, target :: a(:)
    real, pointer :: z(:)
    z => a
    print *, size(z)
  end subroutine
end program
