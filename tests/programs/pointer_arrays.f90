! Array pointers to whole arrays, sections and allocated targets, of one and of more dimensions.
program pointer_arrays
  implicit none
  real(8), target :: grid(4, 3), line(0:9)
  real(8), pointer :: p(:), q(:), plane(:, :), other(:, :), cell
  integer, pointer :: counts(:)
  integer, target :: n(5) = [5, 4, 3, 2, 1]
  complex, pointer :: z(:)
  logical, pointer :: flags(:)
  character(3), pointer :: words(:), word
  character(3), target :: text = 'abc'
  integer :: i, j
  do j = 1, 3
    do i = 1, 4
      grid(i, j) = 10*i + j
    end do
  end do
  line = [(dble(i), i = 0, 9)]
  plane => grid
  print *, shape(plane), plane(2, 3), sum(plane), maxval(plane, dim=1)
  p => grid(2, :)
  print *, p, size(p)
  p = -p
  print *, grid
  q => grid(4:1:-1, 2)
  print *, q
  q(2) = 0
  print *, plane(3, 2)
  other => plane(2:4:2, 2:3)
  print *, shape(other), other
  other = 5
  print *, grid(:, 3)
  other(1:, :) = plane(1:2, 1:2)
  print *, grid
  p => line
  print *, lbound(p), ubound(p), p(0)
  p => line(:)
  print *, lbound(p), ubound(p), p(1)
  p(3:) => line
  print *, lbound(p), ubound(p), p(3)
  plane(1:5, 1:2) => line
  print *, shape(plane), plane(5, 2), plane(:, 2)
  cell => plane(2, 2)
  cell = 77
  print *, line(6)
  counts => n
  counts(2:3) = counts(2:3)*10
  print *, n, dot_product(counts, n)
  allocate (z(3), flags(2), words(4), word)
  z = (1.0, 2.0)
  z(2) = conjg(z(1))
  flags = [.true., .false.]
  words = 'x'
  words(2) = 'yes'
  words(3)(2:3) = 'ab'
  word = words(2)//'!'
  print *, z, flags, words, word, len(word), word(2:2)
  deallocate (word)
  word => text
  word(1:1) = 'X'
  print *, text, associated(word, text)
  deallocate (z, flags, words)
  allocate (plane(0:2, -1:1))
  plane = 0
  plane(0, :) = [1, 2, 3]
  plane(:, -1) = plane(:, -1) + 1
  print *, lbound(plane), ubound(plane), plane
  print *, matmul(transpose(plane), plane)
  where (plane > 1) plane = -plane
  print *, plane
  p => plane(:, 1)
  deallocate (plane)
  allocate (p(0))
  print *, size(p), associated(p), lbound(p), ubound(p)
  deallocate (p)
  allocate (p(3), source=[1d0, 2d0, 3d0])
  allocate (q(2:4), source=p)
  print *, p, q, lbound(q)
  p = p + q(2:4)
  print *, p, sum(p*q)
end program
