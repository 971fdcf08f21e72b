! `infinity` and `nan` are values in NAMELIST input, or names where an equals sign follows, perhaps in another record.
program p
implicit none
real :: f(6)
integer :: infinity, i, nanx
namelist /nl/ f, infinity, nanx
character(40) :: t(5)
character(80) :: m = ''
namelist /un/ i, infinity
f = -1
infinity = -1
t = [character(40) :: '&nl f = 5, 5, nan, infinity, infinity', '  ', '  = 1, /', ' ', ' ']
read (t, nl, iostat=i, iomsg=m)
print *, f, infinity, i, trim(m)
t = [character(40) :: '&nl f = 5, 5, nan, inf, nanx=4', ' infinity', '  ', '= 1 /', ' ']
read (t, nl, iostat=i, iomsg=m)
print *, f, infinity, i, trim(m), nanx
t = [character(40) :: '&nl f = 5, 5, nan(x), -infinity +inf', ' infinity', '  ', '= 1 /', ' ']
read (t, nl, iostat=i, iomsg=m)
print *, f, infinity, i, trim(m), nanx
t = [character(40) :: '&nl f = 5, 5, nan = 4 /', ' ', '  ', ' ', ' ']
read (t, nl, iostat=i, iomsg=m)
print *, f, infinity, i, trim(m), nanx
! A unit that is not formatted is named in the message of NAMELIST.
open (10, form='unformatted', status='scratch')
write (10, nml=un, iostat=i, iomsg=m)
print *, i, trim(m)

print *, i, trim(m)
end program
