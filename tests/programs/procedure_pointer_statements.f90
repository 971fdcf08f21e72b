! Interface bodies and EXTERNAL functions that POINTER makes procedure pointers.
program p
  implicit none
  interface
    real function f(x)
      real, intent(in) :: x
    end function
    subroutine s(x)
      real, intent(in) :: x
    end subroutine
  end interface
  pointer :: f, s
  real, external, pointer :: g
  f => h
  print *, f(1.)
  g => f
  print *, g(3.)
  s => say
  call s(2.)
contains
  real function h(x)
    real, intent(in) :: x
    h = 2*x
  end function
  subroutine say(x)
    real, intent(in) :: x
    print *, 'say', x
  end subroutine
end program
