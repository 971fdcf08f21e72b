//! Tests of list-directed output against records that gfortran 12 wrote.

use super::*;

/// Bits of a REAL(4) and its record, one of each form.
const REAL4: &[(u32, &str)] = &[
    (0xffc24e07, "              NaN"),
    (0x3f800000, "   1.00000000    "),
    (0x42c80000, "   100.000000    "),
    (0x447a0000, "   1000.00000    "),
    (0x4b18fadb, "   10025691.0    "),
    (0x4d25deb3, "   173927216.    "),
    (0x49ee6617, "   1952962.88    "),
    (0x48687952, "   238053.281    "),
    (0x422237f0, "   40.5546265    "),
    (0x4796d693, "   77229.1484    "),
    (0x585a8c50, "   9.61184690E+14"),
    (0x3089705f, "   9.99999972E-10"),
    (0xbff12933, "  -1.88406980    "),
    (0xc6670fe0, "  -14787.9688    "),
    (0xc9dcd171, "  -1808942.12    "),
    (0xc832652e, "  -182676.719    "),
    (0xa07657d6, "  -2.08660730E-19"),
    (0xcbe36071, "  -29802722.0    "),
    (0xc53f5260, "  -3061.14844    "),
    (0xcda6a6e0, "  -349494272.    "),
    (0xc21a6ab6, "  -38.6042099    "),
    (0xc4069545, "  -538.332336    "),
    (0xf7f35634, "  -9.87091050E+33"),
    (0x3f1f65a8, "  0.622644901    "),
    (0xbde5c099, " -0.112183757    "),
];

/// Bits of a REAL(8) and its record, one of each form.
const REAL8: &[(u64, &str)] = &[
    (0x3ff0000000000000, "   1.0000000000000000     "),
    (0x3d3c25c268497682, "   1.0000000000000000E-013"),
    (0x54f46a6910acff00, "   1.7861671810658467E+101"),
    (0x4059000000000000, "   100.00000000000000     "),
    (0x408f400000000000, "   1000.0000000000000     "),
    (0x412e848000000000, "   1000000.0000000000     "),
    (0x4197d78400000000, "   100000000.00000000     "),
    (0x4202a05f20000000, "   10000000000.000000     "),
    (0x4341c37937e08000, "   10000000000000000.     "),
    (0x4164d8399f767c45, "   10928588.983213553     "),
    (0x410d0f2a4351e32f, "   238053.28287103164     "),
    (0x41e2804677fd1390, "   2483172287.9086380     "),
    (0x4323d11c62d55a18, "   2788972202470668.0     "),
    (0x42ba8c85311992a8, "   29190832331154.656     "),
    (0x428727386c6f3349, "   3182152224230.4106     "),
    (0x404446fe0744c25d, "   40.554627331327289     "),
    (0x425bbdcd765db640, "   476593903990.84766     "),
    (0x42fc78309e115e4b, "   500840597100004.69     "),
    (0x40f2dad269184e2f, "   77229.150657945065     "),
    (0xbffe252658452ed2, "  -1.8840697715813133     "),
    (0xc1d109dc350ba5ad, "  -1143435476.1819870     "),
    (0xc2a79eeb0388ea13, "  -12985657574517.037     "),
    (0xc2dedb79938b3114, "  -135711945534660.31     "),
    (0xc0cce1fc05cb61e8, "  -14787.968926832968     "),
    (0xc2415ac97b0e1a55, "  -149075195420.20572     "),
    (0xc276c0d301bde31c, "  -1563589352414.1943     "),
    (0xc064cfe3e1c2c58c, "  -166.49656761208860     "),
    (0xc13b9a2e200d9c9e, "  -1808942.1252076994     "),
    (0xde5271007814e8a2, "  -2.3027782228163463E+146"),
    (0xc320daa488f2e07c, "  -2371999917240382.0     "),
    (0xc17c6c0e22f06cf8, "  -29802722.183697671     "),
    (0xc0a7ea4bf43e1d19, "  -3061.1483477983970     "),
    (0xc1b4d4dbfa50111e, "  -349494266.31276119     "),
    (0xc35f997bd4eb31d3, "  -35577925640963916.     "),
    (0xc0434d56b02962be, "  -38.604208011825435     "),
    (0x9419cf4d60597bdc, "  -7.6666788245554534E-212"),
    (0xc12a2c1172ab0f25, "  -857608.72396132781     "),
    (0xc236543690235105, "  -95902142499.316483     "),
    (0x3fb999999999999a, "  0.10000000000000001     "),
    (0xbfd5c498aadbd950, " -0.34012428937366668     "),
];

#[test]
fn reals_stand_in_fields_as_gfortran_writes_them() {
    for &(bits, record) in REAL4 {
        let mut writer = RecordWriter::new();
        writer.real4(f32::from_bits(bits));
        assert_eq!(writer.finish(), record);
    }
    for &(bits, record) in REAL8 {
        let mut writer = RecordWriter::new();
        writer.real8(f64::from_bits(bits));
        assert_eq!(writer.finish(), record);
    }
}

#[test]
fn zeros_infinities_and_nans_have_fields_of_the_same_width() {
    let mut writer = RecordWriter::new();
    for item in [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        writer.real4(item);
    }
    let record = "   0.00000000      -0.00000000                  NaN         Infinity        -Infinity";
    assert_eq!(writer.finish(), record);
    for item in [0.0, -0.0, -f64::NAN, f64::NEG_INFINITY] {
        writer.real8(item);
    }
    let record =
        "   0.0000000000000000       -0.0000000000000000                            NaN                 -Infinity";
    assert_eq!(writer.finish(), record);
}

#[test]
fn no_blank_stands_between_texts() {
    let mut writer = RecordWriter::new();
    writer.integer4(1);
    writer.integer8(2);
    writer.logical(true);
    writer.logical(false);
    writer.text("a");
    writer.text("b");
    writer.integer4(1);
    writer.text("c");
    writer.real4(2.0);
    writer.text("d");
    writer.logical(true);
    let record = "           1                    2 T F ab           1 c   2.00000000     d T";
    assert_eq!(writer.finish(), record);
    writer.integer4(i32::MIN);
    writer.integer8(i64::MAX);
    writer.integer8(i64::MIN);
    assert_eq!(writer.finish(), " -2147483648  9223372036854775807 -9223372036854775808");
}

#[test]
fn a_record_of_an_empty_text_is_a_blank_and_one_of_nothing_is_empty() {
    let mut writer = RecordWriter::new();
    assert_eq!(writer.finish(), "");
    writer.text("");
    assert_eq!(writer.finish(), " ");
    for item in 1..=15 {
        writer.integer4(item);
    }
    assert_eq!(writer.finish().len(), 15 * 12, "long records are not broken");
}
