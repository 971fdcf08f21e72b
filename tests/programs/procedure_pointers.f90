! Procedure pointers: as variables, dummy arguments and arguments for dummy procedures, with the targets that dummy
! procedures are.
module pointed
  implicit none
  abstract interface
    real function fn(x)
      real, intent(in) :: x
    end function
    subroutine sub(a, n)
      real, intent(inout) :: a(:)
      integer, intent(in) :: n
    end subroutine
  end interface
  procedure(fn), pointer :: saved => null()
contains
  real function f(x)
    real, intent(in) :: x
    f = x + 1.
  end function
  real function g(x)
    real, intent(in) :: x
    g = x * 2.
  end function
  subroutine s1(a, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    a = a + n
  end subroutine
  subroutine s2(a, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    a(1:n) = 0
  end subroutine
  subroutine choose(p, k)
    procedure(fn), pointer, intent(out) :: p
    integer, intent(in) :: k
    if (k == 1) then
      p => f
    else if (k == 2) then
      p => g
    else
      p => null()
    end if
  end subroutine
  real function apply(h, x)
    procedure(fn) :: h
    real, intent(in) :: x
    apply = h(h(x))
    saved => h
  end function
end module
program p
  use pointed
  implicit none
  procedure(fn), pointer :: q
  procedure(sub), pointer :: r => null()
  real :: a(4)
  integer :: i
  do i = 1, 3
    call choose(q, i)
    if (associated(q)) then
      print *, i, q(3.), apply(q, 1.), associated(q, f), associated(saved, q)
    else
      print *, i, 'null', associated(q)
    end if
  end do
  a = 1
  r => s1
  call r(a, 3)
  print *, a
  r => s2
  call r(a, 2)
  print *, a
  nullify (r)
  print *, associated(r)
end program
