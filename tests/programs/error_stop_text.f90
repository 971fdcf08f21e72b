! ERROR STOP with a text has the status 1.
integer :: i
i = 4
if (i > 3) error stop 'too great'
print *, 'never'
end
