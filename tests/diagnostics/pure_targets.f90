! Dummy arguments of PURE procedures that are pointers need no INTENT; those with TARGET do.
module m
  type t
    integer :: i = 0, j = 1
  end type
contains
  pure subroutine a(p)
    type(t), pointer :: p
  end subroutine
  pure integer function f(p)
    type(t), pointer, intent(in) :: p
    f = p%i
  end function
  pure integer function g(p)
    type(t), pointer :: p
    g = p%i
  end function
  pure subroutine c(x, q)
    type(t), target :: x
    type(t), pointer, intent(out) :: q
    q => x
  end subroutine
  pure subroutine d(x, q)
    type(t), target, intent(inout) :: x
    type(t), pointer, intent(out) :: q
    q => x
  end subroutine
end module
module n
contains
  pure real function h(x, n)
    real, intent(inout), target :: x
    integer, target :: n
    real, pointer :: p
    p => x
    h = p + use_it(n)
  end function
  pure integer function use_it(n)
    integer, intent(in), target :: n
    integer, pointer :: q
    q => n
    use_it = q
  end function
end module
