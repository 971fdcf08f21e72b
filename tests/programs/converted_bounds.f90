! An ALLOCATABLE array takes the bounds of the whole array that it is assigned, also where the values are converted.
integer(4), allocatable :: a(:), e(:)
integer(8), allocatable :: b(:)
real, allocatable :: c(:, :), d(:)
complex, allocatable :: z(:)
real :: x(-1:1, 0:2) = 1.5
allocate (b(7:11), source = [7_8,8_8,9_8,10_8,11_8])
a = b
print *, lbound(a), ubound(a), a
d = b + 1
print *, lbound(d), ubound(d), d
z = b
print *, lbound(z), ubound(z)
c = x
print *, lbound(c), ubound(c)
e = (b)
print *, lbound(e), ubound(e)
deallocate(e)
e = b(:)
print *, lbound(e), ubound(e)
deallocate (a)
a = x(:, 1)
print *, lbound(a), ubound(a)
b = a
print *, lbound(b), ubound(b)
d = a(1:2)
print *, lbound(d), ubound(d)
end program
