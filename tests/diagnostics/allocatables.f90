module m
  implicit none
contains
  subroutine takes(a, text)
    real, allocatable, intent(inout) :: a(:)
    character(len=:), allocatable :: text
    a = 0
    text = 'x'
  end subroutine
end module
program p
  use m
  implicit none
  real :: plain(3)
  real, allocatable :: a(:), b(:, :)
  character(len=:), allocatable :: text
  character(len=4), allocatable :: short
  character(len=:) :: nothing
  integer, allocatable :: i
  call takes(plain, text)
  call takes(b, text)
  call takes(a + 1.0, text)
  call takes(a, short)
  call takes(a(1:2), text)
  allocate (text)
  allocate (a)
  allocate (plain(3))
  allocate (a(2), source=[1, 2])
  allocate (a, source=b)
  allocate (a(3), flag=i)
  deallocate (a, source=b)
  print *, allocated(plain), allocated(a(1)), allocated(a, b)
  call move_alloc(a, b)
  associate (x => a + 1.0, y => a(2:), z => plain([1, 2]))
    x = 0
    y(1, 2) = 0
    z(1) = 0
  end associate
end program
