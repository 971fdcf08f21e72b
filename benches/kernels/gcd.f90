! The greatest common divisor by Euclid's algorithm.
integer function gcd(first, second)
  implicit none
  integer :: first, second, a, b, rest
  a = first
  b = second
  do while (b /= 0)
    rest = mod(a, b)
    a = b
    b = rest
  end do
  gcd = a
end function
