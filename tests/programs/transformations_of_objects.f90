! MERGE, PACK, UNPACK, SPREAD, CSHIFT, EOSHIFT, RESHAPE and TRANSPOSE of objects of derived type, some with components
! that are arrays, which were refused; a function as an argument is called once.
module types
  implicit none
  type pair
    integer :: k = 1
    character(2) :: name = 'xy'
  end type
  type part
    integer :: k(2) = [1, 2]
    character(3) :: name = 'abc'
  end type
  type whole
    integer :: i = 0
    real :: r(3) = 0.
    type(part) :: parts(2)
    logical :: is_even = .false.
  end type
  type node
    integer :: k = 1
    type(node), pointer :: next => null()
  end type
  integer :: calls = 0
  interface twice
    module procedure doubled
  end interface
  private :: doubled
contains
  subroutine show(what, a)
    character(*), intent(in) :: what
    type(whole), intent(in) :: a(:)
    integer i
    print '(a,i3)', what, size(a)
    do i = 1, size(a)
      print '(i4,3f6.1,2(2i4,1x,a),l2)', a(i)
    end do
  end subroutine
  function new(n) result(a)
    integer, intent(in) :: n
    type(whole) :: a(n)
    integer i
    do i = 1, n
      a(i)%i = i
      a(i)%r = [1., 2., 3.]*i
      a(i)%parts(1)%k = [10*i, 20*i]
      a(i)%parts(2)%k = [100*i, 200*i]
      a(i)%parts(2)%name = char(96 + i)
      a(i)%is_even = mod(i, 2) == 0
    end do
  end function
  integer function counted(n)
    integer, intent(in) :: n
    calls = calls + 1
    counted = n
  end function
  integer function doubled(n)
    integer, intent(in) :: n
    calls = calls + 1
    doubled = 2*n
  end function
  function mask(n)
    integer, intent(in) :: n
    logical mask(n)
    integer i
    calls = calls + 1
    mask = [(mod(i, 3) /= 0, i = 1, n)]
  end function
end module
integer function outside(n)
  use types, only: calls
  implicit none
  integer, intent(in) :: n
  calls = calls + 1
  outside = n
end function
program p
  use types
  implicit none
  integer, external :: outside
  type(whole) :: a(6), b(6), d(2, 3), e(3, 2)
  type(whole), allocatable :: q(:)
  type(pair) :: x(4), y, z(2, 2)
  type(pair), parameter :: turned(3) = cshift([pair(1, 'aa'), pair(2, 'bb'), pair(3, 'cc')], 1)
  type(pair), parameter :: chosen = merge(pair(5, 'zz'), pair(6, 'yy'), .true.)
  type(node), target :: list(3)
  type(node), allocatable :: picked(:)
  integer n, i, extents(2)
  n = 2
  extents = 2
  x%k = [1, 2, 3, 4]
  x%name = ['a ', 'b ', 'c ', 'd ']
  print *, merge(x, y, x%k > 2)
  print *, merge(y, pair(8, 'qq'), x%k > 2)
  print *, pack(x, x%k > 2), size(pack(x, x%k > 2))
  print *, unpack(x, [.true., .false., .true.], y)
  z = reshape(x, shape(z%k))
  z = reshape(x, extents)
  print *, z, rank(z), rank(y)
  print *, transpose(z)
  print *, cshift(z, [0, 1], 2), cshift(z, counted(1))
  print *, eoshift(z, [0, 1], y, 1)
  print *, eoshift(z, 1, boundary=[pair(7, 'rr'), pair(8, 'ss')], dim=1)
  print *, turned, chosen
  do i = 1, 3
    y = merge(x(i), x(4), i == 2)
    print *, y
  end do
  a = new(6)
  b(1) = merge(a(1), a(2), n > 1)
  call show('merge', b(:1))
  b = merge(a, a(6:1:-1), a%is_even)
  call show('merge', b)
  b = merge(a, cshift(a, 1), n == 3)
  call show('merge', b)
  q = pack(a, a%is_even)
  call show('pack', q)
  q = pack(a, .true.)
  call show('pack', q)
  q = pack(a, mask(6))
  call show('pack', q)
  q = pack(a, a%i > 4, a(3:1:-1))
  call show('pack', q)
  b = unpack(a(5:6), [.true., .false., .false., .true., .false., .false.], new(6))
  call show('unpack', b)
  b = cshift(a, counted(n))
  call show('cshift', b)
  b = cshift(a(6:1:-1), dim=1, shift=-1)
  call show('cshift', b)
  b = eoshift(a, 2, a(6))
  call show('eoshift', b)
  d = reshape(a(1:4), [2, 3], a(6:6))
  call show('reshape', d(2, :))
  d = reshape(a, shape(d), order=[2, 1])
  call show('reshape', d(2, :))
  e = transpose(d)
  call show('transpose', e(:, 2))
  q = spread(a(2), 1, 3)
  call show('spread', q)
  d = spread(a(1:3), 1, 2)
  call show('spread', d(2, :))
  e = spread(a(1:3), 2, n)
  call show('spread', e(:, 2))
  e = cshift(e, 1, 2)
  call show('cshift', e(:, 2))
  x = cshift(x, twice(1))
  print *, x, calls
  x = cshift(x, outside(1))
  print *, x, calls
  do i = 1, 3
    list(i)%k = i
    if (i > 1) list(i)%next => list(i - 1)
  end do
  picked = pack(list, list%k > 1)
  print *, picked%k, picked(1)%next%k, picked(2)%next%next%k
end program
