! An absent argument with TARGET and OPTIONAL may be passed on to another one; that failed as a use of it.
module m
  type t
    integer :: i = 4
    real :: r(3) = 2
  end type
  integer, pointer :: kept => null()
contains
  subroutine outer(a, v, o)
    integer, optional, target :: a, v(:)
    type(t), optional, target :: o
    call inner(a, v, o)
    call inner(a)
    call inner(v=v)
    call inner(o=o)
  end subroutine
  subroutine inner(a, v, o)
    integer, optional, target :: a, v(:)
    type(t), optional, target :: o
    integer, pointer :: p, q(:)
    real, pointer :: r(:)
    if (present(a)) then
      p => a
      a = a + 1
      kept => a
      print *, 'a', p
    end if
    if (present(v)) then
      q => v(::2)
      q = q + 1
      print *, 'v', q
    end if
    if (present(o)) then
      r => o%r
      r(2) = 7
      o%i = o%i + 1
      print *, 'o', o%i, r
    end if
    print *, present(a), present(v), present(o)
  end subroutine
  integer function count(a)
    integer, optional, target :: a
    count = 0
    if (present(a)) count = depth(a)
    count = count + depth(a)
  end function
  integer function depth(b)
    integer, optional, target :: b
    integer, pointer :: p
    depth = -1
    if (present(b)) then
      p => b
      depth = p
    end if
  end function
end module
program p
  use m
  integer, target :: i = 5, w(4) = [1, 2, 3, 4]
  integer :: plain = 9
  type(t), target :: x
  call outer()
  call outer(i)
  call outer(i, w)
  call outer(i, w, x)
  call outer(o=x)
  call outer(plain, w(2:4))
  call outer(v=w(4:1:-1))
  print *, i, w, x%i, x%r, plain
  print *, count(), count(i)
end program
