! Pointers of deferred length: variables, components, arguments and results; substrings as targets.
module m
  implicit none
  type string
    character(:), allocatable :: raw
  end type
  type node
    character(:), pointer :: name => null()
    type(node), pointer :: next => null()
  end type
  type table
    type(string), allocatable :: items(:)
  contains
    procedure :: at
  end type
contains
  function at(self, i) result(p)
    class(table), intent(in), target :: self
    integer, intent(in) :: i
    character(:), pointer :: p
    p => null()
    if (i <= size(self%items)) p => self%items(i)%raw
  end function
  subroutine shout(p)
    character(:), pointer, intent(in) :: p
    if (associated(p)) then
      print *, p // '!', len(p)
    else
      print *, 'nothing'
    end if
  end subroutine
  subroutine make(p, n)
    character(:), pointer, intent(out) :: p
    integer, intent(in) :: n
    allocate (character(n) :: p)
    p = repeat('ab', n)
  end subroutine
  subroutine upper(s)
    character(*), intent(inout) :: s
    integer :: i
    do i = 1, len(s)
      if (s(i:i) >= 'a' .and. s(i:i) <= 'z') s(i:i) = achar(iachar(s(i:i)) - 32)
    end do
  end subroutine
end module
program t
  use m
  implicit none
  character(:), pointer :: p, q
  character(:), allocatable, target :: s
  type(table), target :: tab
  type(node), pointer :: head, one
  integer :: i
  nullify (p)
  print *, associated(p)
  s = 'hello'
  p => s
  print *, p, len(p), associated(p), associated(p, s)
  p = 'HEL'
  print *, s // '|'
  q => p(2:4)
  q(1:1) = 'x'
  print *, s // '|', q // '|', len(q), associated(q, p), p == 'HxL  '
  call upper(q)
  print *, s // '|'
  call shout(p)
  call make(q, 5)
  print *, q, len(q)
  call shout(q)
  deallocate (q)
  print *, associated(q)
  allocate (q, source='source')
  print *, q // '.', index(q, 'r'), q(3:)
  deallocate (q)
  allocate (tab%items(3))
  do i = 1, 3
    tab%items(i)%raw = repeat(achar(96 + i), i)
  end do
  do i = 1, 4
    p => tab%at(i)
    call shout(p)
  end do
  p => tab%at(3)
  p(2:2) = '-'
  print *, tab%items(3)%raw
  nullify (head)
  do i = 1, 3
    allocate (one)
    allocate (character(i) :: one%name)
    one%name = 'name'
    one%next => head
    head => one
  end do
  one => head
  do while (associated(one))
    print *, one%name // '|', len(one%name)
    one => one%next
  end do
  one => head%next
  one%name => s
  print *, head%next%name
  write (one%name, '(i0)') 42
  print *, s // '|'
  read (s, *) i
  print *, i
end program
