! ASSOCIATE with targets of pointers, which are then pointed elsewhere. An element of an associated array was another one,
! and an extent was that of the pointer later on.
program pointer_associate
  implicit none
  type node
    integer :: v = 0
    integer :: w(3) = 1
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: p, first
  integer, pointer :: a(:)
  allocate (p); first => p
  allocate (p%next); p%next%v = 2
  associate (v => p%v, w => p%w, n => p%next, whole => p)
    p => p%next
    v = 5
    w(2) = 6
    n%v = 7
    whole%w(3) = 8
  end associate
  print *, first%v, first%w, p%v, p%w
  allocate (a(3)); a = 1
  associate (x => a(2:3), s => size(a))
    allocate (a(5)); a = 9
    x = 4
    print *, x, s
  end associate
  print *, a
end program
