! Functions of COMPLEX and CHARACTER arrays, FINDLOC, BACK and ORDER.
program array_functions_of_all_types
  complex :: z(3), m(2, 3), n(3, 2), p(2, 2), q(6)
  character(3) :: s(5), t(5), u(2, 2)
  character(3) :: names(4)
  integer :: a(6), b(2, 3), c(3, 2), i, d
  logical :: l(5)
  do i = 1, 3
    z(i) = cmplx(i, -i)
    m(:, i) = z(i)
    n(i, :) = z(i) + 1
  end do
  print *, sum(z), product(z), dot_product(z, z), sum(z, mask=real(z) > 1.5)
  print *, matmul(m, n)
  print *, transpose(m)
  print *, sum(m, 1), sum(m, 2)
  q = reshape(m, [6])
  p = reshape(q, [2, 2])
  print *, p, reshape(q, [2, 4], [(0., 1.)])
  print *, pack(q, real(q) > 1), cshift(z, 1), eoshift(z, -1), spread(z, 1, 2)
  print *, unpack(z, [.true., .false., .true., .true.], (9., 9.))
  print *, findloc(z, (2., -2.)), count(z == (1., -1.))
  s(1) = 'pear'
  s(2) = 'fig'
  s(3) = 'apple'
  s(4) = 'fig'
  s(5) = 'nut'
  print *, maxval(s), minval(s), maxloc(s), minloc(s), findloc(s, 'fig'), findloc(s, 'fig', back=.true.)
  t = cshift(s, 2)
  print *, t
  t = eoshift(s, 1, 'xyz')
  print *, t
  t = eoshift(s, -2)
  print *, t
  names = pack(s, s /= 'nut')
  print *, names
  u = reshape(s, [2, 2])
  print *, u, transpose(u), spread(s(1:2), 2, 2)
  l = [.true., .false., .true., .false., .true.]
  t = unpack(s(1:3), l, '---')
  print *, t
  t = s(5:1:-1)
  print *, t, t(2:3) == s(2:3)
  a = [3, 1, 4, 1, 5, 9]
  print *, maxloc(a, back=.true.), minloc(a, dim=1, back=.true.), minloc(a, dim=1), findloc(a, 1, dim=1)
  b = reshape(a, [2, 3], order=[2, 1])
  print *, b
  c = reshape(a, [3, 2], order=[2, 1], pad=[0])
  print *, c, findloc(b, 1), findloc(b, 1, 1), findloc(b, 7, 2), maxloc(b, 2), minloc(b, 1, mask=b > 1)
  b = reshape([1, 2], [2, 3], [7, 8])
  print *, b
  forall (i = 1:2) b(i, :) = b(3 - i, :) + i
  print *, b
  forall (i = 1:2)
    where (b(i, :) > 8) b(i, :) = b(3 - i, :)
    forall (d = 1:3, b(i, d) > 2) c(d, i) = b(i, d) + c(4 - d, i)
  end forall
  print *, b, c
  forall (i = 1:5) s(i) = s(6 - i)
  print *, s
  do d = 1, 2
    print *, size(b, d), ubound(m, d), lbound(c(2:, :), d)
  end do
  call double(z(1:3:2))
  print *, z
contains
  subroutine double(w)
    complex :: w(2)
    w = w * 2
  end subroutine
end program
