! STOP with a code that is computed, and QUIET=: the exit status is that of the code all the same.
program stop_computed
  implicit none
  character(5) :: text
  integer(8) :: code
  text = 'ab'
  code = 300
  if (len_trim(text) == 3) stop text
  if (code < 0) stop, quiet=.true.
  if (code < 10) error stop text
  call ends(3)
  stop code + 5, quiet=(code == 300)
contains
  subroutine ends(i)
    integer, intent(in) :: i
    print *, i
    if (i > 5) stop i
  end subroutine
end program
