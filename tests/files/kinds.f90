! Specifiers of other kinds: units, records and statuses of each INTEGER, names of expressions.
program kinds
  integer(1) :: unit1 = 21_1, status1
  integer(2) :: unit2 = 22_2, record2 = 2_2
  integer(8) :: unit8 = 23_8, record8 = 3_8, place8, size8
  character(8) :: folder = 'data', suffix = '.txt'
  logical :: there
  integer :: i
  open (unit1, file=trim(folder)//trim(suffix), iostat=status1)
  write (unit1, *) status1
  close (unit1)
  open (unit=unit2, file=name_of(2), access='direct', recl=4_8)
  write (unit2, rec=record2) 2
  write (unit2, rec=record8) 3
  write (unit2, rec=record2 + 2) 4
  inquire (unit2, size=size8)
  print *, size8
  close (unit2)
  open (unit8, file=name_of(3), access='stream')
  write (unit8) 1.0, 2.0
  inquire (unit8, pos=place8)
  print *, place8
  write (unit8, pos=place8 - 4) 3.0
  close (unit8)
  inquire (file=folder(1:4)//suffix, exist=there)
  print *, there
  i = 24
  open (i + 1, file='computed')
  write (i + 1, *) i
  close (int(i + 1, 8))
contains
  function name_of(number)
    integer, intent(in) :: number
    character(5) :: name_of
    write (name_of, '(a,i1)') 'file', number
  end
end
