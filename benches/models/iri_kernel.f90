! A row: place, time and a grid of at most 20 heights. What IRI_SUB fills beside them is counted.
subroutine iri(lat, lon, year, date, hour, low, high, step, profile, values, others)
    implicit none
    real, intent(in) :: lat, lon, hour, low, high, step
    integer, intent(in) :: year, date
    real, intent(out) :: profile(20, 20), values(100)
    integer, intent(out) :: others
    character(256) :: folder
    common /folder_of_rows/ folder
    logical :: options(50)
    real :: outf(20, 1000)
    options = .true.
    options([4, 5, 6, 22, 23, 28, 29, 30, 33, 34, 35]) = .false.
    values = -1
    call iri_sub(options, 0, lat, lon, year, date, hour + 25, low, high, step, outf, values, folder)
    profile = outf(:, :20)
    others = count(outf(:, 21:) /= -1)
end subroutine
