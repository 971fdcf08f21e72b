! A TARGET may have another name: a dummy argument that is a TARGET too. An assignment from one to the other reads all
! before it stores.
module shared
  integer, target :: all(4)
  real, target :: grid(3, 3)
contains
  subroutine shift(part)
    integer, target :: part(:)
    all(2:4) = part(1:3)
  end subroutine
  subroutine twice(part)
    integer, target :: part(4)
    part(2:4) = 2 * all(1:3) + part(1:3)
  end subroutine
  subroutine seen(part)
    integer, target :: part(:)
    all(1) = 5
    part(1) = 6
    print *, all(1), part(1)
  end subroutine
  subroutine turn(one, other)
    real, target :: one(:, :), other(:, :)
    one(2:3, :) = other(1:2, :)
    grid(1:2, :) = one(2:3, :)
  end subroutine
  ! Elements of CHARACTER were stored one after another, so that the first spread over all.
  subroutine name_anew(one, other)
    character(2), target :: one(:), other(:)
    one(2:5) = other(1:4)
  end subroutine
end module
program aliases
  use shared
  character(2), target :: names(5) = ['aa', 'bb', 'cc', 'dd', 'ee']
  all = [1, 2, 3, 4]
  call pass(all)
  print *, all
  all = [1, 2, 3, 4]
  call twice(all)
  print *, all
  call seen(all)
  grid = reshape([1., 2., 3., 4., 5., 6., 7., 8., 9.], [3, 3])
  call turn(grid, grid)
  print *, grid
  call name_anew(names, names)
  print '(5A3)', names
contains
  subroutine pass(x)
    integer, target :: x(:)
    call shift(x)
  end subroutine
end program
