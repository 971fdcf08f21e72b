! test: kernel sort
! Procedures that call themselves have local, automatic and passed arrays: those of an execution are not those of another.
subroutine sort(seed, n, quick, merged, leaves, weight)
  implicit none
  integer :: seed, n, leaves, i, next
  integer :: a(40), b(40), left(31), right(31)
  real(8) :: quick, merged, weight, tree
  next = seed
  do i = 1, 40
    next = mod(next*137 + 71, 1009)
    a(i) = next
    b(i) = next
  end do
  call quicksort(a, 1, n)
  call mergesort(b(1), n)
  quick = 0
  merged = 0
  do i = 1, 40
    quick = quick + i*a(i)
    merged = merged + i*b(i)
  end do
  leaves = 0
  call permute(0, mod(seed, 3) + 1, leaves)
  do i = 1, 31
    left(i) = 2*i
    right(i) = 2*i + 1
    if (mod(i*seed, 7) == 3) left(i) = 0
  end do
  weight = tree(1, left, right, n)
end subroutine

recursive subroutine quicksort(a, first, last)
  integer :: a(*), first, last, i, j, pivot, t
  if (first >= last) return
  pivot = a((first + last)/2)
  i = first
  j = last
  do
    do while (a(i) < pivot)
      i = i + 1
    end do
    do while (a(j) > pivot)
      j = j - 1
    end do
    if (i <= j) then
      t = a(i)
      a(i) = a(j)
      a(j) = t
      i = i + 1
      j = j - 1
    end if
    if (i > j) exit
  end do
  call quicksort(a, first, j)
  call quicksort(a, i, last)
end subroutine

! Halves begin at another element in each lane, and are copied to an array as long as they are.
recursive subroutine mergesort(a, n)
  integer :: n, a(n), half, i, j, k
  integer :: copy(n)
  if (n < 2) return
  half = n/2
  call mergesort(a(1), half)
  call mergesort(a(half + 1), n - half)
  copy = a
  i = 1
  j = half + 1
  do k = 1, n
    if (j > n) then
      a(k) = copy(i)
      i = i + 1
    else if (i > half) then
      a(k) = copy(j)
      j = j + 1
    else if (copy(i) <= copy(j)) then
      a(k) = copy(i)
      i = i + 1
    else
      a(k) = copy(j)
      j = j + 1
    end if
  end do
end subroutine

! Each execution has its own row, which those that it calls must not change.
recursive subroutine permute(depth, width, leaves)
  integer :: depth, width, leaves, row(20), i
  do i = 1, 20
    row(i) = 10*depth + i
  end do
  if (depth == 3) then
    leaves = leaves + row(width)
    return
  end if
  do i = 1, width
    if (row(i) /= 10*depth + i) leaves = -100000
    call permute(depth + 1, width, leaves)
    row(i) = row(i) + leaves - leaves
  end do
end subroutine

recursive function tree(node, left, right, depth) result(weight)
  integer :: node, left(31), right(31), depth
  real(8) :: weight, parts(2)
  weight = node
  if (node == 0 .or. node > 15 .or. depth < 0) return
  parts(1) = tree(left(node), left, right, depth - 9)
  parts(2) = tree(right(node), left, right, depth - 5)
  weight = weight + parts(1)/2 - parts(2)/3
end function
