! Bytes that are no UTF-8 may stand in comments (é) and texts; elsewhere they are errors, and what stands behind them
! is shown in its place.
program odd
  integer :: i
  i = 1 + é ! éè
  print *, 'été', i j
  write (*, 1é) i
  print '(a,è)', 2hé1, 9hé
end program
