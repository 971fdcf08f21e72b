! The work by gfortran: rows one after the other; prints the processor time. `rows` are what `msise` writes, one column
! after the other; `results` are the densities and temperatures of each row.
program driver
    use msise00_python, only: gtd7, meters, tselec
    implicit none
    real, parameter :: switches(25) = [1., 1., 1., 1., 1., 1., 1., 1., -1., spread(1., 1, 16)]
    real, parameter :: daily(7) = 4.
    integer, allocatable :: day(:)
    real, allocatable :: second(:), height(:), lat(:), lon(:), hour(:), found(:, :)
    integer :: rows, row
    real(8) :: start, finish
    open (20, file='rows', access='stream', form='unformatted', status='old')
    read (20) rows
    allocate (day(rows), second(rows), height(rows), lat(rows), lon(rows), hour(rows), found(11, rows))
    read (20) day, second, height, lat, lon, hour
    close (20)
    found = 0
    call meters(.true.)
    call tselec(switches)
    call cpu_time(start)
    do row = 1, rows
        call gtd7(day(row), second(row), height(row), lat(row), lon(row), hour(row), 150., 150., daily, 48, &
            & found(1:9, row), found(10:11, row))
    end do
    call cpu_time(finish)
    open (21, file='results', access='stream', form='unformatted', status='replace')
    write (21) found
    print *, finish - start
end program
