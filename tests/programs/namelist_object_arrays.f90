! NAMELIST with arrays of objects, with components that are arrays or objects: each element is written component by
! component with its subscripts, and read so from the first that a name says. gfortran does not continue an element of
! an object in the next one, takes the first element of an array around a component that is named without subscripts
! by way of two names, and refuses two sections in one name.
module tables_of_objects
  implicit none
  type inner
    integer :: k = 1
    real :: r(2) = [1.0, 2.0]
    character(3) :: c = 'abc'
  end type
  type outer
    logical :: l = .true.
    type(inner) :: i
    type(inner) :: a(2)
    complex :: z(3) = (1.0, 2.0)
  end type
end module
program p
  use tables_of_objects
  implicit none
  type(inner) :: x(3), y(2,0:1), s
  type(outer) :: o(2), q
  integer :: n(4) = [1,2,3,4], io
  complex :: zz(7)
  character(200) :: m
  character(60) :: t(8)
  namelist /g/ x, y, n, o, q, s
  namelist /h/ zz, x
  zz = [(cmplx(io, 2.0), io = 1, 7)]
  x(2)%c = "a'b"
  y(1,0)%r = 7
  o(2)%a(1)%k = 9
  o(2)%z(2) = 8
  write (*, g)
  write (*, h)
  write (*, h, delim='none')
  call try("&g x(2)%k = 5, x%c = 'p', 'q','r' /")
  call try("&g x(1) = 3, 4.0, 5.0, 'x' n(3) = 8 8 /")
  call try("&g x(2:3) = 3, 4.0, 5.0, 'x', 7, 8, 9, 'y' /")
  call try("&g x = 3, 2*4.0, 'x', 7, 8, 9, 'y', 1 /")
  call try("&g x = 3, 3*4.0, 'x', 7, 8, 9, 'y', 1 /")
  call try("&g x(2)%r = 3*9.0 /")
  call try("&g x%r = 3*9.0 /")
  call try("&g x(2)%r(2) = 9.5, x(3)%r(1:2)=7,8 /")
  call try("&g x%k = 7,8,9 x%r(1) = 1,2,3 /")
  call try("&g o(1)%a(2)%k = 44 /")
  call try("&g o(1)%a%k = 44 55 /")
  call try("&g o%a(1)%k = 44 55 /")
  call try("&g o%a%k = 44 55 /")
  call try("&g n = 1, o%i%k = 44 55 /")
  call try("&g o%i%k = 44 55 /")
  call try("&g s%k=2 o%i%k = 44 55 /")
  call try("&g q%a%k = 44 55 /")
  call try("&g n=1 q%a%k = 44 55 /")
  call try("&g q%a%k = 44 , q%i%c(2:2)='?' /")
  call try("&g q%a(2) = 44 1.5 2.5 'lll' /")
  call try("&g q%a(2)%c(1:2) = 'zz' /")
  call try("&g q = f, 3, 1, 2, 'iii' /")
  call try("&g x = , , , 'abc' , 2 /")
  call try("&g x(4)%k = 2 /")
  call try("&g x(2)%j = 2 /")
  call try("&g x(2)(1) = 2 /")
  call try("&g x(1)%k(1) = 2 /")
  call try("&g n%k = 2 /")
  call try("&g x(3:1:-1)%k = 2 3 4/")
  call try("&g y(:,1)%k = 2 3 4/")
  call try("&g y(2,:)%k = 2 3 y(1,1)=3 2.0 3.0 /")
  call try("&g x(1)%c(2:3)='kk', y(2,1)%c(1:1)='mmm'/")
  call try("&g x(:)%c(2:3)='kk', 'll' /")
  call try("&g x(1)%c(a:3)='kk' /")
  call try("&g x(1)%c(1,2)='kk' /")
  call try("&g x(1)%c()='kk' /")
  call rest
contains
  ! An element of an array of numbers is the first of a block: the rows before it are not assigned. What ends an array
  ! is blamed on it.
  subroutine rest()
    integer :: grid(3, 3)
    namelist /h/ grid
    character(60) :: lines(6)
    integer :: at
    lines(1) = "&h grid(2,1) = 1,2,3,4 /"
    lines(2) = "&h grid(2,1:2) = 1,2 /"
    lines(3) = "&h grid = 1,2, zz /"
    lines(4) = "&h grid(1:2,1) = 1,2,3 /"
    lines(5) = "&h grid(1:2,1) = 1,2 &h "
    lines(6) = "&h grid(1:2,1) = 1,2 &END "
    do at = 1, 6
      grid = 0
      m = ' '
      read (lines(at), nml=h, iostat=io, iomsg=m)
      print *, grid, io, trim(m)
    end do
  end subroutine
  subroutine try(line)
    character(*), intent(in) :: line
    type(inner) :: fi
    type(outer) :: fo
    x = fi; y = fi; s = fi; o = fo; q = fo
    n = 0
    m = ' '
    t = ' '
    t(1) = line
    read (t, g, iostat=io, iomsg=m)
    print '(a, i0, 1x, a)', line, io, trim(m)
    print *, x
    print *, y
    print *, n
    print *, o
    print *, q
    print *, s
  end subroutine
end program
