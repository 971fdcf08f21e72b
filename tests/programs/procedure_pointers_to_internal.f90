! Internal procedures of a main program that use its variables are called by pointers from modules.
module events
  implicit none
  abstract interface
    subroutine hook(k)
      integer, intent(in) :: k
    end subroutine
    real function weight(x)
      real, intent(in) :: x
    end function
  end interface
  type :: source
    procedure(hook), pointer, nopass :: h => null()
  end type
  procedure(hook), pointer :: handler => null()
contains
  subroutine fire(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      if (associated(handler)) call handler(i)
    end do
  end subroutine
  subroutine emit(s, k)
    type(source), intent(in) :: s
    integer, intent(in) :: k
    if (associated(s%h)) call s%h(k)
  end subroutine
  real function average(w, n)
    procedure(weight), pointer, intent(in) :: w
    integer, intent(in) :: n
    integer :: i
    average = 0
    do i = 1, n
      average = average + w(real(i))
    end do
    average = average/n
  end function
end module
program p
  use events
  implicit none
  integer, parameter :: size_of = 3
  integer :: total = 0, log(10), used = 0
  real :: scale
  real, allocatable :: table(:)
  type(source) :: s(2)
  procedure(weight), pointer :: w
  character(5) :: names(size_of) = ['one  ', 'two  ', 'three']
  namelist /state/ total, used
  data log /10*0/
100 format (a, 3i5)
  handler => add
  call fire(4)
  print 100, 'sum', total, used
  handler => note
  call fire(3)
  print *, log(:used), names(used)
  s(1)%h => add
  s(2)%h => note
  call emit(s(1), 10)
  call emit(s(2), 20)
  print *, total, log(:used)
  scale = 0.5
  allocate (table(4))
  table = [1., 2., 3., 4.]
  w => scaled
  print *, average(w, 4)
  scale = 2
  w => looked_up
  print *, average(w, 4)
  write (*, state)
contains
  subroutine add(k)
    integer, intent(in) :: k
    total = total + k
  end subroutine
  subroutine note(k)
    integer, intent(in) :: k
    used = used + 1
    log(used) = k
    call add(k)
  end subroutine
  real function scaled(x)
    real, intent(in) :: x
    scaled = x*scale
  end function
  real function looked_up(x)
    real, intent(in) :: x
    looked_up = table(int(x))*scale
  end function
end program
