! Texts of deferred length that are components of objects in arrays, of allocated objects, and of targets.
module m
  implicit none
  type :: entry
    character(:), allocatable :: key
    character(len=:), allocatable :: value
    integer :: n = 0
  end type
  type :: table
    type(entry), allocatable :: rows(:)
    character(:), allocatable :: title
  end type
  type :: error_type
    integer :: stat = 0
    character(len=:), allocatable :: message
  end type
contains
  subroutine fatal(error, message, stat)
    type(error_type), allocatable, intent(out) :: error
    character(len=*), intent(in) :: message
    integer, intent(in), optional :: stat
    allocate (error)
    if (present(stat)) error%stat = stat
    error%message = message
  end subroutine
  subroutine put(t, key, value)
    type(table), intent(inout) :: t
    character(*), intent(in) :: key, value
    type(entry), allocatable :: more(:)
    integer :: n
    n = 0
    if (allocated(t%rows)) n = size(t%rows)
    allocate (more(n + 1))
    if (n > 0) more(1:n) = t%rows
    more(n + 1)%key = key
    more(n + 1)%value = trim(value)
    more(n + 1)%n = len(key)
    call move_alloc(more, t%rows)
  end subroutine
  function get(t, key) result(v)
    type(table), intent(in) :: t
    character(*), intent(in) :: key
    character(:), allocatable :: v
    integer :: i
    v = '?'
    do i = 1, size(t%rows)
      if (t%rows(i)%key == key) v = t%rows(i)%value
    end do
  end function
  subroutine upper(s)
    character(*), intent(inout) :: s
    integer :: i
    do i = 1, len(s)
      if (s(i:i) >= 'a' .and. s(i:i) <= 'z') s(i:i) = achar(iachar(s(i:i)) - 32)
    end do
  end subroutine
  subroutine twice(s)
    character(:), allocatable, intent(inout) :: s
    s = s // s
  end subroutine
  subroutine show(s)
    character(*), intent(in), optional :: s
    if (present(s)) then
      print *, 'show ', len(s), '[', s, ']'
    else
      print *, 'nothing'
    end if
  end subroutine
end module
program main
  use m
  implicit none
  type(table) :: t, u
  type(entry) :: e
  type(error_type), allocatable :: err
  character(:), allocatable :: s
  character(3) :: short
  integer :: i
  call put(t, 'one', 'first value')
  call put(t, 'twenty', 'x  ')
  call put(t, 'none', '')
  do i = 1, 3
    print *, i, t%rows(i)%key, '|', t%rows(i)%value, '|', t%rows(i)%n, len(t%rows(i)%value), allocated(t%rows(i)%key)
  end do
  print *, get(t, 'one'), get(t, 'none'), get(t, 'zzz')
  u = t
  u%rows(1)%key = 'changed' // u%rows(1)%key(2:3)
  u%rows(2)%value(1:1) = 'Y'
  u%rows(1)%value(3:7) = '--'
  print *, u%rows(1)%key, ' ', t%rows(1)%key, ' ', u%rows(2)%value, ' ', t%rows(2)%value, ' ', u%rows(1)%value
  call upper(u%rows(1)%key)
  print *, u%rows(1)%key
  call twice(u%rows(1)%key)
  print *, u%rows(1)%key, len(u%rows(1)%key)
  print *, allocated(t%title), allocated(e%key)
  t%title = 'abc'
  call twice(t%title)
  print *, t%title // '!', t%title == 'abcabc', t%title < 'b', len_trim(t%title), index(t%title, 'ca')
  allocate (character(5) :: e%value)
  e%value(:) = 'zz'
  print *, '[', e%value, ']', len(e%value)
  allocate (e%key, source = 'source')
  print *, e%key
  deallocate (e%key)
  print *, allocated(e%key)
  call move_alloc(e%value, e%key)
  print *, allocated(e%value), e%key
  s = e%key
  call move_alloc(s, e%value)
  print *, allocated(s), e%value
  call move_alloc(e%value, s)
  print *, allocated(e%value), s
  t%rows(2) = e
  print *, t%rows(2)%key, t%rows(2)%n, allocated(t%rows(2)%value)
  call show(t%rows(2)%key); call show(t%title)
  short = t%title
  print *, short
  t%rows(3) = entry('kk', 'vvv', 4)
  print *, t%rows(3)%key, t%rows(3)%value
  t%rows = [entry('a', 'b', 1), entry('cc', 'dd', 2)]
  print *, size(t%rows), t%rows(2)%key, t%rows(1)%value
  call fatal(err, 'it is wrong', 5)
  print *, err%stat, err%message, len(err%message)
  call fatal(err, 'again')
  print *, err%stat, err%message
  select case (err%message)
  case ('again')
    print *, 'selected'
  end select
  write (*, '(3a)') err%message, '/', t%rows(2)%key
  err%message = err%message // ' and ' // err%message
  print *, err%message, ichar(err%message(1:1)), adjustl(err%message(6:))
  err%message = ''
  print *, len(err%message), allocated(err%message)
  if (allocated(err)) deallocate (err)
end program
