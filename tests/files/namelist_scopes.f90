! Groups of modules and hosts, of dummy arguments and COMMON.
module settings
  implicit none
  integer :: steps = 10
  real :: limits(2) = [0.5, 1.5]
  character(8) :: name = 'none'
  namelist /config/ steps, limits, name
contains
  subroutine load(unit)
    integer, intent(in) :: unit
    rewind unit
    read (unit, nml=config)
  end
end module

program namelist_scopes
  use settings
  implicit none
  integer :: i, common_value, left(3)
  logical :: flag
  common /block/ common_value
  namelist /own/ common_value, flag, steps
  common_value = 3
  flag = .false.
  open (10, file='config')
  write (10, nml=config)
  steps = 0
  limits = 0
  name = ''
  call load(10)
  print *, steps, limits, name
  write (10, nml=own)
  common_value = 0
  rewind 10
  read (10, nml=own)
  print *, common_value, flag, steps
  call inner
  left = 0
  call pass(left, 3)
  print *, left
contains
  subroutine inner
    flag = .true.
    steps = 99
    write (*, own)
  end
  subroutine pass(values, n)
    integer, intent(in) :: n
    integer, intent(inout) :: values(n)
    integer :: scratch(n)
    character(n) :: short
    namelist /passed/ values, scratch, short
    scratch = 5
    short = 'abcdef'
    write (11, passed)
    rewind 11
    values = 7
    write (11, *) '&passed values(2)=8, short=''xyz'' scratch=2*1 /'
    rewind 11
    read (11, passed)
    print *, values, scratch, short
  end
end
