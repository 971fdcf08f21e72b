! Constructors with values for ALLOCATABLE components that are not ALLOCATABLE themselves: variables, named constants,
! components, elements, what functions return; and those that are, allocated or not.
module shapes
  implicit none
  type item
    real, allocatable :: weight
    character(:), allocatable :: name
    integer, allocatable :: marks(:)
  end type
  type plain
    real :: weight = 1.5
    integer :: marks(2) = [1, 2]
    integer, allocatable :: more(:)
  end type
contains
  function doubled(x)
    integer, intent(in) :: x(:)
    integer :: doubled(size(x))
    doubled = 2*x
  end function
  subroutine show(it)
    type(item), intent(in) :: it
    if (allocated(it%weight)) print '(f6.2)', it%weight
    if (allocated(it%name)) print '(3a)', '[', it%name, ']'
    if (allocated(it%marks)) print '(9i4)', lbound(it%marks), it%marks
    print *, allocated(it%weight), allocated(it%name), allocated(it%marks)
  end subroutine
  subroutine of_dummies(weight, name, marks)
    real, intent(in) :: weight
    character(*), intent(in) :: name
    integer, intent(in) :: marks(-1:)
    call show(item(weight, name, marks))
  end subroutine
end module

program main
  use shapes
  implicit none
  real, parameter :: five = 5
  character(*), parameter :: text = 'text'
  integer, parameter :: list(2) = [7, 8]
  real :: weight = 2.5
  character(3) :: name = 'abc'
  integer :: marks(0:2) = [4, 5, 6]
  real, allocatable :: some
  character(:), allocatable :: word
  integer, allocatable :: others(:)
  type(item) :: a, b
  type(plain) :: p
  a = item(five, text, list)
  call show(a)
  a = item(weight, name, marks)
  call show(a)
  a = item(p%weight, name(2:), p%marks)
  call show(a)
  a = item(real(marks(1)), trim('x  '), doubled(marks))
  call show(a)
  a = item(weight, name, others)
  call show(a)
  some = 9
  word = 'words'
  allocate (others(5:6), source=[1, 2])
  a = item(some, word, others)
  call show(a)
  b = item(a%weight, word, p%more)
  call show(b)
  p%more = [3]
  b = item(weight=p%weight, name=word, marks=p%more)
  call show(b)
  call of_dummies(1.0, 'dummies', marks)
end program
