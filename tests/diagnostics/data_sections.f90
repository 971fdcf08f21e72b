! Sections in DATA that leave their arrays, have no stride, or more or fewer elements than there are values.
program data_sections
  integer :: k(4), m(2, 3)
  character(3) :: s
  data k(0:2) /3*1/
  data k(2:3:0) /1/
  data m(1, 1:5:2) /3*1/
  data k(1:2) /3*1/, m(:, 1) /1/
  data k(:, 1) /4*1/
  data s(2:4) /'ab'/
  print *, k, m, s
end program
