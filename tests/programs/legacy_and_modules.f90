! Older program units that use newer modules: IMPLICIT gives types to arguments of generic names, also to dummy arguments
! with the names of intrinsic functions; external functions take objects; SAVE without names beside automatic arrays;
! ENTRY names in generic interfaces; INTRINSIC for functions of pointers; TYPE(*).
module tools
  implicit none
  integer :: size_of_work = 2
  type state
    integer :: n = 0
    real(8) :: x(3) = 0
  end type
  interface tell
    module procedure tell_real8, tell_real4, tell_integer, tell_complex, tell_function
  end interface
  interface area
    module procedure square, rectangle
  end interface
contains
  subroutine tell_real8(name, x)
    character(*), intent(in) :: name
    real(8), intent(in) :: x
    print *, name, ' real8', x
  end subroutine
  subroutine tell_real4(name, x)
    character(*), intent(in) :: name
    real, intent(in) :: x
    print *, name, ' real4', x
  end subroutine
  subroutine tell_integer(name, i)
    character(*), intent(in) :: name
    integer, intent(in) :: i
    print *, name, ' integer', i
  end subroutine
  subroutine tell_complex(name, z)
    character(*), intent(in) :: name
    complex, intent(in) :: z
    print *, name, ' complex', z
  end subroutine
  subroutine tell_function(name, f, x)
    character(*), intent(in) :: name
    real(8), external :: f
    real(8), intent(in) :: x
    print *, name, ' function', f(x)
  end subroutine
  real function square(side)
    real :: side, height, rectangle
    square = side**2
    return
    entry rectangle(side, height)
    rectangle = side*height
  end function
  subroutine count_of(buffer, count, total)
    type(*), intent(in) :: buffer(..)
    integer, intent(in) :: count
    integer, intent(inout) :: total
    total = total + count
  end subroutine
end module

subroutine older(gamma, index, z)
  use tools
  implicit double precision (a-h, o-y), complex (z)
  intrinsic dcos
  call tell('gamma', gamma)
  call tell('index', index)
  call tell('z', z)
  other = 2*gamma
  call tell('other', other)
  call tell('dcos', dcos, 0d0)
end subroutine

subroutine with_save
  use tools
  implicit none
  save
  integer :: calls = 0
  real :: work(size_of_work)
  character(size_of_work) :: text
  calls = calls + 1
  work = calls
  text = 'abcdef'
  print *, calls, work, text
end subroutine

function total(s, k)
  use tools
  type(state) :: s
  real(8) :: total
  total = sum(s%x(1:s%n))*k
end function

program main
  use tools
  implicit none
  intrinsic associated, null
  type(state) :: s
  real(8), external :: total
  real, pointer :: p(:) => null()
  real :: a(4) = 1
  integer :: n = 0, m(2, 2) = 0
  s%n = 2
  s%x = [1d0, 2d0, 4d0]
  print *, total(s, 2), 1 + total(s, int(total(s, 1)))
  call older(2.5d0, 4, (1.0, 2.0))
  call with_save
  size_of_work = 3
  call with_save
  print *, area(3.0), area(2.0, 5.0), associated(p)
  call count_of(a, 4, n)
  call count_of(m, 7, n)
  call count_of(s, 1, n)
  print *, n
end program
