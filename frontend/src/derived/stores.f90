module forlane_targets
  implicit none
  ! First place of each target, how many places it has, and the next one that was freed in the same bin.
  integer, allocatable :: base(:), places(:), next(:)
  ! The last number given, the places in use, and those that there is room for.
  integer :: last = 0, top = 0, room = 0
  ! What was freed, by the remainder of its number of places.
  integer :: bins(0:63) = 0
  ! The only index of either is 0.
  integer :: alive(0:0) = 0, memory_for_targets(0:0) = 0
! stores
contains
  subroutine make(count, number)
    integer(8), intent(in) :: count
    integer, intent(out) :: number
    integer, allocatable :: grown(:)
    integer :: bin, freed, before, wanted, size_of_table
    wanted = int(max(min(count, 500000000_8), 0_8))
    if (top + wanted > 1000000000) room = memory_for_targets(wanted)
    bin = mod(wanted, 64)
    before = 0
    freed = bins(bin)
    do while (freed > 0)
      if (places(freed) == wanted) exit
      before = freed
      freed = next(freed)
    end do
    size_of_table = 0
    if (allocated(base)) size_of_table = size(base)
    if (last + 1 >= size_of_table) then
      allocate (grown(0:max(63, 2*last + 1)))
      grown(0) = -1073741824
      if (last > 0) grown(0:last) = base(0:last)
      call move_alloc(grown, base)
      allocate (grown(0:max(63, 2*last + 1)))
      if (last > 0) grown(0:last) = places(0:last)
      call move_alloc(grown, places)
      allocate (grown(0:max(63, 2*last + 1)))
      if (last > 0) grown(0:last) = next(0:last)
      call move_alloc(grown, next)
    end if
    last = last + 1
    number = last
    places(number) = wanted
    if (freed > 0) then
      base(number) = -1073741824 - base(freed)
      base(freed) = -1073741824
      if (before > 0) then
        next(before) = next(freed)
      else
        bins(bin) = next(freed)
      end if
      return
    end if
    if (top + wanted > room) call grow(top + wanted)
    base(number) = top
    top = top + wanted
  end subroutine
  subroutine grow(least)
    integer, intent(in) :: least
    room = max(64, least + min(least, 500000000))
! growth
  end subroutine
  subroutine free(number)
    integer, intent(in) :: number
    integer :: bin
    if (number <= 0) return
    if (base(number) < 0) return
    if (base(number) + places(number) == top) then
      top = base(number)
      base(number) = -1073741824
      return
    end if
    bin = mod(places(number), 64)
    next(number) = bins(bin)
    bins(bin) = number
    base(number) = -1073741824 - base(number)
  end subroutine
end module
