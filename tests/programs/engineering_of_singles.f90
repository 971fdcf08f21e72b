! EN of numbers that have one digit less, rounded to one, than the power of ten above them: how many digits are written
! depends on that power in the kind of the number, which has an error, or is infinite.
program engineering
  integer i
  real(4) x
  real(8) y
  print '(en12.2)', transfer(int(z'A9884'), 1.0), 1e-40, 9.6e-39, 9.4e-40, 2e-44, 1e-42
  print '(en30.15)', transfer(int(z'5D5E0B6B'), 1.0), transfer(int(z'65A96816'), 1.0)
  print '(en24.9)', -transfer(int(z'5D5E0B6B'), 1.0), huge(1.0), tiny(1.0), 0.0
  print '(en14.3)', 9.7067d-310, 1d-310, 9.6d-309, 9.6d-308, 9.6d307, huge(1d0), 999.9999d0, 0.9999996d0
  x = 0.97
  y = 0.97d0
  do i = -36, 36
    print '(en12.1, en13.2, 2en25.12)', x*10.0**i, x*10.0**i, x*10.0**i, y*10d0**(8*i)
  end do
  print '(ru, en12.2, rd, en12.2, rz, en12.2, rn, en12.2, rc, en12.2)', (transfer(int(z'A9884'), 1.0), i = 1, 5)
end program
