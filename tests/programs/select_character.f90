! SELECT CASE on CHARACTER, with ranges, and blanks that count nothing at the end.
program select_character
  implicit none
  character(len=5) :: words(6)
  integer :: i
  words(1) = 'apple'
  words(2) = 'b'
  words(3) = 'fig'
  words(4) = 'kiwi'
  words(5) = 'zebra'
  words(6) = ' '
  do i = 1, 6
    select case (words(i))
    case ('apple', 'b  ')
      print *, i, 'one of two'
    case ('c':'g')
      print *, i, 'from c to g'
    case (:' ')
      print *, i, 'blank'
    case ('x':)
      print *, i, 'from x on'
    case default
      print *, i, 'other'
    end select
  end do
end program
