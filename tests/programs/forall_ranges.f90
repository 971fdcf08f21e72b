! FORALL of several statements and of sections: masks and bounds hold for all statements, values come before stores.
program forall_ranges
  implicit none
  integer :: i, j, n, rows(3)
  real :: a(5,5), b(5), c(5), d(4,6)
  complex :: z(5), w(5,2)
  logical :: l(5)

  n = 5
  a = reshape([(real(i), i = 1, 25)], [5, 5])
  b = [1., -2., 3., -4., 5.]
  c = 10 * b

  ! The mask reads what the first statement assigns.
  forall (i = 1:n, b(i) > 0)
    b(i) = -b(i)
    c(i) = c(i) + b(i)
    a(i, :) = b(i) * c
  end forall
  print *, b
  print *, c
  print *, a

  ! A mask over two indices, with increments other than one.
  forall (i = 5:1:-2, j = 1:5:2, i /= j)
    a(i, j) = a(j, i) + 0.5
    a(i, j) = a(i, j) * 2
  end forall
  print *, a

  ! Sections that overlap what they read, along and across the indices.
  forall (i = 2:5) a(i, 1:4) = a(i - 1, 2:5)
  print *, a
  forall (j = 1:4) a(:, j) = a(5:1:-1, j + 1) + a(:, j)
  print *, a

  ! Extents that depend on the index, and functions of sections.
  forall (i = 1:5) a(i, 1:i) = real(i)
  forall (i = 1:5) c(i) = sum(a(i, :)) + dot_product(a(:, i), b)
  print *, a
  print *, c

  ! Vector subscripts, complex numbers, logical values.
  rows = [4, 1, 3]
  forall (i = 1:3) a(rows(i), rows) = b(1:3) + i
  print *, a
  z = cmplx(b, c)
  forall (i = 1:5)
    w(i, :) = conjg(z(i)) * [1, 2]
    z(i) = w(i, 2) + z(6 - i)
  end forall
  print *, z
  print *, w
  l = .false.
  forall (i = 1:5, c(i) > 0)
    l(i) = b(i) < 0
    c(i) = 0
  end forall
  forall (i = 1:5, .not. l(i)) b(i) = 7
  print *, b, c

  ! A nest, and nothing at all.
  d = 0
  forall (i = 1:4)
    d(i, i:6) = 1
    forall (j = 1:i) d(i, j) = d(i, j) + 10 * i + j
    where (d(i, :) == 0) d(i, :) = -i
  end forall
  forall (i = 4:1)
    d(i, :) = 99
    d(i, 1) = 98
  end forall
  print *, d
end program
