! NAMELIST input: a comment after a text, blanks and line ends between parentheses; groups that USE names.
module settings
  implicit none
  character(8) :: model = '', unit = '?'
  integer :: counts(3) = 0
  namelist /all_settings/ model, unit, counts
end module

program groups_with_comments
  use settings, only: all_settings, model, unit, counts
  implicit none
  integer :: ios
  open (10, status='scratch')
  write (10, '(a)') '&all_settings ! of a run', "  model = 'foo'! a name", '  unit = "bar"!x', '  counts(3 ) = 5 ', '/'
  write (10, '(a)') '&all_settings counts( 2', ' ) = 7 /', '&all_settings counts(3'
  rewind (10)
  read (10, nml=all_settings, iostat=ios)
  print *, ios, model, unit, counts
  read (10, nml=all_settings, iostat=ios)
  print *, ios, counts
  read (10, nml=all_settings, iostat=ios)
  print *, ios, counts
  call write_all
  close (10)
end program

subroutine write_all
  use settings, only: group => all_settings, model, unit, counts
  write (*, nml=group)
end subroutine
