! What separate module procedures and submodules need, and do not have here.
submodule (nowhere) s
contains
  module procedure x
  end procedure
end submodule
module m
  interface
    module subroutine a(x)
      real, intent(in) :: x
    end subroutine
    module subroutine dup(x)
      real, intent(inout) :: x
    end subroutine
  end interface
contains
  module procedure nothing
  end procedure
  module subroutine other(y)
    real y
  end subroutine
end module
submodule (m:none) s
end submodule
submodule (m) t
contains
  module procedure dup
    x = x + undeclared
    x = 'a'
  end procedure
  module subroutine a(y, z)
    real, intent(in) :: y
    integer :: z
  end subroutine
end submodule
submodule (m) u
contains
  module procedure dup
    x = 1
  end procedure
end submodule
submodule (u:u) u
end submodule
subroutine q
module procedure z
end procedure
end
