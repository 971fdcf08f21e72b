! What a program asks of the system: all that can be told of times, arguments and the environment on any day.
program requests
  implicit none
  character(8) date
  character(10) time
  character(5) zone
  character(24) now
  character(3) short
  character(12) text, name
  integer values(8), parts(3), length, status, count, rate, most
  integer(8) count8, rate8, most8
  integer(2) count2, rate2, most2
  real real_rate, both(2), total, before, elapsed
  integer, external :: seconds_of
  call date_and_time(date, time, zone, values)
  print *, len_trim(date), time(7:7), verify(trim(date) // time(1:6), '0123456789'), verify(zone(2:5), '0123456789')
  print *, seconds_of(time) - ((values(5) * 60 + values(6)) * 60 + values(7))
  call date_and_time(values=values)
  call idate(parts)
  print *, parts(3) == values(1), parts(2) == values(2)
  call itime(parts)
  print *, all(parts >= 0), parts(1) < 24
  call system_clock(count, rate, most)
  print *, count >= 0, rate, most
  call system_clock(count8, rate8, most8)
  print *, count8 >= 0, rate8, most8
  call system_clock(count, count_max=most8)
  print *, most8
  call system_clock(count_rate=real_rate)
  print *, real_rate
  call system_clock(count8, real_rate)
  print *, real_rate
  call system_clock(count2, rate2, most2)
  print *, count2, rate2, most2
  before = processor()
  call cpu_time(total)
  print *, before >= 0, total >= before
  print *, elapsed(both) >= before
  call etime(both, total)
  print *, abs(both(1) + both(2) - total) < 1e-3
  call dtime(both, total)
  print *, total >= 0
  print *, secnds(secnds(0.0)) < 60, kind(secnds(0.0))
  print *, ctime_of(0_8)
  call ctime_in(100000000)
  call fdate(now)
  print *, now(21:24) == date(1:4), now(4:4), now(14:14)
  call fdate(short)
  print *, '[', short, ']'
  call get_environment_variable('FORLANE_HAS_NO_SUCH', text, length, status)
  print *, '[', text, ']', length, status
  call get_environment_variable('PATH', short, length, status)
  print *, len_trim(short), length > 3, status
  call get_environment_variable('PATH   ', short, length, status, .false.)
  print *, len_trim(short), length, status
  name = 'PATH'
  call getenv(name, text)
  print *, text(1:1) == ' '
  call getenv('NO=NAME', text)
  print *, '[', text, ']'
  print *, command_argument_count(), iargc()
  call get_command_argument(1, text, length, status)
  print *, '[', text, ']', length, status
  call get_command_argument(-1, length=length, status=status)
  print *, length, status
  call getarg(3, text)
  print *, '[', text, ']'
  call get_command(length=length, status=status)
  print *, length > 0, status
  print *, time8() > 1000000000_8, mclock() >= 0, getpid() > 0, kind(mclock8())
  call sleep(0)
  call flush(6)
  flush (6)
  flush 6
  flush (unit=6, iostat=status)
  print *, status
contains
  real function processor()
    processor = second()
  end function
  function ctime_of(seconds) result(shown)
    integer(8), intent(in) :: seconds
    character(24) :: shown
    shown = ctime(seconds)
    shown(9:19) = ' '
  end function
  subroutine ctime_in(seconds)
    integer seconds
    character(30) shown
    call ctime(seconds, shown)
    print *, shown(1:8), shown(20:30), '|'
  end subroutine
end program
real function elapsed(both)
  real both(2)
  elapsed = etime(both)
  if (abs(both(1) + both(2) - elapsed) > 1e-3) elapsed = -1
end function
integer function seconds_of(time)
  character(*) time
  integer hours, minutes, seconds
  read (time, '(3i2)') hours, minutes, seconds
  seconds_of = (hours * 60 + minutes) * 60 + seconds
end function
