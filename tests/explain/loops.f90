! test: explain turns
! test: explain turns --uniform n
! test: explain jumps
! test: explain blocks --uniform k
! test: explain spliced
! Loops that lanes leave together, and loops that they do not: for their iteration count, for conditions, for jumps.
real(8) function turns(n, x)
  integer n, i, j
  real(8) x, y
  turns = 0
  do i = 1, 10
    turns = turns + x/i
  end do
  do i = 1, n
    do j = 1, i
      turns = turns - x/j
    end do
  end do
  y = x
  do while (y > 1)
    y = y/2
    if (y < x/1000 .or. n == 3) exit
  end do
  do i = 1, 20
    if (turns > x*i) return
    turns = turns + y
  end do
end function
! A loop that jumps make.
integer function jumps(x)
  real x, y
  y = x
  jumps = 0
10 continue
  jumps = jumps + 1
  y = y*1.5
  if (y < 100) goto 10
end function
! A loop of two entries that all lanes take together.
integer function blocks(k, x)
  integer k, i, x
  i = k
  blocks = x
  if (k > 3) goto 20
10 blocks = blocks + 1
20 blocks = blocks*2
  i = i + 1
  if (i < 10) goto 10
end function
! The iteration count of a subprogram that is spliced in.
real function spliced(n, x)
  integer n
  real x
  spliced = power(x, n) + power(x + 1, 3)
contains
  real function power(base, count)
    integer count, i
    real base
    power = 1
    do i = 1, count
      power = power*base
    end do
    do while (power > count)
      power = power - count
    end do
  end function
end function
