! Hollerith constants as initial values and named constants of every type.
program hollerith_values
  integer :: i = 4habcd, j(2) = 4hxyzw
  integer, parameter :: n = 3hqrs
  real, parameter :: r = 4hreal
  real(8) :: d(2)
  integer(8) l
  logical :: q
  complex :: z = 8hzzzzyyyy
  character(5), parameter :: c = 3habc
  character(4) :: t = 6habcdef
  d = 8hdoubles!
  l = 3hlng
  print '(9(a4,1x))', i, j, n, r, t
  print '(a8)', d, l, z
  print *, c
  call s(4hpass, 2.0)
contains
  subroutine s(k, x)
    integer, intent(in) :: k
    real, intent(in) :: x
    print "(a4)", k
    print *, x
  end subroutine
  subroutine f(c)
    character(*), intent(in) :: c
    print *, c
  end subroutine
end program
