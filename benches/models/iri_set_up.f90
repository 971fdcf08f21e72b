! What is written by hand to run IRI-2016 over rows: its files are read once, before them, and it takes what was read
! from here. `edits` in `iri` puts the calls of `kept_month` and `kept_field` in place of its OPEN and READ.
module kept
    implicit none
    ! Of CCIR (1) and URSI (2), for each month.
    real :: f2(13, 76, 2, 12, 2), m3(9, 49, 2, 12)
    ! Of the models of the magnetic field.
    integer, parameter :: models = 16
    integer :: degree(models)
    real :: radius(models), field(196, models)
end module

subroutine set_up(data)
    use kept
    implicit none
    character(*), intent(in) :: data
    character(13) :: name
    character(256) :: shared, of_rows
    common /folders/ shared
    common /folder_of_rows/ of_rows
    double precision :: of_month(0:148, 0:47)
    integer :: month, model, status
    of_rows = data
    shared = data
    call read_ig_rz
    call readapf107
    do month = 1, 12
        write (name, "('ccir', i2, '.asc')") month + 10
        open (10, file=trim(data)//'/ccir/'//name, status='old')
        read (10, 1) f2(:, :, :, month, 1), m3(:, :, :, month)
        close (10)
        write (name, "('ursi', i2, '.asc')") month + 10
        open (10, file=trim(data)//'/ursi/'//name, status='old')
        read (10, 1) f2(:, :, :, month, 2)
        close (10)
        call read_data_sd(month, of_month)
    end do
    do model = 1, models
        write (name, "('dgrf', i4, '.dat')") 1940 + 5*model
        if (model == 15) name = 'igrf2015.dat'
        if (model == 16) name = 'igrf2015s.dat'
        call getshc(14, name, degree(model), radius(model), field(1, model), status)
    end do
1   format (1x, 4e15.8)
end subroutine

subroutine kept_month(month, is_ursi, of_f2, of_m3)
    use kept
    implicit none
    integer, intent(in) :: month
    logical, intent(in) :: is_ursi
    real, intent(out) :: of_f2(13, 76, 2), of_m3(9, 49, 2)
    of_m3 = m3(:, :, :, month)
    of_f2 = f2(:, :, :, month, merge(2, 1, is_ursi))
end subroutine

subroutine kept_field(model, of_degree, of_radius, of_field, status)
    use kept
    implicit none
    integer, intent(in) :: model
    integer, intent(out) :: of_degree, status
    real, intent(out) :: of_radius, of_field(196)
    of_degree = degree(model)
    of_radius = radius(model)
    of_field = field(:, model)
    status = 0
end subroutine
