! Functions whose value is an ALLOCATABLE array of CHARACTER: the graph of a unit that called one was malformed.
program p
  implicit none
  character(4), allocatable :: ks(:)
  character(:), allocatable :: ds(:)
  ks = keys()
  print *, size(ks), ks
  ks = keys2(3)
  print *, size(ks), ks
  print *, keys(), size(keys2(4))
  ds = keys3('hello', 2)
  print *, len(ds), size(ds), ds
  print *, keys3('abc', 3)
contains
  function keys() result(ks)
    character(4), allocatable :: ks(:)
    ks = ['ab', 'cd']
  end function
  function keys2(n)
    integer, intent(in) :: n
    character(4), allocatable :: keys2(:)
    integer i
    allocate (keys2(n))
    do i = 1, n
      write (keys2(i), '(i4)') i
    end do
  end function
  function keys3(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(:), allocatable :: r(:)
    allocate (character(len(s)) :: r(n))
    r = s
  end function
end program
