! Dummy procedures that nothing declares EXTERNAL and nothing calls where they are: the units only pass them on. Each was
! taken for a variable, and the procedure that was given for it refused.
program passed_on_procedures
  implicit none
  external square, report
  real :: total
  call outer(square, 2.0, total)
  print *, total
  call chain(report, 3)
  call with_entry(4, report)
  call typed(square, 5.0)
  call intrinsic_too
  call values(1.5)
contains
  subroutine intrinsic_too
    intrinsic sin
    real :: y
    call outer(sin, 0.0, y)
    print *, y
    call outer(inner, 7.0, y)
    print *, y
  end subroutine
  real function inner(x)
    real, intent(in) :: x
    inner = x + total
  end function
end program

subroutine outer(f, x, y)
  call middle(x, f, y)
end subroutine

subroutine middle(x, g, y)
  call last(g, x, y)
end subroutine

subroutine last(h, x, y)
  y = h(x) + h(x + 1)
end subroutine

real function square(x)
  square = x*x
end function

subroutine report(i)
  print *, 'report', i
end subroutine

! The way back to the first again.
subroutine chain(s, n)
  call hook(n, s)
end subroutine

recursive subroutine hook(n, s)
  if (n > 1) then
    call hook(n - 1, s)
  else
    call finish(s, n)
  end if
end subroutine

subroutine finish(s, n)
  call s(n)
end subroutine

subroutine other(s, k)
  entry with_entry(k, s)
  call finish(s, k)
end subroutine

! A declared type is that of the result.
subroutine typed(f, x)
  real :: f, x, value
  real, external :: apply
  value = apply(f, x)
  print *, value
end subroutine

real function apply(f, x)
  apply = f(x)
end function

! What is only passed on may be a variable, too.
subroutine values(x)
  call show(x)
end subroutine

subroutine show(x)
  print *, x
end subroutine
