! STRUCTURE beside what is like it: a type of the same name in another unit, operators, slashes in bounds, `%fill` in a
! text.
module other
  type date
    real :: x = 1.5
  end type
contains
  subroutine show
    type(date) :: d
    print *, d%x
  end subroutine
end module
program vax_beside
  use other, only: show
  structure /date/
    character*8 c /'%fill'/
    character*4 %fill
    character*4 %fill
    integer day, list(10/2)
    logical flag
  end structure
  record /date/ d(10/5), e
  e.day = 3
  e.flag = .true.
  e.list = 1.e1
  d(2) = e
  if (d(2).day.eq.3.and.d(2).flag.and..not.1.e0.gt.2.d0) print *, d(2).c, d(2).list, 'a.b'
  call show
end program
