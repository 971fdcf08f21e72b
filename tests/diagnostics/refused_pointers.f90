! The components of a refused pointer are no errors of their own.
program p
  type node
    integer :: value
  end type
  type(node), pointer :: head
  allocate (head)
  head%value = 1
  print *, head%value
end program
