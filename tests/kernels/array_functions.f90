! test: kernel functions
! Functions whose value is an array with bounds that their arguments say, in an expression, in one another, and under
! conditions; texts of lengths known at run time, and files in them.
module tools
contains
 function powers(x, n)
  integer n, i
  real(8) x, powers(n)
  do i = 1, n
   powers(i) = x**i
  end do
 end
 function reversed(a) result(b)
  real(8) a(:), b(size(a))
  b = a(size(a):1:-1)
 end
 function joined(a, b) result(c)
  real(8) a(:), b(:)
  real(8), allocatable :: c(:)
  if (size(b) == 0) then
   c = a
  else
   c = [a, b]
  end if
 end
 function stars(n)
  integer n
  character(n) stars
  stars = repeat('*', n)
 end
 function named(x, n) result(text)
  integer n
  real(8) x
  character(:), allocatable :: text
  character(n + 12) line
  write (line, '(a, f10.3)') stars(n), x
  text = trim(adjustl(line))
  if (n > 4) text = text//'/'//text(2:n)
 end
end
subroutine functions(n, k, x, y, m)
 use tools
 integer n, k, m
 real(8) x, y
 character(:), allocatable :: text
 character(5) words(max(k, 1))
 integer(1), allocatable :: codes(:)
 y = sum(powers(x, n)) + dot_product(powers(0.5d0, n), reversed(powers(x, n)))
 if (k > 2) y = y + sum(joined(powers(y, k - 2), reversed(powers(x, mod(n, 4)))))
 text = named(y, n)
 m = len(text) + 100*index(text, '.')
 if (k < 0) text = text(:3)//'end'
 if (mod(k, 2) == 0) then
  words = text
  words(size(words)) = 'last'
  m = m + 10000*ichar(words(1)(1:1))
 end if
 allocate(codes(len(text)))
 do i = 1, len(text)
  codes(i) = int(ichar(text(i:i)), 1)
  if (i == 3*k) exit
 end do
 m = m + 1000000*mod(sum(int(codes(:min(i, size(codes))))), 1000)
 write (text, '(i3)', iostat=i) m
 if (i /= 0) m = -m
 if (text(1:1) == '*') y = -y
end
