! Right operands that could only fail are evaluated where they decide; functions are called in any case.
program short_circuit
  implicit none
  integer :: a(3), i, zero, n
  logical :: l, m, no
  logical, external :: called
  a(1) = 5
  a(2) = -1
  a(3) = 7
  zero = 0
  n = 0
  no = .false.
  do i = 0, 4
    if (i >= 1 .and. i <= 3 .and. a(max(1, min(3, i))) > 0) print *, 'positive', i
    l = i < 1 .or. i > 3 .or. a(max(1, min(3, i))) < 0
    print *, l
    if (.not. (i < 2 .or. i > 3)) print *, 'between', i
  end do
  if (zero /= 0 .and. 10 / max(zero, 1) > 1) print *, 'wrong'
  l = no .and. called(n)
  print *, l, n
  l = .true. .or. called(n)
  print *, l, n
  l = (no .and. called(n)) .or. called(n)
  print *, l, n
  m = n > 100
  if ((m .or. called(n)) .and. (called(n) .or. m) .eqv. called(n)) print *, 'same', n
  print *, n
  if (.not. (called(n) .and. .not. called(n))) print *, 'negated', n
  print *, n
  if (m .and. a(max(1, zero)) > 0 .and. called(n)) print *, 'wrong'
  print *, n
  if (m .and. called(n) .and. a(max(1, zero)) > 0 .and. a(max(2, zero)) > 0) print *, 'wrong'
  print *, n
  if (a(max(1, zero)) > 0 .or. (m .and. called(n)) .or. a(max(3, zero)) > 0) print *, 'right', n
  if (called(n) .or. a(max(1, zero)) > 0 .or. a(max(2, zero)) > 0) print *, 'right', n
  do while (.not. m .and. called(n))
    m = n > 20
    n = n + 3
  end do
  print *, n
end program

logical function called(n)
  integer :: n
  n = n + 1
  called = mod(n, 3) /= 0
end function
