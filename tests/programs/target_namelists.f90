! NAMELIST reads and writes variables with TARGET, also those of a module or host; it was refused where pointers were.
module settings
  implicit none
  integer, target :: size_of = 3
  real, target, save :: factors(3) = [1., 2., 3.]
  real, pointer :: factor => null()
  integer :: plain = 7
  namelist /all/ size_of, factors, plain
contains
  subroutine load(text, status)
    character(*), intent(in) :: text
    integer, intent(out) :: status
    read (text, nml=all, iostat=status)
  end subroutine
end module
subroutine outside(n)
  use settings
  implicit none
  integer :: n
  character(6), target :: own(2)
  character(6), pointer :: p(:)
  namelist /local/ own, plain
  namelist /local/ size_of
  p => own
  p = 'mine'
  p(2) = 'yours'
  write (*, local)
  size_of = n
  write (*, all)
end subroutine
program p
  use settings
  implicit none
  integer, target :: i, arr(3) = [1, 2, 3], status
  integer, pointer :: pi, pa(:), ps
  logical, target :: l
  logical, pointer :: pl
  complex, target, save :: z
  complex, pointer :: pz
  character(80) :: text
  namelist /nn/ i, arr, l, z
  data z /(1., 2.)/
  pi => i; pa => arr(3:1:-1); pl => l; pz => z; ps => status
  factor => factors(2)
  pi = 5
  pl = .true.
  write (*, nn)
  text = '&nn arr(2) = 20, l = f, z = (3, 4) /'
  read (text, nn)
  print *, pi, pa, pl, pz
  if (pi == 5) read (text, fmt=nn, iostat=status)
  print *, ps
  ! What comes before a mistake is read.
  text = '&nn i = 9, arr = 1, x /'
  read (text, nn, iostat=ps)
  print *, status > 0, pi, arr
  call load('&all factors(2) = 5.5 size_of = 4 plain = 1 /', ps)
  print *, factor, size_of, plain
  call outside(6)
  factor = 8
  write (*, nml=all)
  call inside
contains
  subroutine inside
    pi = 17
    text = '&nn arr(3) = 30 /'
    read (text, nn)
    write (*, nn)
  end subroutine
end program
