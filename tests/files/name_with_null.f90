! The name of a file ends at a null character.
program p
implicit none
character(15), parameter :: s = "ha" // achar(0) // "b"
character(15) :: r
logical :: l
open (10, file=s)
inquire (10, name=r)
print *, trim(r)
inquire (file="ha", exist=l)
print *, l
inquire (file=s, exist=l, name=r)
print *, l, trim(r)
close (10, status='delete')
inquire (file="ha", exist=l)
print *, l
end program
