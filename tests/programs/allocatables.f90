! ALLOCATABLE variables of every type and rank: ALLOCATE with its options, DEALLOCATE, MOVE_ALLOC, assignments that
! allocate, arguments, results, module variables, variables of hosts, saved ones.
module store
  implicit none
  real, allocatable :: shared(:)
  integer, allocatable :: grid(:, :)
  character(len=:), allocatable :: title
  integer, allocatable :: number
contains
  subroutine fill(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(shared)) deallocate (shared)
    allocate (shared(0:n))
    shared = [(real(i), i = 0, n)]
    title = 'filled to '
    title = title // achar(48 + n)
    if (.not. allocated(number)) allocate (number)
    number = n
  end subroutine
  subroutine grow(a, by)
    real, allocatable, intent(inout) :: a(:)
    integer, intent(in) :: by
    real, allocatable :: wider(:)
    allocate (wider(size(a) + by))
    wider(:size(a)) = a
    wider(size(a) + 1:) = -1.0
    call move_alloc(wider, a)
  end subroutine
  subroutine make(a, n, text)
    real, allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    character(len=:), allocatable, intent(out) :: text
    print *, 'make', allocated(a), allocated(text), n
    if (n > 0) then
      allocate (a(-1:n - 2))
      a = real(n)
      text = repeat('x', n)
    end if
  end subroutine
  subroutine look(a, x)
    real, allocatable, intent(in) :: a(:)
    integer, allocatable, intent(in) :: x
    if (allocated(a)) print *, 'look', lbound(a), ubound(a), sum(a)
    if (.not. allocated(a)) print *, 'look at nothing'
    print *, 'scalar', allocated(x)
    if (allocated(x)) print *, x
  end subroutine
  function squares(n) result(s)
    integer, intent(in) :: n
    integer, allocatable :: s(:)
    integer :: i
    allocate (s(0:n - 1))
    do i = 0, n - 1
      s(i) = i * i
    end do
  end function
  function doubled(text) result(twice)
    character(len=*), intent(in) :: text
    character(len=:), allocatable :: twice
    twice = text // text
  end function
  integer function counted()
    integer, allocatable, save :: seen(:)
    if (.not. allocated(seen)) then
      allocate (seen(1))
      seen = 0
    else
      seen = [seen, size(seen)]
    end if
    counted = sum(seen)
  end function
end module

program allocatables
  use store
  implicit none
  real, allocatable :: a(:), b(:, :), c(:)
  complex, allocatable :: z(:)
  complex, allocatable :: w
  logical, allocatable :: l(:, :)
  character(len=4), allocatable :: words(:)
  character(len=:), allocatable :: text, other
  integer, allocatable :: x, y
  integer :: status, i
  character(len=50) :: message
  print *, allocated(a), allocated(z), allocated(text), allocated(x)
  call fill(3)
  print *, lbound(shared), ubound(shared), shared, title, len(title), number
  call fill(5)
  print *, size(shared), shared, title, number
  call grow(shared, 2)
  print *, lbound(shared), ubound(shared), shared
  call make(a, 3, text)
  print *, allocated(a), lbound(a), ubound(a), a, text, len(text)
  call look(a, x)
  call make(a, 0, text)
  print *, allocated(a), allocated(text)
  x = 7
  call look(a, x)
  deallocate (x)
  print *, allocated(x)
  allocate (x, source=5)
  allocate (y, mold=x)
  y = x + 1
  print *, x, y
  a = squares(5)
  print *, lbound(a), ubound(a), a
  a = a(2:3)
  print *, size(a), a
  a = [a, 1.5, a]
  print *, size(a), a
  print *, sum(squares(4)), doubled('ab'), len(doubled('abc')) 
  allocate (b(2, -1:1), stat=status)
  print *, status, shape(b), lbound(b), ubound(b)
  b = 1.25
  b(2, :) = 2.5
  c = [b]
  print *, c
  message = 'unchanged'
  allocate (b(1, 1), stat=status, errmsg=message)
  print *, status /= 0, message, shape(b)
  deallocate (b, stat=status, errmsg=message)
  print *, status, allocated(b)
  deallocate (b, stat=status, errmsg=message)
  print *, status /= 0, message
  allocate (z(2))
  z = (1.0, 2.0)
  z = [z, (3.0, -1.0)]
  print *, size(z), z
  w = z(3) * (0.0, 1.0)
  print *, w, allocated(w)
  deallocate (z, w)
  print *, allocated(z), allocated(w)
  l = reshape([.true., .false., .true., .true., .false., .false.], [2, 3])
  print *, shape(l), count(l), l
  allocate (words(3))
  words = 'ab'
  words(2) = 'wxyz'
  print *, words, len(words)
  deallocate (words)
  allocate (words(0:1), source='same')
  print *, lbound(words), words
  allocate (character(len=6) :: other)
  other = 'abc'
  print *, '[', other, ']', len(other)
  other = other(2:3)
  print *, '[', other, ']', len(other)
  call move_alloc(other, text)
  print *, allocated(other), text, len(text)
  allocate (grid(2, 2), source=3)
  grid = grid * 2
  call inner(2)
  print *, grid, allocated(a)
  do i = 1, 4
    print *, counted()
  end do
  allocate (c(2:4), source=[1.0, 2.0, 3.0], stat=status)
  print *, status
  deallocate (c)
  allocate (c, source=shared)
  print *, lbound(c), ubound(c), c
  c = shared(3:2)
  print *, size(c)
contains
  subroutine inner(n)
    integer, intent(in) :: n
    real :: local(n)
    grid(1, n) = 99
    print *, size(a), a(n)
    deallocate (a)
    local = 1.0
    allocate (a(n:n + 1))
    a = local
    call deeper
    text = text // '!'
    print *, text
  end subroutine
  subroutine deeper
    print *, lbound(a), ubound(a), a
    a = [a, a]
    print *, lbound(a), ubound(a), a
    deallocate (a)
  end subroutine
end program
