! DATA initialises sections: ranges of any stride, of several dimensions, of CHARACTER, and those that are empty. A range
! alone after the name of an array was taken for that of a substring.
program data_sections
  implicit none
  integer, parameter :: n = 4
  real :: x(5), w(0:9)
  integer :: m(2, 3), k(n), j, t(3, 2, 2), e(3)
  character(3) :: c(2), s, d(2, 2)
  logical :: l(-1:2)
  complex :: z(3)
  data x(1:2), x(3), x(4:5) /2*1.0, 2.0, 2*3.0/
  data m(1, :) /1, 2, 3/, m(2, 1:3:2) /4, 6/, m(2, 2) /5/
  data k(n:1:-1) /1, 2, 3, 4/
  data c(1:2) /'abc', 'defg'/, s(1:2) /'xy'/, s(3:3) /'z'/
  data d(:, 2) /'a', 'b'/, d(1, 1)(2:3), d(2, 1) /'uv', 'w'/, d(1, 1)(1:1) /'t'/
  data w(:2), w(8:) /3*1.5, 2*2.5/, (w(j), j = 3, 7) /5*0.0/
  data t(1:3:2, :, 2) /1, 2, 3, 4/, t(:, 1:2, 1) /6*7/, t(2, 2:1:-1, 2) /8, 9/
  data l(::2), l(0:2:2) /2*.true., 2*.false./
  data z(2:3) /(1., 2.), (3., 4.)/, z(1:1) /(5., 6.)/
  data e(3:2), e(1:0:2), e(1:3:5), e(2:) /10, 11, 12/
  print *, x, k
  print *, m
  print *, c, s, d
  print *, w
  print *, t
  print *, l, z, e
end program
