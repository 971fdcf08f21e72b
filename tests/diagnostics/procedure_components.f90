! A component that is a procedure is a pointer, and only such a pointer has PASS or NOPASS.
module m
  interface
    subroutine s()
    end subroutine
  end interface
  type t
    procedure(s), nopass :: f
  end type
  procedure(s), pass :: g
end module
