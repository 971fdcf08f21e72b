! Nulls between the values of a group of NAMELIST, before logicals and texts too; BIND(C) of a variable has no effect.
module bound_names
  use iso_c_binding, only: c_int
  implicit none
  integer(c_int), bind(c, name='shared_count') :: count = 5
end module
program p
  use bound_names
  implicit none
  logical :: l(4) = .false.
  character(3) :: c(3) = '-'
  integer :: d = 0, k(4) = -1
  character(40) :: text
  integer :: status
  namelist /n/ l, d, c, k
  text = '&n l=T,,F d=5 /'
  read (text, n, iostat=status)
  print *, l, d, status
  text = "&n c='a',,'b' k=,2,,4 /"
  read (text, n, iostat=status)
  print *, c, k, status
  text = '&n l=,,,T, d=7 c=,"q" /'
  read (text, n, iostat=status)
  print *, l, d, c, status
  print *, count
end program
