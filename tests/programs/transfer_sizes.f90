! TRANSFER with extents and lengths that only the run tells.
program transfer_sizes
  implicit none
  real :: x(3), y
  integer :: i, k(3), n
  double precision :: d
  character(4) :: c
  character(8) :: c8
  complex :: z
  logical :: l
  integer(1) :: b(4)
  x = [1.0, 2.0, 3.0]
  k = transfer(x, k)
  print *, k
  n = 2
  print *, transfer(x(1:n), [0], n), transfer(x(1:n), [0])
  d = transfer([0, 1072693248], d)
  print *, d
  c = transfer(1684234849, c)
  print *, c, transfer('abcd', 0), transfer(c, b), transfer('abcdefgh', [0], 2)
  z = transfer((/1.5, 2.5/), z)
  print *, z, transfer(z, x), transfer(z, [0.0])
  l = transfer(1, .true.)
  print *, l, transfer(l, 0)
  b = transfer(67305985, b)
  print *, b, transfer(b, 0)
  c8 = transfer([c, 'wxyz'], c8)
  print *, c8, transfer(c8, [character(3) :: 'a'])
  print *, transfer(x + 1.0, k), transfer(x(3:1:-1), k), transfer(k, [1.0d0])
  call s(x, 3)
contains
  subroutine s(a, n)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    character(n) :: t
    integer :: q(n)
    q = transfer(a, q)
    print *, q, transfer(a, [0_8]), size(transfer(a, [0_8]))
    t = transfer([65_1, 66_1, 67_1], t)
    print *, t, transfer(t, [0_1]), transfer(a, ' '), size(transfer(a, [' ']))
  end subroutine
end program
