! Bits that are too many for the type that they take as arguments of intrinsic functions are cut off in front.
program cut_bits
  print *, int(z'123456789'), int(o'1234567', 2), merge_bits(32767_2, o'1234567', z'12345678')
  print *, iand(z'ff00ff00ff', 255), not(int(z'0')), real(z'3f800000'), and(7, z'5'), xor(z'ff', 15)
end program
