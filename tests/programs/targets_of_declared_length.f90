! Pointers of deferred length point to texts of declared length, to dummy arguments of assumed length, and to substrings
! of all these.
module texts
  implicit none
  character(len=6), target :: shared = 'module'
  character(len=0), target :: nothing = ''
contains
  function slice(text, first, last) result(p)
    character(len=*), intent(in), target :: text
    integer, intent(in) :: first, last
    character(len=:), pointer :: p
    p => text(max(first, 1):min(last, len(text)))
  end function
  function either(a, b) result(p)
    character(len=*), intent(in), optional, target :: a
    character(len=*), intent(in), target :: b
    character(len=:), pointer :: p
    if (present(a)) then
      p => a
    else
      p => b
    end if
  end function
  subroutine at_most(n, text, p)
    integer, intent(in) :: n
    character(len=n), target :: text
    character(len=:), pointer, intent(out) :: p
    p => text
  end subroutine
  function or_nothing(use_it) result(p)
    logical, intent(in) :: use_it
    character(len=:), pointer :: p
    p => nothing
    if (use_it) p => shared
  end function
  function counted() result(n)
    integer :: n
    character(len=3), target, save :: kept = 'abc'
    character(len=:), pointer :: p
    p => kept(2:2)
    p = achar(iachar(p) + 1)
    n = iachar(kept(2:2))
  end function
end module
program targets_of_declared_length
  use texts
  implicit none
  character(len=10), target :: s
  character(len=8) :: plain
  character, target :: one
  character(len=:), pointer :: p, q
  character(len=:), allocatable, target :: line
  integer :: n
  s = 'abcdefghij'
  p => s
  print *, p, len(p), associated(p, s)
  p = 'xyz'
  print *, '[', s, ']', len_trim(s)
  s = '0123456789'
  q => s(3:5)
  print *, q, len(q), associated(p, q), p
  q = '--'
  print *, s
  s(1:2) = 'AB'
  p => p(2:4)
  print *, p, s(9:), s
  p => shared
  p(1:1) = 'M'
  print *, shared, len(or_nothing(.false.)), or_nothing(.true.)
  plain = 'plainest'
  print *, slice(plain, 2, 4), slice('literal', 5, 99), slice(s, 3, 4) == '--'
  line = 'a longer line'
  p => slice(line, 3, 8)
  p = 'LONGER'
  print *, line, slice(line, 0, 1) == 'a', len(slice(line, 9, 10))
  print *, either(b='second'), either('first', 'second'), len(either(s, plain))
  q => either(s, plain)
  q = 'through q'
  print *, s
  n = 4
  call at_most(n, s, p)
  print *, p, len(p)
  one = 'x'
  p => one
  p = 'yz'
  print *, one, len(p)
  n = counted()
  print *, n, counted()
  call local(7)
contains
  subroutine local(n)
    integer, intent(in) :: n
    character(len=n), target :: own
    character(len=n) :: copy
    character(len=:), pointer :: p
    own = 'local variable'
    copy = own
    p => own(3:)
    read (own, '(a2)') p(1:2)
    print *, p, len(own), copy, index(own, 'v'), trim(own) // '|'
    write (p, '(i3)') 42
    print *, own
  end subroutine
end program
