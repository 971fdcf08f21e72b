! NAMELIST input: groups, names with subscripts and substrings, repeats, nulls, comments, and what is wrong.
program namelist_input
  integer :: i, a(6), m(2, 3), status
  real :: x, r(4)
  complex :: z
  logical :: l, ls(3)
  character(8) :: text, texts(2)
  character(120) :: message
  namelist /g/ i, a, m, x, r, z, l, ls, text, texts
  call try('&g i=5 /')
  call try('&g i=5, a=1,2,3 x=2.5 /')
  call try('&G I = 5 A = 6*2, X=1e2,/')
  call try('$g i=3 $end')
  call try('&g i=3 &end')
  call try('&g i=3|&end')
  call try('&g|i=3|/')
  call try('&g i=3|a=1,2,|3,4|5 6|/')
  call try('&g a(2)=7/')
  call try('&g a(2)=7,8,9/')
  call try('&g a(2:4)=7,8,9/')
  call try('&g a(:)=7,8,9/')
  call try('&g a(2:6:2)=7,8,9/')
  call try('&g a(5:)=7,8,9/')
  call try('&g a(2:3)=7,8,9/')
  call try('&g m(1,2)=4/')
  call try('&g m(1,2)=4,5,6/')
  call try('&g m(:,2)=4,5/')
  call try('&g m(2,:)=4,5,6/')
  call try('&g m=1,2,,4/')
  call try('&g a=2*,3*4/')
  call try('&g a=1,,3/')
  call try('&g i=1,2/')
  call try('&g i=abc/')
  call try('&g i=1.5/')
  call try('&g q=1/')
  call try('&g x=abc/')
  call try('&g l=t ls=.true.,f,T/')
  call try('&g l=.t. i=4/')
  call try('&g ls=t,l=t/')
  call try('&g text=''abc'' texts="it''s",''it''''s''/')
  call try('&g text=abc/')
  call try('&g text=''abc/')
  call try('&g text=''abcdefghijklm''/')
  call try('&g text(2:3)=''xy''/')
  call try('&g texts(2)(1:3)=''xyz''/')
  call try('&g texts(2)=''xyz''/')
  call try('&g texts=2*''ab''/')
  call try('&g z=(1,2)/')
  call try('&g z=(1.5, -2) x=3/')
  call try('&g z=1/')
  call try('&g i=5 ! comment| x=2 /')
  call try('! comment|&g i=5 ! a=3 |!another|/')
  call try('&g i=5')
  call try('&g')
  call try('&gg i=1/')
  call try('&g i=1/ i=2/')
  call try('&g a(7)=1/')
  call try('&g a(0)=1/')
  call try('&g a(1,1)=1/')
  call try('&g i(1)=1/')
  call try('&g i 5/')
  call try('&g i=5 i=6/')
  call try('&g x=nan r=inf,-inf,1,2/')
  call try('&g x=1.5d2, i=+4/')
  call try('&g a=1 2 3 i=7/')
  call try('&g i=7*1/')
  call try('&g i=2*1/')
  call try('&g a=10*1/')
  call try('&g a=1,2,3,4,5,6,7/')
  call try('&g ls=3*T/')
  call try('&g  /')
  call try('&g a=1,i=2/')
  call try('&g i=,a=1/')
  call try('&g i=|5/')
  call try('&g a(1)=1,a(3)=3/')
  call try('&g a(1)=1|a(3)=3|/')
  call try('&g r=1,2|r(3)=3.5,4.5|/')
  call try('&g text="a|b"/')
  call try('&g i=99999999999/')
  call try('&g l=maybe/')
  call try('&g l=true ls=false,false/')
  call try('&g i=5;x=2/')
  call try('&g a (2) = 3/')
  call try('&g a( 2 : 3 ) = 3 , 4/')
  call try('&g%i=1/')
  call try('&g r(2)=3*1.5/')
  call try('&g a=3*1 4/')
  call try('&g a(2)=2*5,6/')
  call try('&g i=1/text')
  call try('&g,i=1/')
  call try('&g	i=1	x=2	/')
  call try('&g a( 2)=1/')
  call try('&g a(2 )=1/')
  call try('&g m(1, 2)=1/')
  call try('&g m(1 ,2)=1/')
  call try('&g a(x)=1/')
  call try('&g a()=1/')
  call try('&g a(2:3:0)=1/')
  call try('&g a(3:2)=1/')
  call try('&g a(-1)=1/')
  call try('&g text(9:9)=''a''/')
  call try('&g text(3:2)=''a''/')
  call try('&g text(2)=''a''/')
  call try('&g text(:3)=''abcd''/')
  call try('&g texts(1:2)(1:2)=''ab'',''cd''/')
  call try('&g texts(:)(2:)=''ab'',''cd''/')
  call try('&g a(2:3=1/')
  call try('&g z(1)=1/')
  call try('&g i=5!c|/')
  call try('&g x=1, ! one| r=2 ! two|,3/')
  call try('&g text=''a!b''/')
  call try('&g text=''a'' x=3/')
  call try('&g text=''a''x=3/')
  call try('&g a=1,2 /')
  call try('&g l=.false.,x=1/')
  call try('&g x=1,i=2,text=''q'',l=t/')
  ! A name that no equal sign follows: it ends the group before a slash, and separators are no part of it.
  call try('&g i=x /')
  call try('&g i=1 x /')
  call try('&g a(1) /')
  call try('&g i , =3 /')
  call try('&g i ; = 5 /')
  call try('&g i,=3/')
  call try('&g i,,=3/')
  call try('&g i=6 x||=7 /')
  call try('&g x=1 i|/|&g')
  call try('&g i=x =2/')
contains
  ! The lines of a group are between bars.
  subroutine try(lines)
    character(*), intent(in) :: lines
    integer :: start, bar
    open (10, status='scratch')
    write (10, '(a)') ' junk', '&other i=9 /'
    start = 1
    do
      bar = index(lines(start:), '|')
      if (bar == 0) exit
      write (10, '(a)') trim(lines(start:start + bar - 2))
      start = start + bar
    end do
    write (10, '(a)') trim(lines(start:))
    rewind 10
    i = 0
    a = 0
    m = 0
    x = 0
    r = 0
    z = 0
    l = .false.
    ls = .false.
    text = ''
    texts = ''
    message = ''
    read (10, nml=g, iostat=status, iomsg=message)
    print '(2a)', '>> ', trim(lines)
    print *, status, trim(message)
    print '(i4,2x,6i3,2x,6i3,f6.2,2x,4f6.2,2x,2f6.2,4l2,3(1x,a))', i, a, m, x, r, z, l, ls, text, texts
    close (10)
  end
end
