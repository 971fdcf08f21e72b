! test: kernel blank
! TRIM and other functions of texts without characters: what was put together of them is in an array of no bytes, for
! which gangs had no code (`malformed`).
subroutine blank(i, n, k)
 integer i
 integer, intent(out) :: n, k
 character(12) t
 character(8) u
 character(4) held
 write (t, '(i6, "abcdef")') i
 held = trim(t(12:11)//'')
 n = len_trim(t(5:4)//t(3:2)) + len(trim(''//t(11:3)))
 n = 10*n + index(t, trim(t(5:4)//t(3:2)))
 n = 100*n + count_of(trim(''//t(2:1)), i)
 u = trim(''//t(11:3))//held//adjustl(t(7:6)//'')
 k = 0
 if (u == trim(''//t(9:8))) u = t(i:i + 5)//u
 k = ichar(u(6:6)) + 1000*len_trim(u)
contains
 integer function count_of(text, i)
  character(*) text
  integer i
  count_of = len(text) + i
 end function
end
