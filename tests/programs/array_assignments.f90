! Assignments whose right and left sides overlap in every way that the dependence test tells apart.
program array_assignments
  integer :: a(10), b(10), i, k, n
  real :: x(5,5), y(5,5)
  complex :: z(4), w(4)
  do i = 1, 10
    a(i) = i
    b(i) = 10 * i
  end do
  a(2:10) = a(1:9)
  print *, a
  a(1:9) = a(2:10) + b(1:9)
  print *, a
  a(10:1:-1) = a
  print *, a
  a(1:9:2) = a(2:10:2)
  print *, a
  k = 3
  a(k:k+2) = a(k+1:k+3)
  print *, a
  a(k+1:k+3) = a(k:k+2)
  print *, a
  a(10:6:-1) = a(9:5:-1)
  print *, a
  where (a > 50) a = a - b
  print *, a
  where (a(2:10) > 20) a(2:10) = a(1:9)
  print *, a
  where (a(1:9) > 20) a(2:10) = 7
  print *, a
  where (a > 20)
    a = 1
    b = 2
  elsewhere (a > 0)
    a = a * 3
  elsewhere
    a = -a
  end where
  print *, a, b
  forall (i = 1:10, b(i) > 2) a(i) = b(11 - i)
  print *, a
  do k = 1, 5
    do i = 1, 5
      x(i,k) = i + 10 * k
    end do
  end do
  y = transpose(x)
  x(2:5,:) = x(1:4,:)
  x(:,1) = x(:,2)
  x(1,:) = x(:,1)
  x(2:5,2:5) = x(1:4,1:4)
  x(2:5,1:4) = x(1:4,2:5)
  forall (i = 1:5, k = 1:5, i /= k) x(i,k) = x(k,i)
  print *, x, sum(x), sum(y, 1)
  z = (1., 2.)
  z(2) = (3., 4.)
  w = z * z + conjg(z)
  w(2:4) = w(1:3) * z(1)
  w(1:3) = w(2:4) / z(2)
  print *, w, sum(w), dot_product(z, w), product(z)
  n = 4
  a(1:n) = a(n+1:2*n)
  a((/3,2,1/)) = a((/1,2,3/))
  a(a(1):a(1)-1) = 5
  print *, a
end program
