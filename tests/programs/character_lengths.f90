! Lengths of elements that only the run tells, overlapping assignments to parts of elements, and allocatable arrays that
! take the length of what is assigned.
program character_lengths
  implicit none
  character(3) :: a(3), b(2,2)
  character(:), allocatable :: d(:)
  character(6) :: w
  integer :: i, n
  a = ['abc', 'def', 'ghi']
  n = 2
  print *, [(a(i)(1:n), i = 1, 3)]
  print *, [(a(i)(i:i) // 'x', i = 1, 3)]
  print *, [character(n) :: (a(i), i = 1, 3)]
  print *, [(trim(word(i)), i = 3, 3)]
  print *, [word(1), word(2)]
  print *, [trim(word(1)), word(2)]
  d = [character(4) :: 'x', 'yy']
  print *, d, len(d), size(d)
  d = [a, 'zzz']
  print *, d, len(d), size(d)
  d = a(:)(2:3)
  print *, d, len(d), size(d)
  a(1:2) = a(2:3)
  print *, a
  a(2:3) = a(1:2)
  print *, a
  a(:)(1:2) = a(:)(2:3)
  print *, a
  a(:)(2:3) = a(3:1:-1)(1:2)
  print *, a
  b = reshape(a, [2, 2], pad=['pad'])
  print *, b, b(:, 2)(1:1)
  read '(a)', a
  print *, a
  print *, a(:)(1:n) == a(1)(1:n), any(a(:)(1:1) == ['x', 'y', 'z'])
  w = 'abcdef'
  print *, [(w(i:i), i = 1, len(w))]
  print *, merge(a, 'xyz', a == 'xxx'), merge('a', 'b', [.true., .false.])
  if (all(a /= [character(3) :: 'p', 'q', 'r'])) print *, 'ok'
  call t(a(1:3:2))
  call t(b(1, :))
  call t(a // '!')
  call t([a(1), a(2)])
  write (*, '(3(a, "-"))') [character(5) :: 'a', 'b'], 'c'
  print *, [character(5) ::], size([character(5) ::])
  print *, (['ab', 'cd'])
  do i = 1, size(['x', 'y'])
    print *, i
  end do
  where (a(:)(1:1) < 'b') a(:)(3:3) = '9'
  print *, a
  forall (i = 1:3, a(i) /= 'x') a(i)(2:2) = a(4-i)(1:1)
  print *, a
contains
  function word(i)
    integer, intent(in) :: i
    character(5) :: word
    word = repeat('w', i)
  end function
  subroutine t(s)
    character(len=*), intent(in) :: s(:)
    print *, size(s), len(s), s
  end subroutine
end program
