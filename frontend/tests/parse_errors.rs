//! What is wrong with a text, and where.

use crate::support::{describe, parse_text};
use SourceForm::{Fixed, Free};
use forlane_frontend::form::SourceForm;
use pretty_assertions::assert_eq;

fn errors(form: SourceForm, text: &str) -> Vec<String> {
    let (_, diagnostics, sources) = parse_text(form, text);
    describe(&diagnostics, &sources)
}

/// The errors of a statement that is between two good ones.
fn errors_of(statement: &str) -> Vec<String> {
    errors(Free, &format!("x = 1\n{statement}\ny = 2\nend\n"))
}

#[test]
fn a_file_without_statements() {
    assert_eq!(errors(Fixed, ""), ["1:1 E0101 `test` contains no program unit []"]);
    assert_eq!(errors(Free, "\n! nothing\n\n"), ["1:1 E0101 `test` contains no program unit []"]);
    // All that it has is after column 72, which is a warning of its own.
    let beyond = format!("{:80})\n", "");
    assert_eq!(
        errors(Fixed, &beyond).first().map(String::as_str),
        Some("1:1 E0101 `test` contains no program unit []")
    );
}

#[test]
fn units_without_end() {
    let text = "subroutine a\nx = 1\nfunction b(x)\nend\nx = 2\n";
    assert_eq!(
        errors(Free, text),
        [
            "1:1 E0107 subroutine `a` is not closed by an END statement [subroutine a]",
            "5:1 E0107 the main program is not closed by an END statement [x = 2]",
        ]
    );
    assert_eq!(
        errors(Free, "subroutine a\nend subroutine b\n"),
        ["2:1 E0108 this does not end subroutine `a` [end subroutine b]"]
    );
    assert_eq!(
        errors(Free, "subroutine a\nend program\n"),
        ["2:1 E0108 this does not end subroutine `a` [end program]"]
    );
}

#[test]
fn each_bad_statement_is_one_error() {
    let text = "x = (1 + \ny = 2\nif (x then\nz = 3 4\ncall\nprint *, x,\nx = 1, 2\nend\n";
    assert_eq!(
        errors(Free, text),
        [
            "1:9 E0110 expected an operand, found the end of the statement []",
            "3:7 E0110 expected an operator or `)`, found `then` [then]",
            "4:7 E0110 expected an operator, `,` or the end of the statement, found `4` [4]",
            "5:5 E0110 expected a name, found the end of the statement []",
            "6:12 E0110 expected an operand, found the end of the statement []",
            "7:6 E0110 expected an operator or the end of the statement, found `,` [,]",
        ]
    );
}

#[test]
fn label_fields() {
    let text = " 1A3  CONTINUE\n    0 CONTINUE\n   10\n 20  &X=1\n      END\n";
    assert_eq!(
        errors(Fixed, text),
        [
            "1:2 E0103 `1A3` is not a statement label [1A3]",
            "2:5 E0103 `0` is not a statement label [0]",
            "4:2 E0103 a continuation line cannot have a label [20]",
        ]
    );
    assert_eq!(
        errors(Fixed, "     &X = 1\n      END\n"),
        ["1:1 E0104 this line does not continue a statement [     &]"]
    );
    assert_eq!(errors(Fixed, "   10\n      END\n"), ["1:4 E0105 label 10 is not followed by a statement [10]"]);
    assert_eq!(errors_of("123456 continue"), ["2:1 E0103 `123456` is not a statement label [123456]"]);
    assert_eq!(errors_of("go to 0"), ["2:7 E0103 `0` is not a statement label [0]"]);
}

#[test]
fn a_file_that_ends_in_a_statement() {
    assert_eq!(errors(Free, "end\nx = 1 + &\n"), ["2:9 E0102 the file ends in the middle of a statement [&]"]);
}

#[test]
fn constants_that_are_not_closed() {
    assert_eq!(errors_of("print *, 'abc"), ["2:10 E0113 this text constant is not closed ['abc]"]);
    assert_eq!(
        errors_of("print *, 9habc"),
        ["2:10 E0114 the statement ends before the Hollerith constant's 9 characters [9habc]"]
    );
}

#[test]
fn what_begins_no_statement() {
    assert_eq!(errors_of("contineu"), ["2:1 E0111 `contineu` is not the start of a statement [contineu]"]);
    let (_, diagnostics, _) = parse_text(Free, "contineu\nend\n");
    assert_eq!(diagnostics[0].help.as_deref(), Some("did you mean CONTINUE?"));
    assert_eq!(errors_of("?!"), ["2:1 E0111 `?` is not the start of a statement [?]"]);
    assert_eq!(errors_of("if (x) do i = 1, 2"), ["2:8 E0120 this statement is not allowed after IF (…) [do i = 1, 2]"]);
    assert_eq!(
        errors_of("if (x) if (y) z = 1"),
        ["2:8 E0120 this statement is not allowed after IF (…) [if (y) z = 1]"]
    );
    assert_eq!(errors_of("format(i5)"), ["2:1 E0119 FORMAT requires a label [format(i5)]"]);
    assert_eq!(errors_of("l = a < b < c"), ["2:11 E0117 a relation cannot be an operand of a relation [<]"]);
    assert_eq!(errors_of("implicit real (z-a)"), ["2:16 E0118 `a` comes before `z` in the alphabet [z-a]"]);
}

#[test]
fn what_is_not_supported_yet_says_so() {
    let expected = "2:1 E0952 POINTER with an address is not supported yet [pointer (p, x)]";
    assert_eq!(errors_of("pointer (p, x)"), [expected]);
}

/// A file that began with CONTAINS was accepted, and printed as nothing.
#[test]
fn contains_alone_begins_a_main_program() {
    assert_eq!(errors(Free, "contains\n"), ["1:1 E0107 the main program is not closed by an END statement [contains]"]);
}

#[test]
fn a_refused_construct_is_one_error() {
    let union = "structure /a/\nunion\nmap\nreal x\nend map\nend union\nend structure\nx = 1\nend\n";
    assert_eq!(errors(Free, union), ["2:1 E0948 UNION is not supported yet [union]"]);
    let open = "structure /a/\nreal x\nend\n";
    assert_eq!(errors(Free, open)[0], "1:1 E0107 this STRUCTURE is not closed by END STRUCTURE [structure /a/]");
}

#[test]
fn submodules_end_by_their_word() {
    let submodule = "submodule (a) m\ncontains\nmodule procedure s\nend procedure s\nend module m\n";
    assert_eq!(errors(Free, submodule), ["5:1 E0108 this does not end submodule `m` [end module m]"]);
    let parents = "submodule (a:b:c) m\nend submodule\n";
    assert_eq!(errors(Free, parents), ["1:15 E0110 expected `)`, found `:` [:]"]);
}

#[test]
fn units_end_in_the_order_of_their_beginning() {
    let lacking = "module m\ncontains\nsubroutine s\nx = 1\nend module m\n";
    assert_eq!(errors(Free, lacking), ["3:1 E0107 subroutine `s` is not closed by an END statement [subroutine s]"]);
    let misplaced = "module m\ncontains\nx = 1\nend module m\n";
    assert_eq!(errors(Free, misplaced), ["3:1 E0122 this statement is not in a procedure [x = 1]"]);
    let too_deep = "program p\ncontains\nsubroutine s\ncontains\nend subroutine\nend program p\n";
    assert_eq!(errors(Free, too_deep), ["4:1 E0122 CONTAINS is not allowed here [contains]"]);
    let block = "interface\nx = 1\nend interface\nend\n";
    assert_eq!(errors(Free, block), ["2:1 E0122 this statement is not allowed in an INTERFACE block [x = 1]"]);
}

#[test]
fn sums_may_have_thousands_of_terms() {
    let check = || assert!(errors_of(&format!("x = {}1", "1+2*y+".repeat(9_999))).is_empty());
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap();
    thread.join().unwrap();
}

#[test]
fn depth_is_bounded_and_length_is_not() {
    let deep = |depth: usize| errors_of(&format!("x = {}1{}", "(".repeat(depth), ")".repeat(depth)));
    assert!(deep(500).is_empty());
    assert_eq!(deep(501), ["2:505 E0115 parentheses are nested more than 500 deep [(]"]);
    assert_eq!(deep(100_000).len(), 1);
    for link in ["1+", "2**", "-", "a.eq.b.and.", "f("] {
        let errors = errors_of(&format!("x = {}1", link.repeat(50_000)));
        assert_eq!(errors.len(), 1);
        assert!(errors[0].contains("E0115") || errors[0].contains("E0116"), "{link}");
    }
    assert_eq!(errors_of(&format!("x = {}1", "2**".repeat(1000)))[0].split(' ').nth(1), Some("E0116"));
    assert!(errors_of(&format!("call f({}1)", "1, ".repeat(50_000))).is_empty());
    assert_eq!(errors_of(&format!("data {}", "(".repeat(50_000))).len(), 1);
}

/// It was accepted, and printed as `allocate (, stat = i)`.
#[test]
fn an_allocation_without_objects_is_an_error() {
    for word in ["allocate", "deallocate"] {
        let errors = errors_of(&format!("{word}(stat=i)"));
        assert!(errors.len() == 1 && errors[0].contains("E0110"), "{errors:?}");
    }
}

#[test]
fn errors_are_shown_with_their_source() {
    let (_, diagnostics, sources) = parse_text(Fixed, "      X = 1 + * 2\n      END\n");
    let mut shown = String::new();
    let report = diagnostics[0].report(&sources);
    miette::NarratableReportHandler::new().render_report(&mut shown, &report).unwrap();
    assert!(shown.contains("expected an operand, found `*`"), "{shown}");
    assert!(shown.contains("line 1, column 15") || shown.contains("column 15"), "{shown}");
}
