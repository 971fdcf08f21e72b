! Coarrays in one image, which the program is.
module shared
  implicit none
  type box
    integer :: n = 0
    real, allocatable :: x(:)
  end type
  integer, save :: counter[*] = 0
  type(box), save :: boxes(2)[*]
contains
  subroutine add(n, total)
    integer, intent(in) :: n
    integer, intent(inout) :: total[*]
    total[this_image()] = total + n
    counter[1] = counter[1] + 1
  end subroutine
end module

program main
  use shared
  implicit none
  integer :: total[*], a(3)[0:*], status, i
  integer, allocatable :: b(:)[:], c[:]
  real, codimension[*] :: x
  real, dimension(2), codimension[2, *] :: y
  character(20) :: message
  total = 10
  x = 1.5
  y = [2.5, 3.5]
  a = [1, 2, 3]
  allocate (b(4)[*], c[*], stat=status)
  b(:)[1] = [(i, i = 1, 4)]
  c[1] = 7
  if (this_image() == 1) a(2)[0] = 20
  sync all
  sync memory
  sync all (stat=status, errmsg=message)
  print *, status
  status = 5
  sync images (*, stat=status)
  sync images ([1])
  print *, status, this_image(), num_images()
  critical
    call add(5, total)
  end critical
  guarded: critical
    call add(6, total)
  end critical guarded
  boxes(2)[1]%n = 3
  boxes(2)%x = [1.0, 2.0]
  boxes(1)%n = boxes(2)[1]%n + size(boxes(2)%x)
  call co_sum(total)
  call co_max(x, result_image=1)
  call co_broadcast(a, 1, stat=status)
  print *, total, counter, a, a(2:3)[0], b, c, x, y(:)[1, 1], status
  print *, boxes%n, b(sum([1, 2]))[1] + c[1]
  write (*, *) [1, 2, 3]
  deallocate (b, c)
end program
