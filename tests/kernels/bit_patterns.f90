! test: kernel patterns
! Bits of numbers by TRANSFER and binary constants, also where lanes go different ways and over arrays.
subroutine patterns(x, n, bits, next, sum, mantissa)
  real, intent(in) :: x
  integer, intent(in) :: n
  integer, intent(out) :: bits, sum
  real, intent(out) :: next
  integer(8), intent(out) :: mantissa
  integer :: i, parts(2)
  bits = transfer(x, 0)
  next = transfer(bits + 1, x)
  sum = 0
  if (n > 2) then
    do i = 1, n
      parts = transfer(real(x * i, 8), parts)
      sum = sum + iand(parts(2), z'fff') + ibits(parts(1), 20, 8)
    end do
  else
    next = transfer(ior(bits, ishft(1, 31)), 1.0)
  end if
  mantissa = iand(transfer(real(x, 8), 0_8), z'fffffffffffff')
end subroutine
