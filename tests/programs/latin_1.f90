! This source is Latin-1. Its texts were taken as UTF-8, so that LEN('é') was 2, and constants above 127 could not be
! folded at all. All bytes count one: in constants, Hollerith data, formats and cases.
program latin_1
  implicit none
  character, parameter :: c = achar(200)
  character(len=3), parameter :: d = char(255) // char(128) // 'é'
  character(len=*), parameter :: e = 'été'
  character(4) :: f = 'aüb'
  integer, parameter :: i = ichar(c), j = iachar(d(1:1)), k = index(d, 'é'), two = len('Ã©')
  integer :: h, n
  real :: x = transfer('ÿÿ', 1.0)
  character(20) :: line
  data h /4héèab/
  print *, i, j, k, two, len(e), len('é')
  print *, ichar(f(2:2)), ichar(e(3:3)), h, x
  print *, 'Ã' < 'z', 'z' < char(200), scan(e, 'é', .true.), verify(e, 'é')
  write (line, 100) e, 7
  print *, (ichar(line(n:n)), n = 1, len_trim(line))
100 format ('ä ', 3hé x, a, i3)
  select case (f(2:2))
  case ('a':'z')
    print *, 'letter'
  case (char(128):char(255))
    print *, 'above'
  end select
  line = repeat('é', 2) // trim('è ') // adjustr('ü ') // adjustl(' ö')
  print *, (ichar(line(n:n)), n = 1, 8)
  print *, all([(ichar(char(n)) == n, n = 0, 255)]), iachar([char(255), 'é'])
end program
