! Separate module procedures: functions, subroutines, generic and bound ones, with and without their interface
! repeated, in submodules of submodules, with variables and procedures of the submodules.
module shapes
  implicit none
  private
  integer, parameter :: dp = kind(1d0)
  real(dp) :: scale = 2
  type, public :: box
    real(dp) :: a = 1, b = 2
  contains
    procedure :: area => box_area
    procedure :: grow
  end type
  public :: total, describe, counts, hidden_sum, swap, vec
  interface
    module function box_area(self) result(r)
      class(box), intent(in) :: self
      real(dp) :: r
    end function
    module subroutine grow(self, by)
      class(box), intent(inout) :: self
      real(dp), intent(in), optional :: by
    end subroutine
    pure module function hidden_sum(x) result(s)
      real(dp), intent(in) :: x(:)
      real(dp) :: s
    end function
    module subroutine describe(b, text)
      type(box), intent(in) :: b
      character(:), allocatable, intent(out) :: text
    end subroutine
    elemental module function vec(x, y)
      real(dp), intent(in) :: x, y
      real(dp) :: vec
    end function
  end interface
  interface swap
    module subroutine swap_i(a, b)
      integer, intent(inout) :: a, b
    end subroutine
    module subroutine swap_b(a, b)
      type(box), intent(inout) :: a, b
    end subroutine
  end interface
  interface
    module integer function counts()
    end function
  end interface
contains
  function total(list) result(t)
    type(box), intent(in) :: list(:)
    real(dp) :: t
    integer :: i
    t = 0
    do i = 1, size(list)
      t = t + list(i)%area()
    end do
    t = t*scale + factor(1._dp)
  end function
  module procedure vec
    vec = x + y*scale
  end procedure
  real(dp) function factor(x)
    real(dp), intent(in) :: x
    factor = x/4
  end function
end module

submodule (shapes) impl
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer(int64) :: calls = 0
  integer, parameter :: step = 3
  interface
    module subroutine inner_step(n)
      integer, intent(inout) :: n
    end subroutine
  end interface
contains
  module procedure box_area
    call tick()
    r = self%a*self%b*factor(4._dp)
  end procedure box_area
  module subroutine grow(self, by)
    class(box), intent(inout) :: self
    real(dp), intent(in), optional :: by
    call tick()
    self%a = self%a + 1
    if (present(by)) self%b = self%b*by
  end subroutine grow
  module procedure counts
    integer :: n
    n = int(calls)
    call inner_step(n)
    counts = n
  end procedure
  module procedure swap_i
    integer :: t
    t = a; a = b; b = t
  end procedure
  module procedure swap_b
    type(box) :: t
    t = a; a = b; b = t
  end procedure
  subroutine tick()
    calls = calls + 1
  end subroutine
end submodule impl

submodule (shapes:impl) deeper
contains
  module procedure inner_step
    n = n*100 + step
    call tick()
  end procedure
  module procedure hidden_sum
    s = helper(x)
  contains
    pure real(dp) function helper(v)
      real(dp), intent(in) :: v(:)
      helper = sum(v)*scale
    end function
  end procedure
  module procedure describe
    character(20) :: line
    write (line, '(2f6.2)') b%a, b%b
    text = trim(line)
  end procedure
end submodule deeper

program main
  use shapes
  implicit none
  type(box) :: x(2), y
  integer :: i, j
  character(:), allocatable :: t
  print *, x(1)%area(), total(x)
  call x(1)%grow()
  call x(2)%grow(3d0)
  print *, total(x), hidden_sum([1d0, 2d0])
  call describe(x(2), t); print *, t
  i = 1; j = 2
  call swap(i, j); print *, i, j
  y = box(7d0, 8d0)
  call swap(x(1), y); print *, y%a, x(1)%b
  print *, counts(), counts()
  print *, vec([1d0, 2d0], 3d0)
end program
