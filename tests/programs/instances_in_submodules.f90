! Instances of separate procedures for objects of types of other modules, across three of which one is a submodule.
module animals
  implicit none
  private
  type, abstract, public :: animal
    character(6) :: name = '?'
    integer, private :: steps = 0
  contains
    procedure :: walk
    procedure :: speak
    procedure(voice_of), deferred :: voice
  end type
  abstract interface
    function voice_of(self) result(v)
      import animal
      class(animal), intent(in) :: self
      character(4) :: v
    end function
  end interface
  interface
    module subroutine walk(self, n)
      class(animal), intent(inout) :: self
      integer, intent(in) :: n
    end subroutine
    module function speak(self) result(s)
      class(animal), intent(in) :: self
      character(:), allocatable :: s
    end function
    module subroutine meet(a, b)
      class(animal), intent(inout) :: a, b
    end subroutine
    module elemental function weight(a) result(w)
      class(animal), intent(in) :: a
      real :: w
    end function
  end interface
  public :: meet, weight
end module
submodule (animals) actions
contains
  module procedure walk
    self%steps = self%steps + n
    call trace(self, 'walks')
  end procedure
  module procedure speak
    s = trim(self%name)//' says '//trim(self%voice())
  end procedure
  module subroutine meet(a, b)
    class(animal), intent(inout) :: a, b
    call a%walk(1)
    call b%walk(2)
    print *, a%speak(), ', ', b%speak(), a%steps, b%steps, same_type_as(a, b)
  end subroutine
  module procedure weight
    w = a%steps
    select type (a)
    class is (animal)
      w = w + 0.5
    end select
  end procedure
  subroutine trace(x, what)
    class(animal), intent(in) :: x
    character(*), intent(in) :: what
    print *, trim(x%name), ' ', what, ' ', x%voice()
  end subroutine
end submodule
module pets
  use animals
  implicit none
  type, extends(animal) :: dog
  contains
    procedure :: voice => dog_voice
  end type
  type, extends(dog) :: puppy
    integer :: age = 1
  contains
    procedure :: voice => puppy_voice
    procedure :: walk => puppy_walk
  end type
contains
  function dog_voice(self) result(v)
    class(dog), intent(in) :: self
    character(4) :: v
    v = 'wuff'
  end function
  function puppy_voice(self) result(v)
    class(puppy), intent(in) :: self
    character(4) :: v
    v = 'wiff'
  end function
  subroutine puppy_walk(self, n)
    class(puppy), intent(inout) :: self
    integer, intent(in) :: n
    call self%dog%walk(n*self%age)
  end subroutine
end module
program p
  use pets
  type(dog) :: d
  type(puppy) :: y, litter(3)
  d%name = 'Rex'; y%name = 'Tim'; y%age = 3
  call meet(d, y)
  call meet(y, y%dog)
  litter%name = 'pup'
  call litter(2)%walk(4)
  print *, weight(litter), weight(d), y%speak()
end program
