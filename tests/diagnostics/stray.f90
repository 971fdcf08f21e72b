end do
x = 1
end
subroutine
end subroutine
function f
  f = 1
end function g
subroutine s(a, a)
end subroutine
subroutine s(b)
end
program p
end program r
