! Only the variables that can't be in a group are reported.
program settings
  type site
    integer :: code = 1
  end type
  type list
    type(site) :: sites(2)
    integer, pointer :: chosen => null()
  end type
  type table
    real, allocatable :: rows(:)
  end type
  type(site) :: one, several(3)
  type(list) :: found
  type(table) :: data
  namelist /control/ one, several, found, data
  read (*, control)
end program
