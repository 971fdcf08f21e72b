! The columns of a statement that goes on with an unfinished record are counted anew. ADVANCE='NO' leaves the blanks of
! the last moves, `$` does not.
 write(*,'(a)',advance='no') 'abc'; write(*,'(t2,a)') 'x'
 write(*,'(a)',advance='no') 'abc'; write(*,'(tl2,a)') 'x'
 write(*,'(a,3x)',advance='no') 'abc'; write(*,'(a)') 'x'
 write(*,'(a)',advance='no') 'abc'; write(*,'(t2,a,t8,a)',advance='no') 'x','y'; write(*,'(a)') 'z'
 write(*,'(a/a)',advance='no') 'abc','d'; write(*,'(a)') 'z'
 write(*,'(a,$)') 'abc'; write(*,'(t2,a)') 'x'
 write(*,'(a,$)') 'abc'; write(*,'(tl2,a)') 'x'
 write(*,'(a,3x,$)') 'abc'; write(*,'(a)') 'x'
 write(*,'(a,$)') 'abc'; write(*,'(t2,a,t8,a,$)') 'x','y'; write(*,'(a)') 'z'
 write(*,'(a)',advance='no') 'last'
end
