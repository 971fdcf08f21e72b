! NULL() for an OPTIONAL dummy argument that is not a pointer is nothing, which was an error.
program null_for_nothing
  implicit none
  integer :: a(3) = [1, 2, 3]
  integer, pointer :: p => null()
  call scalar(null())
  call scalar(null(p))
  call shape1(null(), 2)
  call explicit(b=null(), a=4)
  call scalar(p)
  print *, f(a, null()), f(a, 5), g(1, null()), g(a, null())
contains
  subroutine scalar(a)
    integer, optional :: a
    print *, present(a)
  end subroutine
  subroutine shape1(a, n)
    integer, optional :: a(:)
    integer n
    print *, present(a), n
  end subroutine
  subroutine explicit(a, b)
    integer, optional :: a
    character(*), optional :: b
    print *, present(a), present(b)
  end subroutine
  subroutine alloc(a)
    integer, optional, allocatable :: a(:)
    print *, present(a)
  end subroutine
  function f(a, b)
    integer :: a(:)
    integer, optional :: b
    integer :: f(size(a))
    f = a
    if (present(b)) f = a + b
  end function
  elemental integer function g(a, b)
    integer, intent(in) :: a
    integer, intent(in), optional :: b
    g = a
    if (present(b)) g = b
  end function
end program
