! Bounds and lengths that call external functions and dummy procedures.
pure integer function ext(i)
  integer, intent(in) :: i
  ext = i + 1
end function
function h(i) result(r)
  integer, intent(in) :: i
  interface
    pure integer function ext(i)
      integer, intent(in) :: i
    end function
  end interface
  character(ext(i)) :: r
  r = 'hhhhhhhhhh'
end function
program specification_procedures
  implicit none
  interface
    pure integer function ext(i)
      integer, intent(in) :: i
    end function
    function h(i) result(r)
      integer, intent(in) :: i
      interface
        pure integer function ext(i)
          integer, intent(in) :: i
        end function
      end interface
      character(ext(i)) :: r
    end function
  end interface
  print *, len(h(3)), h(4)
  call s(2, ext)
  print *, p([1, 2, 3], ext), len(p([1, 2], ext))
contains
  subroutine s(n, fn)
    integer, intent(in) :: n
    interface
      pure integer function fn(i)
        integer, intent(in) :: i
      end function
    end interface
    character(fn(n)) :: c
    integer :: a(fn(n), fn(fn(n)))
    c = 'cccccccccc'
    print *, c, shape(a)
    print *, p([n, n], fn)
  end subroutine
  function p(y, asz)
    integer, intent(in) :: y(:)
    interface
      pure integer function asz(i)
        integer, intent(in) :: i
      end function
    end interface
    character(asz(size(y))) :: p
    integer :: i
    p = ''
    do i = 1, size(y)
      p(i:i) = achar(iachar('A') + y(i))
    end do
  end function
end program
