! INTEGER(8) extents, steps and shifts beyond the range of INTEGER(4), and sums of INTEGER(4) beyond it.
program far_indices
  implicit none
  integer :: a(10), b(3), i, j, step
  integer(8) :: far, places(2), zero
  integer, allocatable :: c(:)
  character(5) :: text
  zero = iand(command_argument_count(), 0)
  i = huge(i) - int(zero)
  j = -5 + int(zero)
  far = 2_8**32 + 1 + zero
  a = [(step, step = 1, 10)]
  b = [1, 2, 3]

  print *, 'automatic', extent(-far), extent(4_8 + zero), extent(-huge(far) + zero), between(i, j)
  print *, 'steps', size(a(1:3:far)), sum(a(2:10:far)), size(a(7:8:i)), sum(a(7:8:i)), sum(a(9:3:-far))
  a(4:9:far) = 50
  a(3:1:-i) = 70
  print *, 'stored', a
  c = reshape([1, 2, 3], [-far])
  print *, 'reshape', size(c)
  places = [2_8, far - 2_8**32]
  print *, 'vector', b(places), a(int(places + far - far, 8))
  print *, 'cshift', cshift(b, far), cshift(b, -far), cshift(b, i), cshift(b, -i - 1), cshift(b, 3 * far)
  print *, 'eoshift', eoshift(b, far), eoshift(b, -far), eoshift(b, i), eoshift(b, -i - 1), eoshift(b, 1_8 + zero)
  print *, 'implied', size([(step, step = i, j)]), [(step, step = i - 3, i - 2)], size([(far, far = 3, -far)])
  text = 'abcde'
  print *, 'text', len(text(far:3)), len(text(4_8 + zero:)), text(2_8 + zero:3), repeat('ab', 2_8 + zero), &
    len(repeat('ab', zero - far + far))
  call alternate(far - 2_8**32 + 1, *10, *20)
  print *, 'returned'
10 print *, 'first'
20 print *, 'second'

contains

  integer function extent(n)
    integer(8), intent(in) :: n
    integer :: work(n)
    work = 1
    extent = size(work) + sum(work)
  end function

  integer function between(first, last)
    integer, intent(in) :: first, last
    integer :: work(first:last)
    work = 1
    between = size(work) + sum(work)
  end function

  subroutine alternate(n, *, *)
    integer(8), intent(in) :: n
    return n
  end subroutine
end program
