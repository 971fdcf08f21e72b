! Null values that are repeated more often than there are elements.
program repeated_nulls
integer :: k, a(3), i
integer :: ios
character(60) :: m
namelist /g/ k, a
character(20) :: l(11)
l(1) = '&g k=2* /'
l(2) = '&g k=2*5 /'
l(3) = '&g a=1,2*,3 /'
l(4) = '&g a=1,3* /'
l(5) = '&g a=2*,2* /'
l(6) = '&g k=1* /'
l(7) = '&g a=1,2* /'
l(8) = '&g k=2*,a=1 /'
l(9) = '&g a=4* , k=2 /'
l(10) = '&g a=3* /'
l(11) = '&g a(2)=2* /'
do i = 1, 11
k = 0
a = 0
open(8,status='scratch')
write(8,'(a)') l(i)
rewind(8)
m = ' '
read(8,nml=g,iostat=ios,iomsg=m)
close(8)
print *, ios, trim(m), k, a
end do
end program
