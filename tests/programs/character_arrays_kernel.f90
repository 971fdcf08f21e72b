! The program prints what its kernel makes of each of its rows as a table; the test `command_line::texts` runs the kernel
! over the same rows and compares with that.
module species
contains
  subroutine sort(names, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: names(n)
    character(len(names)) :: kept
    integer :: i, j
    do i = 2, n
      kept = names(i)
      j = i - 1
      do while (j >= 1)
        if (lle(names(j), kept)) exit
        names(j + 1) = names(j)
        j = j - 1
      end do
      names(j + 1) = kept
    end do
  end subroutine sort
  subroutine spell(names, k, tags, table, n)
    character(4) :: names(3)
    integer, intent(in) :: k
    character*(*) tags(*)
    character(9), intent(out) :: table(2, 2)
    integer, intent(out) :: n
    integer :: i, j
    n = len(tags)
    table = '-'
    if (k > 9) return
    call sort(names, 3)
    do j = 1, 2
      do i = 1, 2
        write (table(i, j), '(a, i2, a)') names(mod(i*j + max(k, 0), 3) + 1)(:2), k, tags(j)(:min(len(tags), 5))
      end do
    end do
    if (k == 3) call sort(tags(2), 2)
    names(2)(k:) = tags(3)
    do i = 1, 3
      if (index(tags(i), trim(names(1))) > 0) n = n + 10**i
    end do
  end subroutine spell
end module species
program rows
  use species
  character(4) :: names(3)
  character(12) :: read_tags(3)
  character(:), allocatable :: tags(:)
  character(9) :: table(2, 2)
  character(80) :: line
  character(11) :: number
  integer :: k, n, ios, length
  print '(a)', 'names_out_1,names_out_2,names_out_3,tags_out_1,tags_out_2,tags_out_3,table_1_1,table_2_1,table_1_2,table_2_2,n'
  do
    read (*, '(a)', iostat=ios) line
    if (ios /= 0) exit
    if (line(1:5) == 'names') cycle
    read (line, *) names, k, read_tags
    length = maxval(len_trim(read_tags))
    allocate (character(length) :: tags(3))
    tags(:) = read_tags
    call spell(names, k, tags, table, n)
    write (number, '(i0)') n
    print '(*(a, :, ","))', (trim(names(i)), i=1, 3), (trim(tags(i)), i=1, 3), (trim(table(i, 1)), i=1, 2), &
      (trim(table(i, 2)), i=1, 2), trim(number)
    deallocate (tags)
  end do
end program rows
