! Objects of derived type in NAMELIST: each component is written by its name, and read by it, or one after the other
! by the name of the object.
program settings
  implicit none
  type site
    real :: height = 0.5
    character(4) :: code = 'ab'
  end type
  type run
    integer :: steps = 1
    real :: weights(2) = 2
    type(site) :: place
    logical :: is_quiet = .true.
    integer :: seed = 9
  end type
  type(run) :: model
  integer :: level = 3
  namelist /control/ model, level
  write (*, control)
  call read_from('&control model%steps=5 MODEL%Weights(2)=6.5 level=4 /')
  call read_from('&control model = 7, 1.5, 2.5, 3.5, "xyz", F, 11 level=8/')
  call read_from('&control model%place%height = 1e3, model%place%code="q" /')
  call read_from('&control model%place = 4.5 "wxyz" /')
  call read_from('&control model%weights = 1., , model%steps=,  model%seed = 4 /')
  call read_from('&control model = ,,8.5,,, level = 77 /')
  print *, 'what is wrong'
  call read_from('&control model = 2*3, level = 1 /')
  call read_from('&control model%speed = 1 /')
  call read_from('&control level%steps = 1 /')
  call read_from('&control model%steps%more = 1 /')
  call read_from('&control model(1)%steps = 1 /')
  call read_from('&control model%weights = 3*7. /')
  call read_from('&control model % steps = 3 /')
  call read_from('&control lev = 3 /')
contains
  subroutine read_from(text)
    character(*), intent(in) :: text
    character(80) :: message
    integer :: status
    message = ' '
    read (text, control, iostat=status, iomsg=message)
    print *, status, trim(message)
    print *, model%steps, model%weights, model%place%height, model%place%code, model%is_quiet, model%seed, level
  end subroutine
end program
