! Functions of CHARACTER whose arguments are chosen by vector subscripts, element by element.
program main
  implicit none
  integer :: order(3) = [4, 2, 1], i
  integer, allocatable :: found(:)
  character :: letters(4) = ['a', 'b', 'c', 'd']
  character(3) :: words(4) = ['abc', 'bc ', 'cde', 'd  ']
  character(:), allocatable :: texts(:)
  print *, index(letters(order), 'b')
  print *, verify(letters(order), 'ab'), scan(words(order), 'cd', back=.true.)
  print *, len_trim(words(order)), ichar(letters(order)), words(order) == 'bc', adjustr(words(order))
  found = index(words(order), letters(order))
  print *, found
  texts = words(order(3:1:-1))
  print *, texts, index(texts([3, 1]), ['d', 'c'])
  do i = 1, 2
    where (index(words(order), 'b') > 0) order = order + 1
    print *, order
  end do
  print *, any(lge(words(order), 'c'))
end program
