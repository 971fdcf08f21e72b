! RU, RD, RZ, RN, RC and RP round what is written and read, until another one or the statement's end; DC writes and
! reads a comma as the decimal mark, and a comma ends no field then, but for internal files.
program rounding_edits
    implicit none
    real(8) :: x(5), y
    real(4) :: z
    complex :: c
    integer :: i, status
    character(20) :: text
    character(3), parameter :: modes(6) = ['RU,', 'RD,', 'RZ,', 'RN,', 'RC,', 'RP,']
    text = '1,5'
    read (text, '(DC, F8.0)') y
    print *, y
    read (text, '(F8.0)', iostat=status) y
    print *, status
    read (text, '(F1.0)', iostat=status) y
    print *, status, y
    x = [0.25d0, 1.5d0, -2.5d0, 1d-9, 0.3d0]
    do i = 1, 6
        write (*, '(' // modes(i) // '5F8.1)') x
        write (*, '(' // modes(i) // '5ES12.3)') x
        write (*, '(' // modes(i) // '1P,5E12.3)') x / 7
        write (*, '(' // modes(i) // '5G12.3)') x * 1001
        write (*, '(' // modes(i) // '5EN12.1)') x * 99999
        text = '0.1'
        read (text, '(' // modes(i) // 'F20.0)') y
        read (text, '(' // modes(i) // 'F20.0)') z
        write (*, '(Z16.16, 1X, Z8.8)') y, z
        text = '-1.0000000000000001'
        read (text, '(' // modes(i) // 'F20.0)') y
        read (text, '(' // modes(i) // 'F20.0)') z
        write (*, '(Z16.16, 1X, Z8.8)') y, z
    end do
    write (*, '(RU, F5.1, RD, F5.1, RP, F5.1)') 0.25, 0.25, 0.25
    write (*, '(DC, F6.2, E10.2, G12.3, DP, F6.2)') x(1:3), 1.5
    c = (1.5, -2.25)
    write (*, '(DC, 2F6.2)') c
    write (*, '(dcf6.2,ruf6.1)') 1.25, 1.25
    read (*, '(DC, F8.0, F8.0)') x(1:2)
    read (*, '(F8.0, F8.0)') x(3:4)
    print *, x(1:4)
end program
