! The index of an implied DO in a constructor is a variable of its own, of any kind. A name that only stands there is none
! of the unit: each internal procedure that assigns it has its own. That of an implied DO in DATA is one of the unit, as
! with gfortran.
  integer ii
  integer, parameter :: first(10) = (/ (i, i = 1, 10) /)
  integer, parameter :: second(1:10) = (/ (ii * 2, ii = 1, 10) /)
  integer, parameter :: third(3) = (/ (iii, iii = 7, 9) /)
  integer iii
  integer(8) :: far, from, to, step
  integer(2) :: near
  integer(1) :: tiny
  real, dimension(3, 4) :: grid
  integer, parameter :: own(3, 4) = reshape([(k**2, k = 1, size(own))], shape(own))
  data ((grid(m, n), m = 1, 3), n = 1, 4) /12 * 1.5/
  call outer
  from = 400000000200_8
  to = 200
  step = -100000000000_8
  print *, (/ (far, far = from, to, step) /)
  print *, size((/ (far, far = to, from, -step) /)), size((/ (far, far = from, to) /))
  print *, (/ (near, near = 32760_2, 32766_2, 3_2) /)
  print *, (/ (tiny, tiny = -127_1, 100_1, 100_1) /)
  print *, sum(own), own(3, 4), sum(first), second(10), third, sum(grid)
contains
  subroutine inner
    i = 99
    ii = 99
    iii = 999
    m = 5
  end subroutine
  subroutine outer
    i = 0
    ii = 0
    iii = 0
    m = 0
    call inner
    print *, i, ii, iii, m
  end subroutine
end
