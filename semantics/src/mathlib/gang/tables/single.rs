//! The tables of the functions of REAL(4).

/// For each k from 0 to 31 the bits of the double nearest to 2**(k/32), less k in the place that holds the 32nd parts
/// of an exponent.
#[rustfmt::skip]
pub static POWERS: [u64; 32] = [
    0x3ff0_0000_0000_0000, 0x3fef_d9b0_d315_8574, 0x3fef_b558_6cf9_890f, 0x3fef_9301_d012_5b51,
    0x3fef_72b8_3c7d_517b, 0x3fef_5487_3168_b9aa, 0x3fef_387a_6e75_6238, 0x3fef_1e9d_f51f_dee1,
    0x3fef_06fe_0a31_b715, 0x3fee_f1a7_373a_a9cb, 0x3fee_dea6_4c12_3422, 0x3fee_ce08_6061_892d,
    0x3fee_bfda_d536_2a27, 0x3fee_b42b_569d_4f82, 0x3fee_ab07_dd48_5429, 0x3fee_a47e_b03a_5585,
    0x3fee_a09e_667f_3bcd, 0x3fee_9f75_e8ec_5f74, 0x3fee_a114_73eb_0187, 0x3fee_a589_994c_ce13,
    0x3fee_ace5_422a_a0db, 0x3fee_b737_b0cd_c5e5, 0x3fee_c491_82a3_f090, 0x3fee_d503_b23e_255d,
    0x3fee_e89f_995a_d3ad, 0x3fee_ff76_f2fb_5e47, 0x3fef_199b_dd85_529c, 0x3fef_3720_dcef_9069,
    0x3fef_5818_dcfb_a487, 0x3fef_7c97_337b_9b5f, 0x3fef_a4af_a2a4_90da, 0x3fef_d076_5b6e_4540,
];

/// For each of 16 intervals of the numbers from 0x1.66p-1 on, up to twice that, the reciprocal of a number near its
/// middle. No rule gives these; they are the data of the system's library.
#[rustfmt::skip]
pub static RECIPROCALS: [u64; 16] = [
    0x3ff6_61ec_79f8_f3be, 0x3ff5_71ed_4aaf_883d, 0x3ff4_9539_f0f0_10b0, 0x3ff3_c995_b0b8_0385,
    0x3ff3_0d19_0c88_64a5, 0x3ff2_5e22_7b0b_8ea0, 0x3ff1_bb4a_4a1a_343f, 0x3ff1_2358_f08a_e5ba,
    0x3ff0_953f_4199_00a7, 0x3ff0_0000_0000_0000, 0x3fee_608c_fd9a_47ac, 0x3fec_a4b3_1f02_6aa0,
    0x3feb_2036_576a_fce6, 0x3fe9_c2d1_63a1_aa2d, 0x3fe8_86e6_0378_41ed, 0x3fe7_67dc_f553_4862,
];

/// The natural logarithms of these numbers.
#[rustfmt::skip]
pub static LOGARITHMS: [u64; 16] = [
    0xbfd5_7bf7_808c_aade, 0xbfd2_bef0_a7c0_6ddb, 0xbfd0_1eae_7f51_3a67, 0xbfcb_31d8_a682_24e9,
    0xbfc6_574f_0ac0_7758, 0xbfc1_aa2b_c79c_8100, 0xbfba_4e76_ce8c_0e5e, 0xbfb1_973c_5a61_1ccc,
    0xbfa2_52f4_38e1_0c1e, 0x0000_0000_0000_0000, 0x3faa_a5aa_5df2_5984, 0x3fbc_5e53_aa36_2eb4,
    0x3fc5_26e5_7720_db08, 0x3fcb_c286_0d22_4770, 0x3fd1_058b_c8a0_7ee1, 0x3fd4_0430_57b6_ee09,
];

/// The logarithms of these numbers to the base 2.
#[rustfmt::skip]
pub static BINARY_LOGARITHMS: [u64; 16] = [
    0xbfde_fec6_5b96_3019, 0xbfdb_0b68_32d4_fca4, 0xbfd7_418b_0a1f_b77b, 0xbfd3_9de9_1a6d_cf7b,
    0xbfd0_1d9b_f3f2_b631, 0xbfc9_7c1d_1b3b_7af0, 0xbfc2_f9e3_93af_3c9f, 0xbfb9_60cb_bf78_8d5c,
    0xbfaa_6f9d_b647_5fce, 0x0000_0000_0000_0000, 0x3fb3_38ca_9f24_f53d, 0x3fc4_76a9_5438_91ba,
    0x3fce_840b_4ac4_e4d2, 0x3fd4_0645_f0c6_651c, 0x3fd8_8e9c_2c1b_9ff8, 0x3fdc_e0a4_4eb1_7bcc,
];
