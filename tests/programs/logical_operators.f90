! Logical operators, relational operators in both spellings, and their precedence.
program logic
  implicit none
  logical :: a, b, c
  integer :: i, j, k
  do i = 0, 1
    do j = 0, 1
      a = i == 1
      b = j == 1
      print *, a, b, a .and. b, a .or. b, .not. a, a .eqv. b, a .neqv. b
      do k = 0, 1
        c = k == 1
        print *, a .or. b .and. c, .not. a .and. b, a .eqv. b .or. c, .not. a .eqv. b, a .neqv. b .eqv. c
      end do
    end do
  end do
  do i = -1, 1
    print *, i .lt. 0, i .le. 0, i .eq. 0, i .ne. 0, i .gt. 0, i .ge. 0
    print *, i < 0, i <= 0, i == 0, i /= 0, i > 0, i >= 0
    print *, i + 1 > 0 .and. i*2 < 1, 1.0*i == i, i < 0.5d0
  end do
  print *, .true., .false., .not. .true. .or. .true., 1.lt.2.and.3.gt.2, 1.e0.lt.2.
end program logic
