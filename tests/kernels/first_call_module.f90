! test: kernel mean
! A flag and a table in a module; what sets them up is a procedure of its own, and
! writes to an internal file in one of the modules, which is done for each row.
module nodes
   implicit none
   integer, parameter :: count = 8
   logical, private :: is_ready = .false.
   real(8) :: node(count), weight(count)
contains
   subroutine get_ready
      integer :: i, round
      real(8) :: x, p, q, slope
      if (is_ready) return
      do i = 1, count
         x = cos(3.141592653589793d0*(i - 0.25d0)/(count + 0.5d0))
         do round = 1, 20
            call legendre(x, p, q)
            slope = count*(x*p - q)/(x*x - 1)
            x = x - p/slope
         end do
         node(i) = x
         weight(i) = 2/((1 - x*x)*slope*slope)
      end do
      is_ready = .true.
   end subroutine
   pure subroutine legendre(x, p, q)
      real(8), intent(in) :: x
      real(8), intent(out) :: p, q
      real(8) :: r
      integer :: k
      p = 1
      q = 0
      do k = 1, count
         r = q
         q = p
         p = ((2*k - 1)*x*q - (k - 1)*r)/k
      end do
   end subroutine
end module
module names
   implicit none
   logical :: is_named = .false.
   character(8) :: name
contains
   integer function letter(i)
      integer, intent(in) :: i
      if (.not. is_named) then
         write (name, '(a, i3.3)') 'node', 17
         is_named = .true.
      end if
      letter = ichar(name(i:i))
   end function
end module
subroutine mean(a, b, value, code)
   use nodes
   use names
   implicit none
   real(8), intent(in) :: a, b
   real(8), intent(out) :: value
   integer, intent(out) :: code
   integer :: i
   call get_ready
   value = 0
   do i = 1, count
      value = value + weight(i)*exp(-(0.5d0*(a + b) + 0.5d0*(b - a)*node(i))**2)
   end do
   code = 0
   if (a < b) code = letter(5) + letter(7)
end subroutine
