! Texts with the kind before them, a number or a named constant, wherever a text may be.
program character_kinds
  use iso_c_binding
  implicit none
  integer, parameter :: ck = selected_char_kind('DEFAULT'), a_ = 1
  character(5) :: s = 1_'hello'
  character(*), parameter :: p = ck_'it''s' // c_char_"x"
  character(4) :: d(2)
  data d /ck_'abcd', 1_"e""f"/
  print *, s, ck_'abc', c_char_"x", 1_"def"
  print ck_'(a, a)', p, d(2)
  write (*, 1_'(a)') a__'underscore' // 1_''
  if (s == ck_'hello') print *, 1_'substring'(4:6), len(ck_'1_''2'), index(s, 1_'l')
  select case (s(1:1))
  case (ck_'h')
    print *, [ck_'a', 1_'b'], kind(ck_'x')
  end select
end program
