! A variable with TARGET has the values that DATA, or its declaration as DATA would, gives it, and keeps what is assigned
! to it. DATA was for the memory of all targets.
module tables
  implicit none
  integer, target :: table(3)
  character(3), target :: names(2)
  real, target :: scale
  data scale /1.5/, table /1, 2, 3/, names /'abc', 'def'/
contains
  function entry_of(k) result(r)
    integer, intent(in) :: k
    integer, pointer :: r
    r => table(k)
  end function
  subroutine doubled
    scale = 2*scale
  end subroutine
end module
subroutine count(last)
  real x, y
  integer, pointer :: p, q(:)
  integer last, calls, steps(4)
  dimension x(2)
  target x, y, calls, steps
  real, pointer :: r
  p => calls
  q => steps
  r => x(2)
  p = p + 1
  q(2:4) = q(1:3)
  r = r + y
  last = p
  print *, calls, steps, x
  data calls /10/, (steps(i), i = 1, 4, 2) /2*7/, x(2), y /.5, .25/
end subroutine
program main
  use tables
  implicit none
  type pair
    integer :: i, j
  end type
  integer, parameter :: n = 3
  type(pair), target :: pairs(n), one
  type(pair), pointer :: p, all(:)
  integer old(2) /4, 5/, single /6/, i, last
  complex, target :: z(2, 2)
  complex, pointer :: row(:)
  character(5), target :: word
  character(5), pointer :: pw
  logical, target, save :: yes
  logical, pointer :: py
  integer, pointer :: q, whole(:)
  real, pointer :: ps
  target old, single
  save pairs
  data pairs%i /1, 2, 3/, pairs(2)%j /7/, one /pair(8, 9)/
  data ((z(i, last), i = 1, 2), last = 1, 2) /(1, 2), 2*(3, 4), (5, 6)/
  data word(2:3) /'ab'/, word(1:1), word(4:5) /'<', '>'/, yes /.true./
  q => entry_of(2)
  q = 20
  print *, table, ' ', names
  ps => scale
  call doubled
  print *, ps, scale
  all => pairs
  p => pairs(2)
  print *, all%i, p%j
  p => one
  print *, p%i, p%j
  q => single
  whole => old
  print *, q, whole
  row => z(2, :)
  print *, row
  pw => word
  py => yes
  print *, pw, py
  do i = 1, 3
    call count(last)
  end do
  print *, last
end program
