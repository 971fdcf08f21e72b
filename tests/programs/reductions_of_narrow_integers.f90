! Sums and extremes of INTEGER of one and two bytes: computed in 32 bits, kept in their own kind, where they wrap.
program reductions_of_narrow_integers
  implicit none
  integer(1) :: bytes(4), none(3:2)
  integer(2) :: shorts(2, 2)
  bytes = [100_1, 100_1, -7_1, 3_1]
  shorts = reshape([30000_2, 30000_2, -5_2, 11_2], [2, 2])
  print *, maxval(bytes), minval(bytes), sum(bytes), product(bytes(3:4))
  print *, maxval(none), minval(none), sum(none), maxval(bytes, bytes < 50_1)
  print *, maxloc(bytes), minloc(shorts), sum(shorts, 1), maxval(shorts, 2)
  print *, dot_product(bytes, bytes), count(bytes > 0_1), matmul(shorts, shorts)
end program
