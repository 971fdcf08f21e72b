! Operators that a program names, a generic name that is also a type's, components that are arrays.
module m
  implicit none
  type v3
    real :: c(3)
  end type
  type base
    integer :: i = 5
    type(v3) :: dir = v3([1.0, 0.0, 0.0])
  end type
  interface operator(.cross.)
    procedure cross
  end interface
  interface operator(.norm.)
    module procedure nrm
  end interface
  interface operator(==)
    module procedure eq
  end interface
  interface v3
    module procedure from_scalar
  end interface
  interface show
    module procedure show_v, show_b
    module procedure show_arr
  end interface
contains
  function cross(a, b) result(r)
    type(v3), intent(in) :: a, b
    type(v3) :: r
    r%c(1) = a%c(2)*b%c(3) - a%c(3)*b%c(2)
    r%c(2) = a%c(3)*b%c(1) - a%c(1)*b%c(3)
    r%c(3) = a%c(1)*b%c(2) - a%c(2)*b%c(1)
  end function
  real function nrm(a)
    type(v3), intent(in) :: a
    nrm = sqrt(sum(a%c**2))
  end function
  logical function eq(a, b)
    type(v3), intent(in) :: a, b
    eq = all(a%c == b%c)
  end function
  type(v3) function from_scalar(s)
    real, intent(in) :: s
    from_scalar%c = s
  end function
  subroutine show_v(x)
    type(v3), intent(in) :: x
    print '(a,3f7.2)', 'v3', x
  end subroutine
  subroutine show_b(x)
    type(base), intent(in) :: x
    print *, 'base', x
  end subroutine
  subroutine show_arr(x)
    type(v3), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      call show(x(i))
    end do
  end subroutine
end module
program f
  use m
  implicit none
  type(v3) :: a, b, arr(3)
  type(base) :: bs
  a = v3([1.0, 2.0, 3.0])
  b = v3([0.0, 1.0, 0.0])
  call show(a .cross. b)
  print *, .norm. a, .norm. (a .cross. b)
  if (a == b) print *, 'eq'
  if (.not. (a == b)) print *, 'ne'
  b = v3(2.5)
  call show(b)
  call show(bs)
  arr = [a, b, a .cross. b]
  call show(arr)
  print *, a == v3([1.0, 2.0, 3.0])
end program
