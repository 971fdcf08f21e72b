! An interface body in a module names the dummy arguments for keywords, not the definition, which may name them
! otherwise: the arguments were exchanged, or their keywords unknown.
module bodies
  interface
    real function difference(a, b)
      real, intent(in) :: a, b
    end function

    subroutine scale(x, factor, offset)
      real x
      real, intent(in) :: factor
      real, intent(in), optional :: offset
    end subroutine
  end interface

  interface diff
    procedure difference
  end interface
end module

module more
  use bodies, only: minus => difference, scale
end module

program module_interface_names
  use bodies
  real :: x = 2
  print *, difference(b=1.0, a=10.0), diff(b=1.0, a=10.0)
  call scale(x, 3.0, offset=1.0)
  call scale(offset=0.5, factor=2.0, x=x)
  call scale(x, factor=2.0)
  print *, x
  call renamed
contains
  subroutine renamed
    use more
    print *, minus(b=2.0, a=3.0)
    call scale(x, offset=1.0, factor=0.5)
    print *, x
  end subroutine
end program

real function difference(b, a)
  real, intent(in) :: a, b
  difference = b - a
end function

subroutine scale(x, f, off)
  real x
  real, intent(in) :: f
  real, intent(in), optional :: off
  x = x*f
  if (present(off)) x = x + off
end subroutine
