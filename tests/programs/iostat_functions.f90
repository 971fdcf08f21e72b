! IS_IOSTAT_END and IS_IOSTAT_EOR tell what the status of a transfer is, of every kind, for arrays, and in constants.
program iostat_functions
  implicit none
  logical, parameter :: known(2) = [is_iostat_end(-1), is_iostat_eor(-1)]
  integer :: ios, k
  integer(1) :: short
  integer(8) :: long
  character(3) :: s = 'x', c
  open (10, status='scratch')
  write (10, '(a)') '12'
  rewind 10
  read (10, *, iostat=ios) k
  print *, is_iostat_end(ios), is_iostat_eor(ios)
  read (10, *, iostat=ios) k
  print *, is_iostat_end(ios), is_iostat_eor(ios)
  rewind 10
  read (10, '(a)', advance='no', pad='no', iostat=ios) c
  print *, is_iostat_end(i=ios), is_iostat_eor(ios)
  read (s, *, iostat=ios) k
  print *, is_iostat_end(ios), is_iostat_eor(ios), known
  short = -1
  long = -2
  print *, is_iostat_end(short), is_iostat_eor(long), is_iostat_end([0, -1, ios]), is_iostat_end([long, -1_8])
end program
