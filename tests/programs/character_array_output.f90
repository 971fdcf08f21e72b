! CHARACTER array values as output items.
program t
  character(len=3) :: c(4)
  integer :: i
  do i = 1, 4
    c(i) = 'ab' // char(48+i)
  end do
  print *, c
  print *, c(2:3)
  call s
end program
subroutine s
  character(len=3) :: c(4), d(2,2)
  c = 'abc'
  d = 'z'
  d(2,1) = 'yy'
  print *, c // 'x'
  print *, d(2,:)
  print '(3A4)', c(::2)
  print *, trim('  a') , adjustr(d)
end subroutine
