//! Main programs: their exit status, their arguments, how their sources are read.

use super::folder::Folder;

fn main_program(statements: &str) -> Folder {
    let folder = Folder::new();
    folder.write("main.f90", format!("program main\n{statements}\nend program\n"));
    folder
}

#[test]
fn stop_sets_the_exit_status() {
    for (statement, status, says) in [
        ("print *, 1", 0, ""),
        ("stop", 0, ""),
        ("stop 42", 42, "STOP 42"),
        ("stop 256", 0, "STOP 256"),
        ("stop 'the end'", 0, "STOP the end"),
    ] {
        let run = main_program(&format!("print *, 'before'\n{statement}")).run("run main.f90");
        assert_eq!((run.status, run.stderr.trim()), (status, says), "{statement}");
        assert!(run.stdout.starts_with(" before\n"), "{statement}: {}", run.stdout);
    }
}

#[test]
fn what_fails_in_a_main_program_is_located() {
    main_program("integer :: i\ni = 0\nprint *, 5/i").fails(
        "run main.f90",
        1,
        &["integer division by zero", "main.f90:4"],
    );
    let folder = main_program("integer :: i, a(3)\ni = 4\na(i) = 1");
    folder.fails("run main.f90", 1, &["index out of bounds of a", "main.f90:4"]);
}

#[test]
fn words_after_two_dashes_are_the_arguments_of_the_program() {
    let folder = main_program(
        "character(5) text\ninteger i, n, s\ndo i = 0, 3\ncall get_command_argument(i, text, n, s)\n\
         print '(3a,2i3)', '[', text, ']', n, s\nend do\ncall get_command(length=n)\nprint *, iargc(), n",
    );
    let shown = "[main ]  4  0\n[-x   ]  2  0\n[secon]  6 -1\n[     ]  0 42\n           2          14\n";
    assert_eq!(folder.output("run main.f90 -- -x second"), shown);
    assert!(folder.output("run main.f90").ends_with("           0           4\n"));
    let run = folder.run("run main.f90 --kernel main -- -x");
    assert!(run.status != 0 && run.stderr.contains("cannot be used with"), "{}", run.stderr);
}

#[test]
fn abort_ends_a_program_with_the_status_that_a_shell_shows_then() {
    let run = main_program("print *, 'before'\ncall abort()").run("run main.f90");
    assert_eq!((run.status, run.stdout.as_str()), (134, " before\n"));
}

#[test]
fn an_array_in_local_init_has_its_elements_anew_in_each_iteration() {
    let folder = main_program(
        "integer i, a(3)\ninteger :: t(3) = 7\ndo concurrent (i = 1:3) local_init(t) shared(a)\n\
         t(i) = t(i) + i\na(i) = sum(t)\nend do\nprint '(6i4)', a, t",
    );
    assert_eq!(folder.output("run main.f90"), "  22  23  24   7   7   7\n");
}

/// A small table that the first call fills and the second one reads: lost between calls, unless the user says
/// otherwise.
#[test]
fn local_variables_are_kept_if_the_user_says_so() {
    let folder = Folder::new();
    let source = "      CALL FILL(1)\n      CALL FILL(2)\n      END\n      SUBROUTINE FILL(I)\n      INTEGER I, TABLE(2)\n      \
                  IF (I .EQ. 1) TABLE(2) = 7\n      PRINT *, TABLE(2)\n      END\n      RECURSIVE SUBROUTINE AGAIN(I)\n      \
                  INTEGER I, J\n      IF (I .EQ. 1) J = 5\n      PRINT *, J\n      END\n";
    folder.write("fill.f", source);
    let printed = |text: String| -> Vec<i32> { text.split_whitespace().filter_map(|word| word.parse().ok()).collect() };
    assert_eq!(printed(folder.output("run fill.f")), [7, 0]);
    assert_eq!(printed(folder.output("run --save-locals fill.f")), [7, 7]);
    let dump = folder.output("dump --save-locals --stage=cfg fill.f");
    assert!(dump.contains("var table: integer4[2] static") && dump.contains("var j: integer4 local"), "{dump}");
}

/// A negative number of copies was taken for none.
#[test]
fn repeat_fails_for_a_negative_number() {
    main_program("character(9) :: text\ninteger :: n\ndo n = 1, -1, -1\ntext = repeat('ab', n)\nend do").fails(
        "run main.f90",
        1,
        &["NCOPIES of REPEAT is negative", "main.f90:5"],
    );
}

#[test]
fn the_form_can_be_given() {
    let folder = Folder::new();
    folder.write("free.f", "program p; print *, 'free'; end program p\n");
    assert_eq!(folder.output("run --form free free.f"), " free\n");
}

/// All of it was one line, shown as line 0.
#[test]
fn lines_may_end_with_carriage_returns_alone() {
    let folder = Folder::new();
    folder.write("old.f90", "program p\rprint *, 'old'\rend\r");
    assert_eq!(folder.output("run old.f90"), " old\n");
}

/// Copies of a procedure for the types of objects would each keep variables of their own, and a definition would read
/// another constant than its interface: both ran, and gave wrong results.
#[test]
fn what_would_be_wrong_in_a_copy_fails_where_it_is_called() {
    let kept = "module m\n type a\n  integer :: i = 1\n end type\n type, extends(a) :: b\n end type\ncontains\n \
                integer function next(x)\n  class(a), intent(in) :: x\n  integer, save :: n = 0\n  n = n + x%i\n  \
                next = n\n end function\nend module\nprogram p\n use m\n type(b) :: y\n print *, next(y)\nend program\n";
    let folder = Folder::new();
    folder.write("kept.f90", kept);
    folder.fails("run kept.f90", 1, &["a procedure with ENTRY or variables that are kept", "in m.next%b"]);
    let hidden = "module m\n integer, parameter :: n = 2\n interface\n  module subroutine s(x)\n   real :: x(n)\n  \
                  end subroutine\n end interface\nend module\nsubmodule (m) t\n integer, parameter :: n = 3\n\
                  contains\n module procedure s\n  print *, size(x)\n end procedure\nend submodule\nprogram p\n \
                  use m\n real :: x(3)\n call s(x)\nend program\n";
    folder.write("hidden.f90", hidden);
    folder.fails("run hidden.f90", 1, &["`N` of its interface, which the submodule declares, too"]);
}

/// What the shell says of commands, in gfortran's numbers and words; nothing that was written before is missing.
#[cfg(unix)]
#[test]
fn commands_are_run_where_that_is_allowed() {
    let folder = main_program(
        "integer :: code = 0, status = 0\ncharacter(30) :: said = 'kept'\n\
         call execute_command_line('exit 3  ', exitstat=code)\nprint *, code\n\
         call execute_command_line('no_such_thing 2>said', .true., code, status, said)\nprint *, code, status, said\n\
         said = 'kept'\ncall execute_command_line('true', wait=.false., exitstat=code, cmdstat=status, cmdmsg=said)\n\
         print *, code, status, said\ncall system('exit 5', status)\nprint *, status\n\
         open (10, file='text')\nwrite (10, '(a)') 'written'\ncall execute_command_line('cat text')\n\
         call chdir('/')\ncall system('pwd')\ncall chdir('/nowhere', status)\nprint *, status\n\
         call execute_command_line('no_such_thing 2>/dev/null')\nprint *, 'not reached'",
    );
    let run = folder.run("run --allow-commands main.f90");
    let shown = "           3\n         127           3 Invalid command line          \n         127           0 \
                 kept                          \n        1280\nwritten\n/\n           2\n";
    assert_eq!((run.status, run.stdout.as_str()), (2, shown), "{}", run.stderr);
    assert!(run.stderr.contains("line 20 ") && run.stderr.contains("Could not execute command line"), "{}", run.stderr);
}

#[test]
fn commands_are_not_run_unless_that_is_allowed() {
    let commands = ["execute_command_line('echo > made')", "system('echo > made')"];
    for command in commands {
        let folder = main_program(&format!("print *, 'before'\ncall {command}"));
        let run = folder.run("run main.f90");
        assert_eq!((run.status, run.stdout.as_str()), (2, " before\n"));
        assert!(run.stderr.contains("line 3 ") && run.stderr.contains("--allow-commands"), "{}", run.stderr);
        assert!(!folder.names().contains(&"made".to_owned()));
    }
    let folder = main_program("integer :: status\ncall execute_command_line('echo', cmdstat=status)\nprint *, status");
    assert_eq!(folder.output("run main.f90"), "          -1\n");
}

/// One that is passed on may be absent, its value may not.
#[test]
fn the_value_of_an_absent_argument_is_an_error() {
    let folder = main_program(
        "call outer()\ncontains\nsubroutine outer(x)\ninteger, optional :: x\ncall inner(x)\ncall inner((x))\n\
         end subroutine\nsubroutine inner(x)\ninteger, optional, value :: x\nprint *, present(x)\nend subroutine",
    );
    let run = folder.run("run main.f90");
    assert_eq!((run.status, run.stdout.as_str()), (1, " F\n"));
    assert!(run.stderr.contains("main.f90:7"), "{}", run.stderr);
}

/// What gfortran 12 makes of such programs frees memory twice.
#[test]
fn an_object_that_is_a_value_has_its_own_allocatable_components() {
    let folder = Folder::new();
    folder.write(
        "main.f90",
        "module lists\ntype list\ninteger :: v\ntype(list), allocatable :: next\ncharacter(:), allocatable :: text\n\
         end type\ntype, extends(list) :: named\nreal, allocatable :: x(:)\nend type\ncontains\n\
         recursive integer function total(l) result(r)\ntype(list), value :: l\nr = l%v\nl%v = -1\n\
         if (.not. allocated(l%next)) return\nl%next%v = 2*l%next%v\nr = r + total(l%next)\ndeallocate(l%next)\n\
         end function\nsubroutine change(l)\nclass(list), value :: l\nl%v = 0\nl%text = l%text//'!'\n\
         select type (l)\ntype is (named)\nl%x(1) = 7\nprint '(i3,a4,f5.1)', l%v, l%text, l%x\nend select\n\
         end subroutine\nend module\nsubroutine other(l)\nuse lists\ntype(list), value :: l\ndeallocate(l%next)\n\
         print *, allocated(l%next)\nend subroutine\nprogram main\nuse lists\ninterface\nsubroutine other(l)\n\
         import list\ntype(list), value :: l\nend subroutine\nend interface\ntype(list) :: l\ntype(named) :: n\n\
         l = list(1, list(2, list(3, null(), 'c'), 'b'), 'a')\nprint *, total(l), total(l%next), total(l)\n\
         call other(l)\nprint '(3i3)', l%v, l%next%v, l%next%next%v\n\
         n%v = 5\nn%text = 'abc'\nn%x = [1.5]\ncall change(n)\nprint '(i3,a4,f5.1)', n%v, n%text, n%x\n\
         end program\n",
    );
    let shown = "          11           8          11\n F\n  1  2  3\n  0abc!  7.0\n  5 abc  1.5\n";
    assert_eq!(folder.output("run main.f90"), shown);
}

/// These ended with ERROR STOP and no place. Nor were names with `$`, as VAX has them, names in the intermediate code.
#[test]
fn objects_that_are_not_there_are_reported_with_their_place() {
    let source = "type t\ninteger :: i = 1\nend type\nclass(t), allocatable :: e\ninteger :: a$b\na$b = 3\n\
                  if (a$b == 3) allocate (e)\nallocate (e)";
    let said = "Attempting to allocate already allocated variable at main.f90:9 in main";
    main_program(source).fails("run main.f90", 1, &[said]);
}
