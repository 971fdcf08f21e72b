! Components that are not allocated, and pointers without targets, are absent OPTIONAL arguments.
module m
  type :: t
    real, allocatable :: w(:)
    integer, pointer :: n => null()
    real, allocatable :: x
  end type
contains
  subroutine opt(w,n,x)
    real, intent(in), optional :: w(:)
    integer, intent(in), optional :: n
    real, intent(in), optional :: x
    print *, present(w), present(n), present(x)
  end subroutine
end module
program p
  use m
  type(t) :: r(3)
  call opt(r(1)%w)
  call opt(n=r(1)%n)
  call opt(x=r(1)%x)
end program
