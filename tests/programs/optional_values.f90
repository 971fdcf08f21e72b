! OPTIONAL dummy arguments that may be absent, passed on to others that have VALUE, too.
program main
  implicit none
  call outer()
  call outer(5, 6, 1.5d0, (1.0, 2.0), .true.)
  call outer(b=7, z=(3.0, 4.0))
contains
  subroutine outer(a, b, x, z, is)
    integer, value, optional :: a
    integer, optional :: b
    real(8), value, optional :: x
    complex, optional :: z
    logical, value, optional :: is
    call inner(a, x, z, is)
    call inner(b, x, is=is)
    if (present(b)) print *, 'kept', b
    if (present(z)) print *, 'kept', z
  end subroutine
  subroutine inner(n, x, z, is)
    integer, value, optional :: n
    real(8), value, optional :: x
    complex, value, optional :: z
    logical, value, optional :: is
    print *, present(n), present(x), present(z), present(is)
    if (present(n)) then
      n = n + 1
      print *, n
    end if
    if (present(x)) print *, 2*x
    if (present(z)) then
      z = 2*z
      print *, z
    end if
    if (present(is)) print *, is
  end subroutine
end program
