! TRANSFER of constants and of values: other sizes, sections, CHARACTER, COMPLEX, and functions that transfer themselves.
program transfers
  implicit none
  integer, parameter :: one = transfer(1.0, 0), halves(2) = transfer(-2.5d0, [0, 0])
  double precision, parameter :: pi = transfer([1413754136, 1074340347], 0d0)
  character(4), parameter :: word = transfer(1684234849, 'abcd')
  integer, parameter :: back(2) = transfer('abcdefgh', 0, 2)
  real :: x(2, 2)
  integer :: i, k(2, 2), n
  integer(2) :: h(3)
  integer(8) :: g
  complex :: z(2)
  character(3) :: c(2)
  logical :: l(2)
  real, allocatable :: a(:)
  print *, one, halves, pi, word, back
  x = reshape([1.0, 2.0, 3.0, 4.0], [2, 2])
  k = reshape(transfer(x, k), [2, 2])
  print *, k
  print *, transfer(x(2, :), [0]), transfer(transpose(x), 0, 3)
  g = transfer([1_2, 2_2, 3_2, 4_2], g)
  h = transfer(g, h, 3)
  print *, g, h
  z = transfer(x, z)
  print *, z, transfer(z(2), x(:, 1)), transfer(z, 1.0d0)
  c = transfer('abcdef', c)
  print *, c, transfer(c, 'x'), transfer(c, ['xx']), size(transfer(c, ['xxxx']))
  l = transfer([1, 0], l)
  print *, l, transfer(l, [0])
  n = 3
  a = transfer([(real(i), i = 1, n)], a)
  print *, a, size(a)
  do i = 1, 3
    print *, transfer(real(i), 0) / 2**20, transfer(real(i) * [1.0, 2.0], [0])
  end do
  i = transfer(f(), 0)
  print *, depth(3), i
  print *, iand(transfer(-1.5, 0), int(z'7fffffff')), transfer(ior(transfer(1.0, 0), ishft(1, 31)), 1.0)
contains
  real function f()
    print *, 'called'
    f = 1.0
  end function
  recursive integer function depth(n) result(bits)
    integer, intent(in) :: n
    bits = 0
    if (n > 0) bits = transfer(real(n), 0) / 2**20 + depth(n - 1) + transfer(real(depth(n - 1)), 0) / 2**22
  end function
end program
