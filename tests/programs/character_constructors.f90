! Array constructors of CHARACTER: with and without a length, of variables, of functions, with implied DOs, as operands,
! arguments, initial values and named constants.
program character_constructors
  implicit none
  character(5) :: a(2), b
  character(3), parameter :: names(3) = ['abc', 'de ', 'f  ']
  character(*), parameter :: n2(2) = (/ 'xy', 'zw' /)
  character(4) :: init(3) = [character(4) :: 'a', 'bcdef', 'gh']
  integer :: i
  a = [character(5) :: 'a', 'bc']
  print *, a, '|'
  a = (/ 'ab', 'cd' /)
  print *, a, '|', names, n2, init
  print '(3a)', [character(2) :: 'a', 'b', 'ccc']
  b = 'cd'
  print *, any(b == ['ab', 'cd']), all(['ab','ab'] == 'ab')
  print *, [(char(64 + i), i = 1, 5)]
  print *, [(names(i), i = 3, 1, -1)]
  a = [b, 'vwxyz']
  print *, a
  call show([character(3) :: 'x', 'yyyy'])
  call show(['abc', 'def'])
  print *, size(['a', 'b']), len(['abc', 'def'])
  print *, [b // 'x', 'cdefgh'], len([b//'x', 'cdefgh'])
  print *, [a, b]
  print *, [character(7) :: a, b]
  print *, [trim(b), 'zz']
  if (any(names == b)) print *, 'no'
  if (.not. any(names == 'f')) stop 1
contains
  subroutine show(t)
    character(*), intent(in) :: t(:)
    print *, size(t), len(t), t
  end subroutine
end program
