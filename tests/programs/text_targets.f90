! Texts of deferred length with TARGET, in all places where texts can be.
module m
  implicit none
  character(:), allocatable, target :: s, other
  character(:), pointer :: view => null()
  integer, pointer :: ip => null()
contains
  subroutine grow(t)
    character(:), allocatable, intent(inout) :: t
    t = t // '+' // t
  end subroutine
  subroutine make(t)
    character(:), allocatable, intent(out) :: t
    t = 'made'
  end subroutine
  function twice(t) result(r)
    character(*), intent(in) :: t
    character(:), allocatable :: r
    r = t // t
  end function
  subroutine see(t)
    character(*), intent(in), target :: t
    print *, len(t), t // '.'
  end subroutine
end module
program p
  use m
  implicit none
  character(:), allocatable :: local
  integer :: ios, n
  print *, allocated(s)
  s = 'abc'
  s = s // 'def'
  print *, s, len(s), allocated(s)
  call grow(s)
  print *, s
  call make(s)
  print *, s, twice(s)
  call see(s)
  view => s
  print *, view, associated(view, s)
  call move_alloc(s, other)
  print *, allocated(s), allocated(other), other
  read (other(1:2), '(a2)', iostat=ios) local
  allocate (character(8) :: s)
  s(:) = 'xyz'
  write (s, '(a,i3)') 'n =', 17
  print *, s // '|'
  read (s(4:), *) n
  print *, n
  local = s(1:3)
  print *, local // '|', s == 'n = 17', s > 'a', trim(s) // '|'
  deallocate (s)
  print *, allocated(s)
  s = repeat('-', 4)
  select case (s)
  case ('----')
    print *, 'dashes'
  end select
  print *, [s, 'abcd'], index(s, '-', back=.true.)
  associate (a => s)
    print *, a, len(a)
  end associate
  call scope
  if (.false.) then
  end if
  call kinds(s, view)
contains
  subroutine kinds(a, b)
    character(:), allocatable, target, intent(inout) :: a
    character(:), pointer, intent(inout) :: b
    b => a
    b = 'zz'
    print *, a // '|', b // '|'
    allocate (b, source=a // a)
    print *, b // '|'
    deallocate (b)
  end subroutine
  subroutine scope
    character(:), allocatable, target :: inner
    character(:), pointer :: v
    inner = 'inner'
    v => inner
    v(1:1) = 'I'
    print *, inner
  end subroutine
end program
