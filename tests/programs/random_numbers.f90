! RAND, IRAND and SRAND are a documented generator, whose numbers are equal everywhere. RANDOM_NUMBER repeats what it
! gave behind the same PUT; with gfortran's generator the numbers are gfortran's.
program random
  integer n, i, seed(8), got(8), short(10)
  real r(3), again(3), x
  double precision d(2, 2), y
  real, external :: mean
  print *, rand(0), rand(0), rand(1), rand(0), rand(42), rand(0)
  print *, irand(0), irand(1), irand(7), irand(0), irand()
  call srand(12345)
  print *, rand(), irand(), ran(0)
  call srand(0)
  print *, rand(), irand()
  call random_seed(size=n)
  print *, n
  seed = [(17 * i - 60, i = 1, 8)]
  call random_seed(put=seed)
  call random_seed(get=got)
  print *, got
  call random_number(d)
  print *, d
  call random_number(r)
  print *, r
  call random_seed(get=got)
  print *, got
  call random_number(y)
  call random_number(again(3:1:-2))
  print *, y, again(1), again(3)
  call random_seed(put=seed)
  call random_number(x)
  print *, x
  call random_number(y)
  print *, y, d(2, 1)
  call random_seed()
  call random_number(x)
  call random_seed(put=got)
  call random_number(r)
  call random_seed(put=got)
  call random_number(again)
  print *, all(r == again), all(r >= 0 .and. r < 1)
  short = 5
  call random_seed(get=short)
  print *, short(9:10)
  print *, abs(mean(10000) - 0.5) < 0.02
end program
real function mean(n)
  integer n, i
  real x
  mean = 0
  do i = 1, n
    call random_number(x)
    mean = mean + x
  end do
  mean = mean / n
end function
