! Functions of the bits of INTEGER(1) and INTEGER(2), and MODULO of them, were refused: they are computed in 32 bits, of
! which those above the number's own must neither be shifted in nor counted.
program narrow_bits
  implicit none
  integer(1) :: bytes(6) = [0_1, 5_1, -7_1, 127_1, -127_1, 64_1], b, c, d
  integer(2) :: shorts(6) = [0_2, 5_2, -7_2, 32767_2, -32767_2, 256_2], f, g
  integer, parameter :: folded(8) = [integer :: not(5_1), ishft(-7_1, -1), popcnt(-1_1), leadz(1_2), trailz(0_1), &
    ibset(0_1, 7), ishftc(-7_1, 3, 5), modulo(-7_1, 5_1)]
  integer :: i, j, k
  print *, folded
  do i = 1, 6
    b = bytes(i)
    f = shorts(i)
    print *, not(b), popcnt(b), poppar(b), leadz(b), trailz(b), floor(real(b)/3, 1), ichar(achar(abs(b)), 1)
    print *, not(f), popcnt(f), poppar(f), leadz(f), trailz(f), ceiling(real(f)/3, 2)
    do j = 1, 6
      c = bytes(j)
      g = shorts(j)
      print *, ior(b, c), iand(b, c), ieor(b, c), merge_bits(b, c, 7_1), xor(b, c), merge(b, c, b < c), bge(b, c)
      print *, ior(f, g), iand(f, g), ieor(f, g), merge_bits(f, g, f), or(f, g), blt(f, g)
      if (c /= 0) print *, modulo(b, c), modulo(f, g), modulo(f, c)
    end do
    do k = 0, 8
      print *, ishft(b, k), ishft(b, -k), shiftl(b, k), shiftr(b, k), shifta(b, k), lshift(b, k), rshift(b, k)
      print *, ishftc(b, k), ishftc(b, -k), dshiftl(b, 17_1, k), dshiftr(b, 17_1, k), maskl(k, 1), maskr(k, 1)
    end do
    do k = 1, 7
      d = 77
      call mvbits(b, 7 - k, k, d, 1)
      print *, ibset(b, k), ibclr(b, k), btest(b, k), ibits(b, 0, k), ibits(b, 8 - k, k), d
      print *, ishftc(b, k, 8), ishftc(b, min(k, 3), 5), ishftc(b, -1, k), ishftc(b, k, k)
    end do
    do k = 0, 16, 2
      print *, ishft(f, k), ishft(f, -k), shiftr(f, k), shifta(f, k), ishftc(f, k), dshiftl(f, 17_2, k), maskl(k, 2)
      if (k < 16) print *, ibset(f, k), ibclr(f, k), ibits(f, 0, k), ibits(f, 16 - k, k)
    end do
  end do
  print *, ishft(bytes, 1), not(shorts), popcnt(bytes), ishftc(bytes, 3, 5), ibits(bytes, 0, 8), iparity(bytes)
  ! Of two kinds, the shorter one has zeros above.
  print *, bge(bytes, shorts(1)), bgt(bytes, 255), blt(-1_1, -1_2), ble(-1_2, -1_8)
end program
