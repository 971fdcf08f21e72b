! What gfortran says of mistakes in NAMELIST input and in complex numbers.
program main
  implicit none
  character(60) :: groups(16), numbers(9), message
  integer :: at, status
  complex :: z
  groups(1) = '&set = list = 4, 5 /'
  groups(2) = "&set word(2:3:2) = 'x' /"
  groups(3) = '&set list(1::) = 8 9 /'
  groups(4) = '&set list(1:3:) = 8 9 /'
  groups(5) = '&set list(3:1:-1) = 7 8 9 /'
  groups(6) = '&set list(1:3:2) = 7 9 /'
  groups(7) = "&set word(2:3:1) = 'xy' /"
  groups(8) = '&set value = 1, list(1:) = x /'
  groups(9) = '&set value = 1, list = 1 2, z = (1,2) /'
  groups(10) = '&set value = 2.5 list(2) = 3 list(3) = /'
  groups(11) = '&set list(:) = 1 2 3 4 5 /'
  groups(12) = "&set word(3:2) = 'x' /"
  groups(13) = '&set list(0) = 1 /'
  groups(14) = '&set list(1,1) = 1 /'
  groups(15) = '&set value(1) = 1 /'
  groups(16) = '&set other = 1 /'
  do at = 1, size(groups)
    call read_group(at, groups(at))
  end do
  numbers = [character(60) :: '(1,2', '(1)', '(,2)', '(1 2,3)', '(1.2.3,4)', '1,2', '(1,2)3', '(1e,2)', '(1,2)/']
  do at = 1, size(numbers)
    read (numbers(at), *, iostat=status, iomsg=message) z
    if (status == 0) message = 'fine'
    print '(i3, i6, 1x, a)', at, status, trim(message)
  end do
contains
  subroutine read_group(number, text)
    integer, intent(in) :: number
    character(*), intent(in) :: text
    integer :: list(3), status
    real :: value
    complex :: z
    character(4) :: word
    character(60) :: message
    namelist /set/ list, value, word, z
    list = 0
    value = 0
    word = '----'
    z = 0
    open (10, status='scratch')
    write (10, '(a)') text
    rewind (10)
    read (10, set, iostat=status, iomsg=message)
    close (10)
    if (status == 0) message = 'fine'
    print '(i3, i6, 3i3, f5.1, 1x, a, 2f5.1, 1x, a)', number, status, list, value, word, z, trim(message)
  end subroutine
end program
