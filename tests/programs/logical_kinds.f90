! KIND of LOGICAL expressions: the kinds differ in nothing else.
  logical(1) :: i, j
  logical(8) l8
  logical l
  logical*2 l2(3)
  integer, parameter :: k = 2
  i = .true.; j = i; l8 = j; l = l8; l2 = l
  print *, kind(i .and. j), kind(.not. (i .or. l2(1))), kind(l8), kind(l), kind(i .neqv. l), kind(.true._k), kind(1 < 2)
  print *, kind(l2), kind((l8 .and. i)), kind(.false.)
end
