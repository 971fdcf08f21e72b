! FORALL and DO CONCURRENT with indices of other kinds than their bounds.
program forall_kinds
  call of_8
  call of_2
  call of_1
end program
subroutine of_8
integer(8) :: i, n = 5
integer(8) :: k
real :: b(5) = [1,-2,3,-4,5], c(5) = 0
forall (i = 1:n, b(i) > 0)
  b(i) = -b(i)
  c(i) = c(i) + b(i)
end forall
print *, b, c
forall (k = 1_8:5_8) c(k) = k
print *, c
do concurrent (k = 1:n:2, b(k) < 0)
  c(k) = 2*c(k)
end do
print *, c
end subroutine
subroutine of_2
integer(2) :: i, n = 5
integer(2) :: k
real :: b(5) = [1,-2,3,-4,5], c(5) = 0
forall (i = 1:n, b(i) > 0)
  b(i) = -b(i)
  c(i) = c(i) + b(i)
end forall
print *, b, c
forall (k = 1_2:5_2) c(k) = k
print *, c
do concurrent (k = 1:n:2, b(k) < 0)
  c(k) = 2*c(k)
end do
print *, c
end subroutine
subroutine of_1
integer(1) :: i, n = 5
integer(1) :: k
real :: b(5) = [1,-2,3,-4,5], c(5) = 0
forall (i = 1:n, b(i) > 0)
  b(i) = -b(i)
  c(i) = c(i) + b(i)
end forall
print *, b, c
forall (k = 1_1:5_1) c(k) = k
print *, c
do concurrent (k = 1:n:2, b(k) < 0)
  c(k) = 2*c(k)
end do
print *, c
end subroutine
