! What units refuse: numbers that are too great, STATUS that CLOSE does not have, INQUIRE of the numbers of internal
! files, REC of a stream, more than RECL in an unformatted record. PAD='NO' means nothing for internal files, unless
! their records are empty.
program p
integer :: i, j, k, l3
integer(8) :: big, r8
character(80) :: m, line
logical :: l, l2
real :: a(5) = 5.5
character(2) :: s2(2)
m = 'none'
close (40, status='unknownword', iostat=i, iomsg=m)
print *, i, trim(m)
open (41, status='scratch')
close (41, status='unknownword', iostat=i, iomsg=m)
print *, i, trim(m)
big = 2_8**33 + 7
write (big, *, iostat=i, iomsg=m) 5
print *, i, trim(m)
open (big, file='zz', iostat=i, iomsg=m)
print *, i, trim(m)
inquire (big, exist=l, opened=l2, iostat=i, iomsg=m)
print *, i, trim(m), l, l2
close (big, iostat=i, iomsg=m)
print *, i, trim(m)
rewind (big, iostat=i, iomsg=m)
print *, i, trim(m)
flush (big, iostat=i, iomsg=m)
print *, i, trim(m)
l = .true.
m = 'same'
k = -1
inquire (unit=k, exist=l, iostat=i, iomsg=m)
print *, i, l, trim(m)
k = -7
l = .true.
l2 = .true.
inquire (unit=k, exist=l, opened=l2, iostat=i, iomsg=m)
print *, i, l, l2, trim(m)
inquire (unit=43, recl=j)
print *, j
inquire (unit=43, recl=r8)
print *, r8
open (43, status='scratch')
inquire (43, recl=j)
inquire (43, recl=r8)
print *, j, r8
close (43)
open (43, status='scratch', access='stream', form='unformatted')
inquire (43, recl=j)
print *, j
write (43, rec=1, iostat=i, iomsg=m) 'x'
print *, i, trim(m)
close (43)
open (43, status='scratch', form='unformatted', recl=16)
write (43, iostat=i, iomsg=m) a
print *, i, trim(m)
close (43)
open (43, status='scratch', form='formatted')
endfile 43
write (43, '(a)', iostat=i, iomsg=m) 'q'
print *, i, trim(m)
read (43, '(a)', iostat=i, iomsg=m) line
print *, i, trim(m)
close (43)
open (43, status='scratch', form='formatted')
write (43, '(a)') 'abc'
rewind 43
read (43, '(a)', iostat=i) line
read (43, '(a)', iostat=i) line
print *, i
write (43, '(a)', iostat=i, iomsg=m) 'q'
print *, i, trim(m)
close (43)
s2 = ['12', '34']
read (s2, '(i2,/,i2,/,i2)', iostat=i, iomsg=m, pad='no') j, k, l3
print *, i, trim(m), j, k
read (s2(:)(2:1), '(i2,/,i2)', iostat=i, iomsg=m, pad='no') j, k
print *, i, trim(m)
read (s2(1)(2:1), '(i2)', iostat=i, iomsg=m, pad='no') j
print *, i, trim(m)
read (s2(1)(2:1), '(i2)', iostat=i, iomsg=m) j
print *, i, trim(m)
read (s2(1), '(i3)', iostat=i, iomsg=m, pad='no') j
print *, i, trim(m)
read (s2, '(i3,/,i2)', iostat=i, iomsg=m, pad='no') j,k
print *, i, trim(m)
end program
