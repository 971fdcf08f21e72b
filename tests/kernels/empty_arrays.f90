! test: kernel empty
! test: check bounds
! Arrays without elements, of each storage class. In gangs an index that is
! out of bounds is redirected to element 0, which these do not have: rows
! that should have failed alone read and assigned what lay behind the array,
! or ended the process.
module around
 real(8) :: before = 1, held(0), after = 2
end module
subroutine empty(c, i, x)
 use around
 integer c, i
 real(8) x, y
 real(8) :: mine(5:4), beside(2)
 real(8), save :: kept(2, 0), left = 3
 real(8), parameter :: none(0) = [real(8) ::], some(2) = [4d0, 5d0]
 real(8) first, inner(0), last
 common /area/ first, inner, last
 first = 6
 last = 7
 beside(1) = 8
 beside(2) = x
 select case (c)
 case (1)
  x = mine(i)
 case (2)
  mine(i) = x
 case (3)
  x = kept(i, 1)
 case (4)
  kept(i, 1) = x
 case (5)
  x = none(i)
 case (6)
  x = inner(i)
 case (7)
  inner(i) = x
 case (8)
  x = held(i)
 case (9)
  held(i) = x
 end select
 y = beside(1) + 2*beside(2)
 y = y + left + first + 2*last + before + 2*after
 x = y + some(mod(c, 2) + 1)
end
