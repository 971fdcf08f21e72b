! test: kernel narrow
! Functions of the bits of INTEGER(1) and INTEGER(2), and MODULO of them, were refused in lanes, too.
subroutine narrow(i, k, b1, b2, b3, b4, b5, b6, s1, s2, s3, s4, s5, s6, counts)
  integer, intent(in) :: i, k
  integer, intent(out) :: b1, b2, b3, b4, b5, b6, s1, s2, s3, s4, s5, s6, counts
  integer(1) :: b
  integer(2) :: s
  b = int(i, 1)
  s = int(i, 2)
  b1 = ishft(b, k) + 1000*ishft(b, -k)
  b2 = not(b) + 1000*ieor(b, 85_1)
  b3 = ibits(b, min(k, 5), 3) + 1000*ibset(b, min(k, 7))
  b4 = modulo(b, 7_1) + 1000*modulo(b, int(-k - 1, 1))
  b5 = shiftr(b, k) + 1000*shifta(b, k)
  b6 = 0
  if (k > 3) b6 = ishftc(b, k) + 1000*ishftc(b, 2, min(k, 8))
  s1 = ishft(s, k)
  s2 = ishft(s, -k)
  s3 = ishftc(s, k)
  s4 = ibclr(s, k)
  s5 = dshiftl(s, 4660_2, k)
  s6 = merge(1, 0, bgt(s, 300_2)) + 10*modulo(s, -300_2)
  counts = popcnt(b) + 10*leadz(s) + 1000*trailz(b) + 100000*popcnt(s)
end subroutine
