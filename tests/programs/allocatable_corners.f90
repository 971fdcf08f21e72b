! More of ALLOCATABLE: functions that give such values, arguments of every type, renamed module variables, deferred lengths
! of arrays, local ones that are new in each call.
module keep
  implicit none
  integer, allocatable :: table(:)
  character(len=:), allocatable :: names(:)
contains
  function upto(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:)
    integer :: i
    r = [(real(i), i = 1, n)]
  end function
  function label(n)
    integer, intent(in) :: n
    character(len=:), allocatable :: label
    character(len=10) :: buffer
    write (buffer, '(i0)') n
    label = '<' // trim(buffer) // '>'
  end function
  function scalar(n) result(s)
    integer, intent(in) :: n
    integer, allocatable :: s
    s = n + 1
  end function
  complex function zsum(z)
    complex, allocatable, intent(in) :: z(:)
    zsum = z(1) + z(size(z))
  end function
  subroutine both(x, y)
    complex, allocatable, intent(inout) :: x
    logical, allocatable, intent(out) :: y(:)
    if (allocated(x)) then
      y = [.true., .false.]
      deallocate (x)
    else
      x = (1.0, -1.0)
    end if
  end subroutine
  subroutine plain(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    a = a * 2
  end subroutine
  subroutine shaped(a)
    real, intent(inout) :: a(:)
    print *, 'shaped', size(a), lbound(a)
    a = a + 1
  end subroutine
  integer function local(n)
    integer, intent(in) :: n
    integer, allocatable :: a(:), b
    local = 0
    if (allocated(a) .or. allocated(b)) local = 1000
    if (n > 2) return
    allocate (a(n), b)
    a = n
    b = 1
    local = local + sum(a) + b
  end function
end module
program corners
  use keep, only: t => table, names, upto, label, scalar, zsum, both, plain, shaped, local
  implicit none
  real, allocatable :: a(:)
  complex, allocatable :: z(:), x
  logical, allocatable :: y(:)
  character(len=:), allocatable :: s
  integer :: i, total, st
  do i = 1, 3
    a = upto(i * 2)
    call plain(a, size(a))
    call shaped(a)
    print *, a, sum(upto(i)), label(i * 100), len(label(i)), scalar(i), maxval(upto(3) + upto(3))
    print *, 'is ' // label(i) // label(-i) // '.'
  end do
  z = [(1.0, 2.0), (3.0, 4.0)]
  print *, zsum(z)
  call both(x, y)
  print *, allocated(x), allocated(y), x
  call both(x, y)
  print *, allocated(x), allocated(y), y
  total = 0
  do i = 1, 4
    total = total + local(i)
  end do
  print *, total
  allocate (t(-2:2), source=[1, 2, 3, 4, 5])
  t(0) = t(-2) + t(2)
  print *, t, lbound(t), ubound(t)
  t = t
  print *, lbound(t)
  t = t + 0
  print *, lbound(t)
  t = [t, 6]
  print *, lbound(t), size(t)
  deallocate (t)
  allocate (character(len=3) :: names(2))
  names(1) = 'abcdef'
  names(2) = 'x'
  print *, names, len(names), size(names)
  deallocate (names)
  allocate (character(len=5) :: s)
  write (s, '(i5)') 42
  print *, '[', s, ']'
  s(2:3) = 'zz'
  print *, '[', s, ']', index(s, '4')
  s = ''
  print *, '[', s, ']', len(s), allocated(s)
  s = s // s
  print *, len(s)
  allocate (a(5), stat=st)
  print *, st
  deallocate (a)
  a = upto(0)
  print *, size(a), allocated(a)
  where (upto(3) > 1.0)
  end where
  print *, size([upto(2), upto(3)])
  call sub
contains
  subroutine sub
    real, allocatable :: a(:, :)
    allocate (a(2, 3))
    a = 1
    a(:, 2) = [5.0, 6.0]
    call inner
    print *, a, s
  contains_not: block
      integer, allocatable :: q(:)
      q = [1, 2]
      print *, sum(q)
    end block contains_not
  end subroutine
  subroutine inner
    s = 'changed'
    z = z * 2
  end subroutine
end program
