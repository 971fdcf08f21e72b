! NAMELIST groups of modules: USE lists them without their variables, or by other names, and procedures in the unit that
! uses them have them; NAMELIST with the name of a group of a module continues it, as gfortran has it.
module grouped_settings
  implicit none
  character(4) :: aa = 'a'
  integer :: ii = 1, hidden = 2
  type pair
    integer :: p = 3
    real :: q(2) = 4
  end type
  type(pair) :: pairs(2), single
  namelist /first/ aa, ii, pairs
  namelist /second/ aa, hidden
  namelist /third/ single, hidden
contains
  subroutine show()
    print *, aa, ii, hidden, pairs, single
  end subroutine
end module
module settings_user
  use grouped_settings, only: first, here => ii
  implicit none
contains
  subroutine put()
    write (*, first)
    here = here + 1
    write (*, first)
  end subroutine
end module
program p
  use settings_user
  implicit none
  call put
  call a
  call b
  call c
contains
  subroutine a()
    use grouped_settings
    real :: extra = 2.5
    namelist /second/ ii, extra
    character(60) :: line
    write (*, second)
    line = "&second hidden=7 extra=1 ii=9 /"
    read (line, second)
    write (*, second)
  end subroutine
  subroutine b()
    use grouped_settings, only: group => third, show
    character(60) :: line
    integer :: hidden
    hidden = 55
    write (*, group)
    line = "&third single%q(2)=7, hidden=9 /"
    read (line, group)
    write (*, group)
    call show
    print *, hidden
  end subroutine
  subroutine c()
    use grouped_settings, mine => first
    write (*, mine)
  end subroutine
end program
