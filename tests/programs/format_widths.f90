! Formats in variables that have a width of zero, which READ refuses, and records without blanks after their end
! (PAD='NO'), which end a READ before the item gets a value.
program p
character(3) :: c(3)
character(25) :: str
character(80) :: line, m
integer :: i
real :: x
c = 'x'
open (50, status='scratch', pad='no')
write (50, '(a)') 'ab', 'cd', 'ef'
rewind 50
read (50, '(3a2)', iostat=i, iomsg=m) c(1), c(2)
print *, i, trim(m), c
read (50, '(a)', iostat=i, iomsg=m) c(3)
print *, i, trim(m), c
rewind 50
c = 'y'
read (50, '(2a2)', iostat=i, iomsg=m, advance='no') c
print *, i, trim(m), c
read (50, '(2a2)', iostat=i, iomsg=m, advance='no') c
print *, i, trim(m), c
rewind 50
c = 'y'
read (50, '(2a)', iostat=i, iomsg=m) c(1)(1:2)
print *, i, trim(m), c
close (50)
x = 3
str = '(1pf0.3)'
read (*, str, iostat=i, iomsg=m) x
print *, i, trim(m), x
str = '(1pd0.3)'
write (line, str, iostat=i, iomsg=m) 1d0
print *, i, trim(m), line
read (*, str, iostat=i, iomsg=m) x
print *, i, trim(m), x
str = '(1pd24.15e6)'
write (line, str, iostat=i, iomsg=m) 1d0, 1.25
print *, i, trim(m), line
str = '(i0)'
read (*, str, iostat=i, iomsg=m) k
print *, i, trim(m)
str = '(e0.1)'
read (*, str, iostat=i, iomsg=m) x
print *, i, trim(m)
str = '(g0)'
read (*, str, iostat=i, iomsg=m) x
print *, i, trim(m)
str = '(l0)'
read (*, str, iostat=i, iomsg=m) x
print *, i, trim(m)
str = '(z0)'
read (*, str, iostat=i, iomsg=m) k
print *, i, trim(m)
str = '(d0.4)'
write (line, str, iostat=i, iomsg=m) 1.5
print *, i, trim(m), line
str = '(e0.4)'
write (line, str, iostat=i, iomsg=m) 1.5
print *, i, trim(m), line
str = '(*(''start''))'
write (line, str, iostat=i, iomsg=m) 1.5
print *, i, trim(m), line
str = '(*(''a'',(''d'')))'
write (line, str, iostat=i, iomsg=m) 1.5
print *, i, trim(m), line
end program
