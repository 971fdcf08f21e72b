! INQUIRE of units and of files.
program inquiries
  open (10, file='text', position='append', delim='quote', decimal='comma', blank='zero', pad='no', round='up', sign='plus')
  call ask_unit(10)
  open (11, file='records', access='direct', recl=20, action='write')
  call ask_unit(11)
  open (12, file='stream', access='stream', status='replace')
  call ask_unit(12)
  open (13, file='unformatted', form='unformatted', convert='big_endian', action='readwrite', recl=100)
  call ask_unit(13)
  open (14, status='scratch', encoding='utf-8', asynchronous='yes')
  call ask_unit(14)
  call ask_file('text')
  call ask_file('nowhere')
  close (11)
  call ask_file('records')
  call ask_exist()
contains
  subroutine ask_unit(unit)
    integer, intent(in) :: unit
    character(20) :: t(20)
    integer :: number, length
    logical :: exists, is_open, is_named
    t = '-'
    inquire (unit, exist=exists, opened=is_open, number=number, named=is_named, name=t(1), access=t(2), &
             sequential=t(3), direct=t(4), form=t(5), formatted=t(6), unformatted=t(7), recl=length)
    print *, unit, exists, is_open, number, is_named, length
    inquire (unit=unit, blank=t(8), position=t(9), action=t(10), read=t(11), write=t(12), readwrite=t(13), &
             delim=t(14), pad=t(15))
    inquire (unit, asynchronous=t(16), decimal=t(17), encoding=t(18), round=t(19), sign=t(20))
    print '(5(1x,a))', t
    inquire (unit, stream=t(1), convert=t(2), pending=exists)
    print *, t(1), t(2), exists
  end
  subroutine ask_file(name)
    character(*), intent(in) :: name
    character(20) :: t(15)
    integer :: number, length, next, bytes
    logical :: exists, is_open, is_named
    t = '-'
    inquire (file=name, exist=exists, opened=is_open, number=number, named=is_named, name=t(1), access=t(2), &
             sequential=t(3), direct=t(4), form=t(5), formatted=t(6), unformatted=t(7), recl=length, nextrec=next)
    print *, name, exists, is_open, number, is_named, length, next
    inquire (file=name, blank=t(8), position=t(9), action=t(10), read=t(11), write=t(12), readwrite=t(13), &
             pad=t(15), size=bytes)
    print '(5(1x,a))', t
    print *, bytes
  end
  subroutine ask_exist()
    logical :: exists, is_open
    integer :: minus, status
    minus = -3
    inquire (99, exist=exists, opened=is_open)
    print *, exists, is_open
    inquire (minus, exist=exists, opened=is_open, iostat=status)
    print *, exists, is_open
  end
end
