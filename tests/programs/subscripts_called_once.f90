! Functions that are called in the subscripts of objects are called once, not once for each component.
module subscripts_once
  implicit none
  type p
    integer :: x
    real :: y
    character(3) :: z
  end type
  type q
    type(p) :: in(3)
    integer :: n = 5
  end type
  integer :: calls = 0
contains
  integer function nxt()
    calls = calls + 1
    nxt = mod(calls - 1, 3) + 1
  end function
  subroutine show(a)
    type(p), intent(in) :: a
    print *, a%x, a%y, a%z
  end subroutine
  subroutine change(a)
    type(p), intent(inout) :: a
    a%x = a%x + 100
    a%y = -a%y
  end subroutine
  function same(a) result(r)
    type(p), intent(in) :: a
    type(p) :: r
    r = a
    r%x = r%x*2
  end function
end module
module subscripts_in_calls
  implicit none
  type p
    integer :: x
    real :: y
    character(3) :: z
  end type
  integer :: calls = 0
contains
  integer function nxt()
    calls = calls + 1
    nxt = mod(calls - 1, 3) + 1
  end function
  real function tot(a)
    type(p), intent(in) :: a
    tot = a%x + a%y
  end function
end module
subroutine in_calls
  use subscripts_in_calls
  implicit none
  type(p) :: a(3)
  real :: t
  a = [p(1, 1.5, 'abc'), p(2, 2.5, 'def'), p(3, 3.5, 'ghi')]
  t = tot(a(nxt()))
  print *, t, calls
  t = 2*tot(a(nxt())) + tot(a(nxt()))
  print *, t, calls
  if (tot(a(nxt())) > 3) print *, 'yes', calls
  print *, tot(a(nxt()))
  print *, calls
  do while (tot(a(nxt())) > 3)
    if (calls > 20) exit
  end do
  print *, calls
end subroutine
program main
  use subscripts_once
  implicit none
  type(p) :: a(3), b, c(3)
  type(p), pointer :: ptr(:)
  type(q) :: o(3)
  character(80) :: buf
  integer :: i
  a = [p(1, 1.5, 'abc'), p(2, 2.5, 'def'), p(3, 3.5, 'ghi')]
  do i = 1, 3
    o(i)%in = a
  end do
  print *, a(nxt())
  print *, calls
  write (buf, *) a(nxt())
  print *, trim(buf), calls
  call show(a(nxt()))
  print *, calls
  call change(a(nxt()))
  print *, calls, a%x
  b = a(nxt())
  print *, calls, b
  a(nxt()) = p(9, 9.5, 'zzz')
  print *, calls, a
  b = same(a(nxt()))
  print *, calls, b
  c = [a(nxt()), a(nxt()), a(nxt())]
  print *, calls, c
  print *, same(a(nxt()))
  print *, calls
  allocate(ptr(3))
  ptr = a
  print *, ptr(nxt())
  print *, calls
  call change(ptr(nxt()))
  print *, calls, ptr%x
  print *, o(nxt())%in(nxt())
  print *, calls
  call change(o(nxt())%in(nxt()))
  print *, calls
  associate (one => a(nxt()))
    print *, one%x, one%y, calls
    one%x = 77
    print *, one%x, calls
  end associate
  print *, a%x
  read (buf, *) b
  buf = '5 6.5 qqq'
  read (buf, *) a(nxt())
  print *, calls, a
  if (calls > 0) print *, merge(a(nxt()), b, .true.)
  print *, calls
  call in_calls
end program
