! What OPEN and CLOSE refuse, with its number and its words.
program open_errors
  integer :: status, i
  character(80) :: message
  message = ''
  open (10, file='missing', status='old', iostat=status, iomsg=message)
  call show('old')
  open (10, file='no_folder/file', iostat=status, iomsg=message)
  call show('folder')
  open (10, file='file', status='new', iostat=status, iomsg=message)
  call show('new')
  close (10)
  open (10, file='file', status='new', iostat=status, iomsg=message)
  call show('new again')
  open (10, file='file', access='random', iostat=status, iomsg=message)
  call show('access')
  open (10, file='file', form='text', iostat=status, iomsg=message)
  call show('form')
  open (10, file='file', status='present', iostat=status, iomsg=message)
  call show('status')
  open (10, file='file', action='append', iostat=status, iomsg=message)
  call show('action')
  open (10, file='file', position='end', iostat=status, iomsg=message)
  call show('position')
  open (10, file='file', blank='none', iostat=status, iomsg=message)
  call show('blank')
  open (10, file='file', access='direct', iostat=status, iomsg=message)
  call show('no recl')
  open (10, file='file', recl=-3, iostat=status, iomsg=message)
  call show('recl')
  open (10, file='file', access='direct', recl=4, position='append', iostat=status, iomsg=message)
  call show('direct position')
  open (10, file='file', form='unformatted', delim='quote', iostat=status, iomsg=message)
  call show('unformatted delim')
  open (10, file='file', form='unformatted', pad='no', iostat=status, iomsg=message)
  call show('unformatted pad')
  open (10, file='file', access='append', position='rewind', iostat=status, iomsg=message)
  call show('append and rewind')
  open (-3, file='file', iostat=status, iomsg=message)
  call show('number')
  open (10, file='file', action='read')
  write (10, *, iostat=status, iomsg=message) 1
  call show('write')
  open (10, file='file', form='unformatted', iostat=status, iomsg=message)
  call show('change form')
  open (10, file='file', action='readwrite', iostat=status, iomsg=message)
  call show('change action')
  open (10, access='stream', iostat=status, iomsg=message)
  call show('change access')
  open (10, file='file', recl=5, iostat=status, iomsg=message)
  call show('change recl')
  close (10, status='gone', iostat=status, iomsg=message)
  call show('close')
  close (10, status='delete', iostat=status, iomsg=message)
  call show('delete')
  close (10, iostat=status, iomsg=message)
  call show('closed')
  open (11, file='other', action='write')
  read (11, *, iostat=status, iomsg=message) i
  call show('read')
  open (11, file='third', status='scratch', err=20)
  print *, 'no error'
20 open (12, file='missing', status='old', err=30)
  print *, 'no error'
30 print *, 'labels'
contains
  subroutine show(what)
    character(*), intent(in) :: what
    print *, what, status, trim(message)
    message = ''
  end
end
