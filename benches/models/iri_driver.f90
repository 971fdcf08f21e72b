! The work by gfortran. `driver each FOLDER`: each row in a process of its own that has done nothing before, on as many
! processes at once as there are processors. `driver loop FOLDER`: one after the other; prints the processor time.
! `rows` are what `iri` writes, one component after the other; `results` are those of `iri_kernel.f90`, row by row.
program driver
    use, intrinsic :: iso_c_binding
    implicit none
    interface
        integer(c_int) function fork() bind(c)
            import
        end function
        integer(c_int) function wait(status) bind(c)
            import
            type(c_ptr), value :: status
        end function
        subroutine leave(status) bind(c, name='_exit')
            import
            integer(c_int), value :: status
        end subroutine
    end interface
    integer, parameter :: at_once = 2
    character(256) :: mode, folder
    common /folder_of_rows/ folder
    integer, allocatable :: year(:), date(:)
    real, allocatable :: lat(:), lon(:), hour(:), low(:), high(:), step(:)
    integer :: rows, row, others, process, ended
    real :: profile(20, 20), values(100)
    real(8) :: start, finish
    call get_command_argument(1, mode)
    call get_command_argument(2, folder)
    open (20, file='rows', access='stream', form='unformatted', status='old')
    read (20) rows
    allocate (lat(rows), lon(rows), year(rows), date(rows), hour(rows), low(rows), high(rows), step(rows))
    read (20) lat, lon, year, date, hour, low, high, step
    close (20)
    open (21, file='results', access='direct', recl=4*501, form='unformatted', status='replace')
    if (mode == 'loop') then
        call set_up(trim(folder))
        call cpu_time(start)
        do row = 1, rows
            call iri(lat(row), lon(row), year(row), date(row), hour(row), low(row), high(row), step(row), &
                & profile, values, others)
            write (21, rec=row) profile, values, others
        end do
        call cpu_time(finish)
        print *, finish - start
        stop
    end if
    close (21)
    do row = 1, rows
        if (row > at_once) ended = wait(c_null_ptr)
        process = fork()
        if (process /= 0) cycle
        call iri(lat(row), lon(row), year(row), date(row), hour(row), low(row), high(row), step(row), &
            & profile, values, others)
        open (21, file='results', access='direct', recl=4*501, form='unformatted', status='old')
        write (21, rec=row) profile, values, others
        close (21)
        call leave(0)
    end do
    do while (wait(c_null_ptr) > 0)
    end do
end program
