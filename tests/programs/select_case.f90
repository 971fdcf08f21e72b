! SELECT CASE on integers with ranges, on logical values, nested and with EXIT.
program select_case
  implicit none
  integer :: i, big
  do i = -3, 12
    select case (i)
    case (:-2)
      print *, i, 'below'
    case (-1, 0)
      print *, i, 'about zero'
    case (3:5, 9)
      print *, i, 'three to five or nine'
    case default
      print *, i, 'other'
    case (11:)
      print *, i, 'above'
    end select
  end do
  do i = 1, 3
    big = 10**(3*i)
    size: select case (big)
    case (2:100000) size
      print *, big, 'small'
    case (100001:2000000)
      if (i == 2) exit size
      print *, big, 'never'
    case (2000001:)
      print *, big, 'large'
    end select size
  end do
  select case (i > 3)
  case (.true.)
    print *, 'true'
  case (.false.)
    print *, 'false'
  end select
  select case (i*i)
  end select
  select case (i + 1)
  case (5:3)
    print *, 'an empty range'
  case default
    print *, 'default'
  end select
end program
