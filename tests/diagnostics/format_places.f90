! The caret stands under the character of the format that is wrong, wherever the format is spelled.
program format_places
    implicit none
    character(*), parameter :: named = '(i5, q3)'
    write (*, 10) 1
10  format (I5, Q3)
    write (*, '(I5, 2T4)') 1
    write (*, "(I5, 'it''s', ""x"", 0X)") 1
    write (*, 20) 1
20  format (I5, & ! a comment (with parentheses)

        ! another one
        & 'a&b!', 1X, &
          F)
    write (*, '(I5, 3(F5.1)') 1
    write (*, named) 1
    write (*, '(I5' // ', K)') 1
    print '(RX, I5)', 1
end program
