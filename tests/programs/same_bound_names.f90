! Two modules have procedures of the same names, bound to their types, and are used together.
module bound_one
  type t1
    integer :: v = 1
  contains
    procedure, nopass :: hello
    procedure :: get => my_get
    procedure :: show
  end type
contains
  subroutine hello
    print *, 'hello1'
  end subroutine
  integer function my_get(this)
    class(t1) :: this
    my_get = this%v
  end function
  subroutine show(this)
    class(t1) :: this
    print *, 'show1', this%v
  end subroutine
end module
module bound_two
  type t2
    integer :: w = 2
  contains
    procedure, nopass :: hello
    procedure :: get => my_get
    procedure :: show
  end type
contains
  subroutine hello
    print *, 'hello2'
  end subroutine
  integer function my_get(this)
    class(t2) :: this
    my_get = this%w
  end function
  subroutine show(this)
    class(t2) :: this
    print *, 'show2', this%w
  end subroutine
end module
program same_bound_names
  use bound_one
  use bound_two
  type(t1) :: a
  type(t2) :: b
  call a%hello
  call b%hello
  call a%show
  call b%show
  print *, a%get(), b%get()
end program
