//! What is in a program, for the counts of a run.

/// Names of constructs, and what a statement of each has, in this order.
pub const NAMES: &[(&str, &[&str])] = &[
    ("GO TO", &["GO TO "]),
    ("computed GO TO", &["GO TO ("]),
    ("assigned GO TO", &["GO TO LB"]),
    ("arithmetic IF", &["IF (", "0, ", "0, "]),
    ("block IF", &["THEN"]),
    ("SELECT CASE", &["SELECT CASE"]),
    ("DO of integers", &["DO ", " = "]),
    ("shared DO label", &["DO ", "0 M2 = "]),
    ("DO WHILE", &["DO WHILE"]),
    ("DO without control", &[": DO\n"]),
    ("EXIT", &["EXIT"]),
    ("CYCLE", &["CYCLE"]),
    ("CALL", &["CALL S"]),
    ("function", &["DOUBLE PRECISION FUNCTION"]),
    ("statement function", &["SFI(IQ, JQ) ="]),
    ("recursion", &["RECURSIVE"]),
    ("ENTRY", &["ENTRY"]),
    ("alternate RETURN", &["RETURN "]),
    ("STOP", &["STOP"]),
    ("SAVE by DATA", &["DATA "]),
    ("COMMON", &["COMMON /CB/"]),
    ("COMMON of two forms", &["COMMON /CB/ KD, KE, KA"]),
    ("EQUIVALENCE", &["EQUIVALENCE (EI"]),
    ("sequence association", &["CALL SQI"]),
    ("CHARACTER", &["CHARACTER"]),
    ("CHARACTER*(*)", &["CHARACTER*(*)"]),
    ("internal WRITE", &["WRITE (C"]),
    ("internal READ", &["READ (C"]),
    ("array assignment", &["IA = IA +"]),
    ("array section", &["IA(2:5)"]),
    ("WHERE", &["WHERE ("]),
    ("FORALL", &["FORALL ("]),
    ("array constructor", &["(/"]),
    ("reduction", &["SUM(IA)"]),
    ("MATMUL", &["MATMUL"]),
    ("INTEGER*1", &["INTEGER*1"]),
    ("INTEGER*8", &["INTEGER*8"]),
];

/// Those in a text in fixed form.
pub fn of(text: &str) -> Vec<&'static str> {
    let joined = text.replace("\n     &", "");
    let has = |words: &[&str]| joined.split_inclusive('\n').any(|line| has_in_order(line, words));
    NAMES.iter().filter(|(_, words)| has(words)).map(|(name, _)| *name).collect()
}

fn has_in_order(mut line: &str, words: &[&str]) -> bool {
    words.iter().all(|word| match line.split_once(word) {
        Some((_, rest)) => {
            line = rest;
            true
        }
        None => false,
    })
}
