! Files that are not there, that include themselves, and errors in files that are included.
program main
  include 'include/nowhere.inc'
  include 'include/first.inc'
  include 'include/wrong.inc'
  include unquoted
  x = 1
end program
