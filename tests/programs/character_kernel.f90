! The program prints what its kernel makes of each of its rows as a table; the test `command_line::texts` runs the kernel
! over the same rows and compares with that.
module letters
contains
  function spaced(word) result(wide)
    character(*), intent(in) :: word
    character(2*len(word)) :: wide
    integer :: i
    wide = ' '
    do i = 1, len(word)
      wide(2*i - 1:2*i - 1) = word(i:i)
    end do
  end function spaced
  subroutine reverse(text)
    character(*), intent(inout) :: text
    character :: kept
    integer :: i
    do i = 1, len(text)/2
      kept = text(i:i)
      text(i:i) = text(len(text) + 1 - i:len(text) + 1 - i)
      text(len(text) + 1 - i:len(text) + 1 - i) = kept
    end do
  end subroutine reverse
  subroutine describe(mode, tag, k, label, n, x)
    character(5), intent(in) :: mode
    character(*), intent(inout) :: tag
    integer, intent(in) :: k
    character(12), intent(out) :: label
    integer, intent(out) :: n
    real(8), intent(out) :: x
    n = len(tag)
    x = 0
    select case (mode)
    case ('upper')
      do i = 1, len_trim(tag)
        if (tag(i:i) >= 'a' .and. tag(i:i) <= 'z') tag(i:i) = char(ichar(tag(i:i)) - 32)
      end do
      label = trim(tag)//'!'
    case ('turn')
      if (n > 1) call reverse(tag(2:))
      label = spaced(tag)
    case ('read')
      if (verify(trim(tag), '0123456789.-') == 0 .and. tag /= ' ') then
        read (tag, *) x
        x = x*k
      end if
      write (label, '(f9.3, i3)') x, k
    case default
      if (k < 0) return
      label = mode(min(k, 5) + 1:)//':'//tag
      if (index(tag, 'b') > 0) tag = label
    end select
  end subroutine describe
end module letters
program rows
  use letters
  character(5) :: mode
  character(12) :: label
  character(40) :: line
  character(:), allocatable :: tag
  integer :: k, n, ios
  real(8) :: x
  print '(a)', 'tag_out,label,n,x'
  do
    read (*, '(a)', iostat=ios) line
    if (ios /= 0) exit
    i = index(line, ',')
    if (line(1:4) == 'mode') cycle
    j = i + index(line(i + 1:), ',')
    mode = line(2:i - 2)
    tag = line(i + 2:j - 2)
    read (line(j + 1:), *) k
    label = ' '
    call describe(mode, tag, k, label, n, x)
    print '(a, ",", a, ",", i0, ",", f0.3)', trim(tag), trim(label), n, x
  end do
end program rows
