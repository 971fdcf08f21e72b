! Default INTEGER of 8 bytes: records of what is not declared, NAMELIST, controls, generic names, interface bodies.
integer(4) function lun(i)
  integer, intent(in) :: i
  lun = 6*i
end function
module chosen
  interface w
    module procedure i8, i4, l8, l4
  end interface
  type t
    integer, allocatable :: q
  end type
contains
  subroutine i8(x)
    integer, intent(in) :: x
    print *, 'i8', x
  end subroutine
  subroutine i4(x)
    integer(4), intent(in) :: x
    print *, 'i4', x
  end subroutine
  subroutine l8(x)
    logical, intent(in) :: x
    print *, 'l8', x
  end subroutine
  subroutine l4(x)
    logical(4), intent(in) :: x
    print *, 'l4', x
  end subroutine
  integer function one(i)
    integer, intent(in) :: i
    one = 6*i
  end function
end module
program more
  use chosen
  implicit complex (c)
  implicit logical (l)
  dimension c(3)
  type(t) :: y(2)
  integer(4) lun, k
  character(20) :: texts(3)
  logical :: flag
  common /q/ flag
  namelist /group/ flag, n
  interface
    subroutine outer(x, n)
      import t
      dimension x(n)
    end subroutine
  end interface
  open (10, status='scratch', form='unformatted')
  c = [(1., 0.), (2., -1.), (3., 4.)]; lq = .true.
  write (10) c, lq, n
  rewind 10
  c = 0; lq = .false.
  read (10) c, lq
  print *, c, lq
  flag = .true.; n = 3
  write (*, group)
  texts = ' '; texts(1) = '&group flag = f, n = 4 /'
  read (texts(1), group); print *, flag, n
  call w(int(3, 4)); call w(size([1, 2], 1, 4)); call w(int(3.5)); call w(len('abc', 4)); call w(index('abc', 'c'))
  call w(allocated(y(1)%q)); call w(1 < 2); call w(btest(1, 1)); call w(.not. logical(flag, 4))
  k = 2
  select case (k)
  case (1); print *, 'one'
  case (2); print *, 'two'
  end select
  write (one(1), *) 'x'
  write (lun(1), *) 'y'
  write (texts(one(1)/3), '(i4)') 5; print *, texts(2)
  call outer([1., 2.], 2)
end program
subroutine outer(x, n)
  dimension x(n)
  print *, x
end subroutine
