! What is not supported fails where it is reached. What a block is governed by, and what the graph can't express, made the
! whole program fail before its first statement.
program refused_in_places
  implicit none
  integer :: i, j, values(3) = 1
  character(4) :: words(2) = 'ab'
  do i = 1, 3
    if (i > 4) then
      if (ftell(5) > 0) print *, 'logical'
      if (ftell(5) > 0) then
        print *, 'block'
      else if (i < 9) then
        print *, 'else'
      end if
      do while (ftell(5) > i)
        print *, 'while'
      end do
      do 10, j = 1, ftell(5)
        if (j == 3) cycle
10    continue
      select case (ftell(5))
      case (:3)
        print *, 'select'
      case default
        go to 20
      end select
20    continue
      print *, cut(words), any(cut(words) == 'ab')
      where (values > 0)
        values = ftell(5)
      end where
      print '(dt, i3)', i
      write (*, 30) i
      if (i > 5) write (*, 30) i
30    format (i3, dt'ab'(2))
    end if
    print *, i
  end do
  call reach(4)
contains
  elemental function cut(word)
    character(*), intent(in) :: word
    character(len_trim(word)) :: cut
    cut = word
  end function
  subroutine reach(n)
    integer, intent(in) :: n
    if (n == 1) then
      print *, 'first'
    else if (n == 4) then
      print *, 'second'
    else if (ftell(5) == n) then
      print *, 'third'
    else
      print *, 'fourth'
    end if
  end subroutine
end program
