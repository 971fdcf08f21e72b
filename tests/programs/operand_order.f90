! Functions with side effects among operands: what is read before them and what behind, as gfortran without optimization
! does it.
module st
 integer :: x = 1
contains
 integer function bump(y)
   integer y
   y = y + 10
   bump = y
 end function
 integer function show(k)
   integer k
   print *, 'show', k
   show = k
 end function
 real function rb(y)
  real y
  y = y * 2
  rb = y
 end function
 integer function glob()
  x = x + 1
  glob = x
 end function
end module
program p
 use st
 integer i, j, a(3)
 real r
 logical l
 i = 1; print *, i - bump(i), i
 i = 1; print *, bump(i) - i, i
 i = 1; print *, i + bump(i)*i, i
 i = 1; j = i + i*2 + bump(i); print *, j
 i = 1; j = (i) + bump(i) + i; print *, j
 r = 1; print *, r - rb(r), r
 r = 1; r = r + rb(r) + r; print *, r
 x = 1; j = x + glob(); print *, j
 x = 1; j = x*2 + glob()*x; print *, j
 a = [1,2,3]; x = 1; j = a(x) + glob(); print *, j
 a = [1,2,3]; x = 1; j = a(x) + glob()*a(x); print *, j
 j = show(1) + show(2) * show(3) - (show(4) + show(5)); print *, j
 j = max(show(1), show(2), show(3)); print *, j
 i = 1; j = max(i, bump(i)); print *, j
 i = 1; l = i < bump(i); print *, l
 i = 1; l = i == bump(i) .or. i == 11; print *, l
 a(show(1)) = show(2); print *, a
 i = 1; j = -i + bump(i); print *, j
 i = 1; j = i**2 + bump(i); print *, j
 i = 1; j = mod(i, 7) + bump(i); print *, j
 i = 1; j = abs(i) + bump(i); print *, j
 i = 1; r = real(i) + bump(i); print *, r
 i = 1; r = i*1.0 + rb(r); print *, r
 call two(i, bump(i))
 i = 1; call two(i+0, bump(i))
 i = 1; call two((i), bump(i))
 i = 1; j = three(i, bump(i), i); print *, j
contains
 subroutine two(a,b)
  integer a,b
  print *, 'two', a, b
 end subroutine
 integer function three(a,b,c)
  integer a,b,c
  three = a*10000+b*100+c
 end function
end
