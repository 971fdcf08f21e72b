! LOGICALs have the size of their kind in unformatted records, whichever variable, function or operation they come from.
module m
  implicit none
  type t
    logical(1) :: a
    logical(2) :: b(3)
    logical(8) :: c
    integer :: i
  end type
contains
  logical(1) function f1(x)
    logical(1), intent(in) :: x
    f1 = .not. x
  end function
  function f8(n) result(r)
    integer, intent(in) :: n
    logical(8) :: r(n)
    r = .false.; r(1) = .true.
  end function
end module
program p
  use m
  implicit logical*1 (l), logical*8 (q)
  logical(1) :: s1, a1(5), b1(2,3)
  logical(8) :: s8, a8(4)
  logical :: s4
  logical*2 :: s2, e2(3)
  logical*1 :: e1(3)
  equivalence (e2(1), i2)
  common /c/ e1
  type(t) :: o, ob(2)
  integer :: i, j, i2, n
  s1 = .true.; a1 = [.true., .false., .true., .false., .false.]
  b1 = .true.; b1(2,2) = .false.
  s8 = .true.; a8 = .false.; a8(3) = .true.
  s4 = .true.; s2 = .true.; e2 = .true.; e2(2) = .false.; e1 = .false.; e1(3) = .true.
  o%a = .true.; o%b = [.false._2,.true._2,.true._2]; o%c = .true.; o%i = 7
  ob = o; ob(2)%b(1) = .true.
  l1 = .true.; q1 = .true.
  inquire(iolength=n) f1(s1); print *, n, 'f1(s1)'
  inquire(iolength=n) f8(3); print *, n, 'f8(3)'
  inquire(iolength=n) .not. a1; print *, n, '.not. a1'
  inquire(iolength=n) a1 .and. s4; print *, n, 'a1 .and. s4'
  inquire(iolength=n) a1 .or. b1(1,1); print *, n, 'a1 .or. b1(1,1)'
  inquire(iolength=n) (s1); print *, n, '(s1)'
  inquire(iolength=n) merge(s1, a1(2), s4); print *, n, 'merge(s1, a1(2), s4)'
  inquire(iolength=n) any(a1); print *, n, 'any(a1)'
  inquire(iolength=n) all(b1, 1); print *, n, 'all(b1, 1)'
  inquire(iolength=n) logical(s1, 8); print *, n, 'logical(s1, 8)'
  inquire(iolength=n) logical(.true._1); print *, n, 'logical(.true._1)'
  inquire(iolength=n) .true._2; print *, n, '.true._2'
  inquire(iolength=n) 1 < 2; print *, n, '1 < 2'
  inquire(iolength=n) [.true._1, .false._1]; print *, n, '[.true._1, .false._1]'
  inquire(iolength=n) transpose(b1); print *, n, 'transpose(b1)'
  inquire(iolength=n) pack(a1, a1); print *, n, 'pack(a1, a1)'
  inquire(iolength=n) o; print *, n, 'o'
  inquire(iolength=n) ob; print *, n, 'ob'
  inquire(iolength=n) a1(1:5:2); print *, n, 'a1(1:5:2)'
  inquire(iolength=n) b1(:,2); print *, n, 'b1(:,2)'
  inquire(iolength=n) l1; print *, n, 'l1'
  inquire(iolength=n) q1; print *, n, 'q1'
  inquire(iolength=n) e1; print *, n, 'e1'
  inquire(iolength=n) e2; print *, n, 'e2'
  inquire(iolength=n) a8; print *, n, 'a8'
  inquire(iolength=n) (a1(i), a8(i), i = 1, 3); print *, n, '(a1(i), a8(i), i = 1, 3)'
  open(10, file='logicals.tmp', form='unformatted', access='stream')
  call w(s1); 
  write(10) s1, s8, s2, s4
  write(10) a1, b1, a8, e2, e1
  write(10) (a1(i), a8(i), i = 1, 3)
  write(10) a1(1:5:2), b1(:,2), l1, q1
  write(10) o
  write(10) ob
  write(10) f1(s1), f8(3), .not. a1, a1 .and. s4, a1 .or. b1(1,1), (s1), merge(s1, a1(2), s4), any(a1), all(b1, 1)
  write(10) logical(s1, 8), logical(.true._1), .true._2, 1 < 2, [.true._1, .false._1], transpose(b1), pack(a1, a1)
  inquire(10, pos=n); print *, n
  inquire(iolength=n) a1, s8, o, (b1(1,i), i=1,3); print *, n
  inquire(10, opened=e1(2)); inquire(file='logicals.none', exist=e1(3)); print *, e1
  rewind(10)
  s1 = .false.; s8 = .false.; s2 = .false.; s4 = .false.; a1 = .false.; b1 = .false.; a8 = .true.; e2 = .false.; e1 = .true.
  read(10) s1, s8, s2, s4
  print *, s1, s8, s2, s4
  read(10) a1, b1, a8, e2, e1
  print *, a1; print *, b1; print *, a8; print *, e2; print *, e1
  read(10) (a1(i), a8(i), i = 1, 3)
  a1 = .false.
  read(10) a1(1:5:2), b1(:,1), l1, q1
  print *, a1, b1, l1, q1, a8
  o%b = .false.; o%a = .false.
  read(10) o
  print *, o
  ob(:)%a = .false.
  read(10) ob
  print *, ob
  print *, kind(f1(s1)), kind(f8(2)), kind(l1), kind(q1), kind(merge(s1,s1,s4)), kind(any(a1)), kind(all(b1,1)), kind(a1 .and. s4)
  print *, kind(logical(s1,8)), kind(.not. s1), kind(o%a), kind(ob(1)%b(2)), kind(ob%c), kind(transpose(b1)), kind(1<2)
  close(10, status='delete')
contains
  subroutine w(x)
    logical(1), intent(inout) :: x
    write(10) x
    rewind(10)
    x = .false.
    read(10) x
    print *, x
    rewind(10)
  end subroutine
end program
