! Reals in fields as wide as they need: E0.d, ES0.d and their like drop an exponent of zero and leading zeros of exponents.
program fields_of_width_zero
  implicit none
  real(8) :: v(12)
  real(4) :: s
  integer :: i
  v = [0.3d0, 0d0, 3d0, 30d0, 0.03d0, -1.5d0, 9.996d0, 1d100, 1.25d-10, 0.9999d0, 123456d0, -0d0]
  do i = 1, 12
    print '(*(g0))', i, ' '
    print '("a",E0.3,"|",D0.3,"|",ES0.3,"|",EN0.3,"|",F0.3,"|",G0.3)', v(i),v(i),v(i),v(i),v(i),v(i)
    print '("b",E0.3e0,"|",ES0.3e0,"|",EN0.3e0)', v(i),v(i),v(i)
    print '("c",E0.3e2,"|",ES0.3e2,"|",EN0.3e3)', v(i),v(i),v(i)
    print '("d",E12.3e0,"|",ES12.3e0,"|",EN12.3e0,"|",G12.3e0)', v(i),v(i),v(i),v(i)
    print '("e",1PE0.3,"|",1PD0.3,"|",1P,G0.3,"|",-1PE0.3)', v(i),v(i),v(i),v(i)
    print '("f",SP,E0.3,"|",D0.3,"|",ES0.3,"|",F0.3)', v(i),v(i),v(i),v(i)
  end do
  s = 0.00314
  print '(E0.9,"|",E0.10,"|",E0.11,"|",E0.12,"|",E0.10e3,"|",ES0.12)', s, s, -s, s, s, s
  print '(E0.18,"|",E0.19,"|",E0.18e3,"|",E0.19e3)', 0.00314d0, 0.00314d0, 0.00314d0, 0.00314d0
end program
