! Texts in the stores as internal files, items and messages; MOVE_ALLOC from a length of `*` to a deferred one.
module m
  implicit none
  type :: e
    character(:), allocatable :: s, t
    integer :: n = 0
  end type
contains
  pure subroutine grow(var, n)
    character(len=*), allocatable, intent(inout) :: var(:)
    integer, intent(in) :: n
    character(len=:), allocatable :: tmp(:)
    integer :: k
    k = 0
    if (allocated(var)) then
      k = size(var)
      call move_alloc(var, tmp)
    end if
    allocate (var(n))
    if (allocated(tmp)) var(:min(k, n)) = tmp(:min(k, n))
  end subroutine
end module
program p
  use m
  implicit none
  type(e), allocatable :: a(:)
  character(6), allocatable :: names(:)
  character(20) :: line
  integer :: ios, k
  allocate (a(2))
  a(1)%s = 'xxxxxxxx'
  write (a(1)%s, '(i3,a)') 42, '!'
  print *, '[', a(1)%s, ']'
  line = 'alpha 7 beta'
  allocate (character(5) :: a(2)%s, a(2)%t)
  read (line, *) a(2)%s, a(2)%n, a(2)%t
  print *, a(2)%s, a(2)%n, a(2)%t
  a(1)%t = '17'
  read (a(1)%t, *) k
  print *, k
  allocate (character(80) :: a(1)%t, stat=ios)
  deallocate (a(1)%t)
  allocate (character(80) :: a(1)%t)
  read (line, '(i5)', iostat=ios, iomsg=a(1)%t) k
  print *, ios /= 0, len_trim(a(1)%t) > 0, len(a(1)%t)
  allocate (names(2))
  names = ['one   ', 'two   ']
  call grow(names, 3)
  names(3) = 'three'
  print *, names, size(names)
  print *, (a(k)%s, k=1, 2)
end program
