! The kind before a text is 1.
program character_kinds
  integer, parameter :: ucs4 = 4
  integer :: n = 1
  print *, 4_'abc', ucs4_'abc', n_'abc'
  print *, 1_'abc
end program
