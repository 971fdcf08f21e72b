! test: kernel counted
! test: check bounds
! Loops whose accesses need no check in lanes, since their ends and the lengths
! of arrays are constant, beside those that do: an element outside at the first
! turn, in the middle, at the last one, one that lanes leave before.
subroutine counted(mode, k, s)
  implicit none
  integer, intent(in) :: mode, k
  integer, intent(out) :: s
  integer :: a(10), m(4, 4), i, j, l
  a = 1
  m = 2
  s = 0
  select case (mode)
  case (1) ! a triangle, and its opposite
    do j = 1, 4
      do i = j, 4
        m(i, j) = m(j, i) + i*k
      end do
      do i = j + 1, 4
        s = s + m(i, j)*j
      end do
    end do
  case (2) ! down, and in strides
    do i = 10, 1, -1
      a(i) = a(i) + i
    end do
    do i = 1, 10, 3
      a(i) = a(i)*2
    end do
    do i = 10, 2, -4
      s = s + a(i) + a(i - 1)
    end do
  case (3) ! ends near the largest integer
    do i = 2147483637, 2147483646
      a(i - 2147483636) = i - 2147483640
      s = s + a(i - 2147483636)
    end do
  case (4) ! one element too many, unless the lane leaves before
    do i = 1, 11
      if (i > k) exit
      a(i) = i
      s = s + a(i)
    end do
  case (5) ! outside at the first turn, for some lanes
    do i = 1, 4
      s = s + a(i - k)
    end do
  case (6) ! no turn: nothing is accessed
    do i = 5, 4
      a(i + 100) = 1
    end do
    do i = 1, k
      s = s + a(i)
    end do
  case (7) ! the index goes along with the turns, also where lanes skip the access
    l = 1
    do i = 1, 5
      if (mod(i, 2) == mod(k, 2)) a(l) = a(l) + k
      s = s + a(l)*l
      l = l + 2
    end do
  case (8) ! elements of a part that is passed on
    do i = 1, 4
      s = s + total(m(1, i), 4) + total(a(3*i - 2 - k), 1)
    end do
  case default ! outside in the middle
    do i = 1, 10
      s = s + a(i)
      if (i == k) s = s + a(i + 7)
    end do
  end select
contains
  integer function total(x, n)
    integer, intent(in) :: n, x(n)
    integer :: i
    total = 0
    do i = 1, n
      total = total + x(i)
    end do
  end function total
end subroutine counted
