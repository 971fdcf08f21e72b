! MAX and MIN take INTEGER, REAL or CHARACTER, and all arguments have one type.
program max_min_types
  print *, max(.true., .false.), max('a', 1), min(1, 'a'), min('a', 'b', 2.0), max((1., 2.), 1.)
end program
