! test: kernel settings
! NAMELIST on internal files, lane by lane.
subroutine settings(n, x, y, m)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(out) :: m
  character(60) :: text
  character(100) :: lines(5)
  character(4) :: name
  real(8) :: a(3), scale
  integer :: status, count
  namelist /own/ a, scale, count, name
  a = [1d0, 2d0, 3d0]
  scale = x
  count = n
  name = 'none'
  select case (mod(n, 4))
  case (0)
    text = '&own a(2)=7.5, scale=2 /'
  case (1)
    text = '&own a=3*1.25 name=''four'' count=-5 /'
  case (2)
    write (text, '(a,f8.3,a)') '&own a(3)=', x, ' name(2:3)="xy"/'
  case default
    text = '&own b=1 /'
  end select
  read (text, nml=own, iostat=status)
  y = a(1) + a(2)*10 + a(3)*100 + scale*1000
  m = count + ichar(name(2:2)) + status
  a = a + x
  lines = ''
  write (lines, nml=own, iostat=status)
  m = m + status + len_trim(lines(2)) + index(lines(3), '=')
end
