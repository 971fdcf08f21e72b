! Right operands that would fail or call are evaluated only where they decide.
program short_circuit
  implicit none
  integer :: a(3), i, zero, n
  logical :: l, m
  logical, external :: called
  a(1) = 5
  a(2) = -1
  a(3) = 7
  zero = 0
  n = 0
  do i = 0, 4
    if (i >= 1 .and. i <= 3 .and. a(max(1, min(3, i))) > 0) print *, 'positive', i
    l = i < 1 .or. i > 3 .or. a(max(1, min(3, i))) < 0
    print *, l
    if (.not. (i < 2 .or. i > 3)) print *, 'between', i
  end do
  if (zero /= 0 .and. 10 / max(zero, 1) > 1) print *, 'wrong'
  l = .false. .and. called(n)
  print *, l, n
  l = .true. .or. called(n)
  print *, l, n
  l = (n == 0 .and. called(n)) .or. called(n)
  print *, l, n
  m = n > 100
  if ((m .or. called(n)) .and. (called(n) .or. m) .eqv. called(n)) print *, 'same', n
  if (.not. (called(n) .and. .not. called(n))) print *, 'negated', n
  do while (n < 20 .and. called(n))
    n = n + 3
  end do
  print *, n
end program

logical function called(n)
  integer :: n
  n = n + 1
  called = mod(n, 3) /= 0
end function
