! Unformatted files whose markers lie: a length of two gigabytes in a file of ten bytes, a record that ends too soon,
! half a marker, subrecords.
program corrupt
  integer :: i, j, status
  character(60) :: message
  call make('huge', [2147483647, 5, 6])
  call probe('huge')
  call make('short', [8, 1])
  call probe('short')
  call make('wrong', [4, 1, 9])
  call probe('wrong')
  call make('parts', [-4, 1, 4, 4, 2, -4])
  call probe('parts')
  open (10, file='half', access='stream')
  write (10) 'ab'
  close (10)
  call probe('half')
  open (10, file='parts', form='unformatted', position='append')
  backspace 10
  read (10) i, j
  print *, 'back', i, j
  close (10)
  call make('before', [1, 2, 9999])
  open (10, file='before', form='unformatted', position='append')
  backspace (10, iostat=status)
  print *, 'back', status /= 0
contains
  subroutine make(name, words)
    character(*), intent(in) :: name
    integer, intent(in) :: words(:)
    open (10, file=name, access='stream')
    write (10) words
    close (10)
  end
  subroutine probe(name)
    character(*), intent(in) :: name
    i = -1
    j = -1
    message = ''
    open (10, file=name, form='unformatted')
    read (10, iostat=status, iomsg=message) i, j
    print *, name, status, i, j, trim(message)
    close (10)
    message = ''
    open (10, file=name, form='unformatted')
    read (10, iostat=status, iomsg=message)
    print *, name, status, trim(message)
    close (10)
  end
end
