! Free form: continuation with and without a leading ampersand, several statements a line, comments anywhere.
program free; implicit none
  integer :: i, j, long_name_with_underscores_1; real :: x ! a comment
  i = 1; j = 2 ; ; x = 1.5
  long_name_with_underscores_1 = i + &
     j + & ! a comment behind the ampersand
     ! a line of its own

     & 10
  print *, long_name_with_u&
    &nderscores_1, 'text that goes &
    &on', "it's", 'say "so"', 'a''b', '! no comment; no end'
  if (i == 1) then; print *, 'one'; else; print *, 'other'; endif
  do 10 i = 1, 3
    if (i == 2) goto 10
    print *, i
10 continue
  Do I=1,2;Print *,I*J;EndDo
  print *, &
    i, &
    j
  if (x > 1) print *, 'large'; if (x > 2) print *, 'larger'
  x = 1.e3 + .5 + 2.d0; print *, x
end program free
