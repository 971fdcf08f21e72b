! SELECTED_INT_KIND and SELECTED_REAL_KIND of what is not a constant were refused.
program chosen_kinds
  implicit none
  integer :: p, r, ranges(5) = [0, 37, 38, 4931, 5000], digits(6) = [-1, 6, 7, 18, 33, 34]
  integer :: calls = 0
  integer(8) :: wide = 20
  do p = -1, 40
    write (*, '(i3)', advance='no') selected_int_kind(p)
  end do
  print *
  print *, selected_int_kind(wide), selected_int_kind(int(2, 1)), selected_int_kind(counted(9)), calls
  do p = 1, 6
    do r = 1, 5
      write (*, '(i3)', advance='no') selected_real_kind(digits(p), ranges(r))
    end do
    print *, selected_real_kind(digits(p)), selected_real_kind(r=digits(p)), selected_real_kind(digits(p), 300)
  end do
  print *, selected_real_kind(6, r=digits(2), radix=calls + 1), selected_real_kind(digits(1), 10, calls + 2)
  ! A radix that there can't be.
  print *, selected_real_kind(6, radix=calls - 1), selected_real_kind(99, 10, calls - 9)
contains
  integer function counted(n)
    integer, intent(in) :: n
    calls = calls + 1
    counted = n
  end function
end program
