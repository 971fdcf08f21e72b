! A statement that ends labelled DO loops may become several, and something may come between the ends of two loops.
program p
  implicit none
  integer, target :: i, k(4) = 0
  integer, pointer :: n
  integer :: j, total = 0
  n => i
  do 10 j = 1, 3
    do 10 i = 1, j
      if (n == 2) go to 10
      k(i) = k(i) + n
10  total = total + n
  print *, i, j, total, k
  do 20 i = 1, 3
  do 20 j = 1, 2
20 k(n) = j
  print *, i, j, n, k
end program
