! A format that is made at run time and is wrong is shown with a mark under the character that is.
program format_messages
    implicit none
    character(20) :: formats(6) = [character(20) :: '(I5,Q3)', '(RX,F5.1)', '(2(I5,RQ))', 'I5', '(1PI5)', '(A)']
    character(200) :: message
    integer :: i, status
    do i = 1, 6
        write (*, formats(i), iostat=status, iomsg=message) 17
        write (*, '(I0, 1X, A)') status, trim(message)
        message = ' '
    end do
end program
