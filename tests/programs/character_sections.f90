! Sections of CHARACTER arrays and the same characters of all elements: assigned, compared, masked, and in the functions
! that go element by element or move elements.
program character_sections
  implicit none
  character(5) :: a(4), b(4), m(2,3), t(3,2)
  character(2) :: c(4)
  integer :: i, k(4)
  a = ['hello', 'world', 'abcde', 'vwxyz']
  a(2:3) = 'xx'
  print *, a
  a(1:4:2) = ['one  ', 'three']
  print *, a
  c = a(:)(2:3)
  print *, c
  a(:)(2:3) = '##'
  print *, a
  a(2:3)(4:4) = ['!', '?']
  print *, a
  where (a == 'one') b = 'found'
  b = 'none'
  where (a(:)(1:1) == 'o')
    b = 'isone'
  elsewhere (a(:)(1:1) == 't')
    b = a
  elsewhere
    b = 'other'
  end where
  print *, b
  forall (i = 1:4) b(i) = a(5 - i)
  print *, b
  forall (i = 1:4) b(i)(i:i) = '*'
  print *, b
  print *, a // b
  print *, a == b, a < b, lgt(a, b)
  print *, adjustl(a), adjustr(['a  ', ' b ']), len_trim(a), index(a, 'e'), scan(a, 'xyz'), verify(a, ' one')
  k = ichar(a(:)(1:1))
  print *, k, char(k), achar(k + 1), iachar(c(:)(1:1))
  print *, merge(a, b, a > b), merge('yes', 'no ', k > 100)
  print *, pack(a, a > 'p'), pack(a, .true.), '|'
  print *, unpack(['u1   ', 'u2   '], [.true., .false., .true., .false.], a)
  m = reshape([character(5) :: 'a', 'b', 'c', 'd', 'e', 'f'], [2, 3])
  print *, m, '|', transpose(m)
  t = transpose(m)
  print *, t(3,:)
  print *, spread(a(1:2), 1, 2), spread('ab', 1, 3)
  print *, cshift(a, 1), eoshift(a, 1), eoshift(a, -1, 'zz   '), cshift(m, 1, 2)
  print *, maxval(a), minval(a), maxloc(a), minloc(a)
  print *, count(a > 'o'), any(a == 'xx'), all(a /= 'q')
  print *, maxval(m, 1), '|', minval(m, 2), maxval(m(:, 1)), maxval(a(2:1)) == repeat(char(0), 5)
  print *, repeat('ab', 3), trim(a(1)) // trim(a(2))
  print *, findloc(a, 'three'), findloc(m, 'c')
end program
