! SIZE= counts what moves to the right pass over; EOR=, END= and ERR= of a READ that leaves its record.
 integer i, n, st, a, b
 character(10) w
 character(30) m
 read(*,'(a3)',advance='no',size=n,iostat=st) w; print *, w, n, st
 read(*,*) w; print *, w
 read(*,'(i5,i5)',advance='no',size=n,iostat=st,iomsg=m) a,b; print *, a,n,st,m
 read(*,'(a)') w; print *, w
 read(*,'(i2,2x,i2,tl2,i1)',advance='no',size=n) a,b,i; print *, a,b,i,n
 read(*,'(a)',advance='no',size=n,eor=5) w
 print *, 'no'
5 print *, w,n
 read(*,'(i3)',advance='no',iostat=st,size=n) a; print *,a,st,n
 read(*,'(i3)',advance='no',err=7,end=8,eor=9,size=n) a; print *,a,n
 print *, 'none'
7 print *, 'err'
8 print *, 'end'
9 print *, 'eor',n
 end
