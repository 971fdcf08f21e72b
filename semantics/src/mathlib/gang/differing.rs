//! Operands for which two builds of the same algorithm, with and without fused operations, give different results.
//!
//! They tell them apart, which random operands do not: the results for these are one in a thousand or rarer.

/// Of EXP.
#[rustfmt::skip]
pub static EXP: [u64; 96] = [
    0xc07f_ffff_ffff_f869, 0x4045_d80f_631f_6afe, 0xc032_3b92_fa2a_de96, 0xc017_8394_4a24_0af6,
    0xc038_9fe6_264f_5a84, 0x4081_1ad2_7d6e_5f1c, 0xc034_0422_17d6_07ee, 0xc07b_66f0_a3b8_73a8,
    0xc024_58f8_971b_2a32, 0xbff8_0c6e_f56c_13ca, 0x4037_c3d8_8b48_28bf, 0x4032_4797_872a_81ff,
    0x4020_7e45_195c_ff64, 0x4035_d058_885a_ed6d, 0x4038_31a7_a016_0f67, 0xc02a_6e71_6e17_b925,
    0x4036_cfd6_1b41_9760, 0x403d_7778_d85a_4aeb, 0xc036_1e17_80d5_4bf6, 0x407a_2f75_ad1f_665a,
    0x4030_37a0_ee66_62d2, 0x4032_e018_c48b_ef80, 0x4023_591a_4c98_76d6, 0x403b_4d08_e775_cb30,
    0x4082_bcdd_29da_aeca, 0x4030_ca04_f282_03f3, 0x401a_12cb_2ce3_fee9, 0xc03b_f355_c873_1049,
    0xc036_e6fa_b10c_34d7, 0xc03c_7f63_2b08_4bd3, 0xc033_5a18_b6fc_0b00, 0xc053_d57c_67d2_0564,
    0xc045_b28f_2b22_acab, 0xc011_ae9d_0a06_c79d, 0x4034_c946_a8c7_d64d, 0xc036_2952_b3b7_5ea2,
    0xc00b_373a_1714_c9ba, 0xc04e_9a2c_28b6_284f, 0x3ff1_1c73_0c9e_2e2c, 0x4030_0562_d54b_9445,
    0x4036_03ee_75e0_96ee, 0x4077_35f0_2fea_a6dd, 0xc036_813c_57ad_941a, 0xc03b_cc67_b1c0_408e,
    0x4083_95e3_d173_2b4d, 0x407d_7310_b3ca_3115, 0x4030_5f72_764e_ce57, 0x4032_8148_1685_edd4,
    0xc032_477a_7bb8_69b4, 0x4075_eab8_4cc5_332d, 0xc06e_8533_ef5f_dd93, 0x4004_d508_344a_3b36,
    0x4030_680a_e3f2_30ae, 0x4013_aa5e_853d_d094, 0x406c_273f_05d8_57e2, 0xc01d_7dae_a78c_ae18,
    0xc016_e3a9_dc62_f520, 0x4059_9516_7125_b120, 0x400d_9215_89f4_e3b0, 0x4038_dd01_d277_1f99,
    0x4023_e635_c61d_9321, 0x401d_2661_7912_bf5b, 0x403d_bfed_71da_9069, 0xc074_d9f0_0fc7_ecef,
    0xc086_136f_15d1_eb6f, 0xc085_fcf4_680f_a324, 0xc085_9b84_3223_ea56, 0xc080_ec24_4067_d161,
    0xc081_a79d_b63d_a40e, 0xc081_b26e_df72_aebb, 0xc080_3574_ce44_de56, 0xc085_c55b_1cb7_fe1c,
    0xc080_62e7_b9f9_9c94, 0xc083_b57e_d741_9706, 0xc085_e89d_f2b8_f17a, 0xc081_b8bc_c5cf_811d,
    0xc085_b686_9456_f421, 0xc085_1285_892a_b1a4, 0xc080_96ce_e68d_a757, 0xc082_5b6a_e805_b7bf,
    0xc080_d929_0603_5c8e, 0xc085_87f8_288d_c250, 0xc080_4636_e508_a482, 0xc081_71de_b6df_bc98,
    0xc081_b839_5560_817e, 0xc080_ec73_f867_fdea, 0xc084_435d_6450_ad72, 0xc081_3476_c142_0bfd,
    0xc085_74f5_6d76_7d9c, 0xc084_c82e_0437_8fa0, 0xc085_8355_79b3_0bc4, 0xc081_1baf_c468_ade2,
    0xc085_0395_9631_9798, 0xc083_fe4b_53c4_3110, 0xc082_69af_acce_8c6d, 0xc081_86c3_1cff_8fc7,
];

/// Of TAN.
#[rustfmt::skip]
pub static TAN: [u64; 48] = [
    0x3fae_8a93_eb85_fc00, 0x3fae_67d6_dbe7_763d, 0x3fa7_a2e8_50c2_2084, 0x3fab_0647_d6ab_fb77,
    0x3fa9_c6d2_1a7a_63f4, 0x3fa5_25a0_3471_e7c0, 0x3fa8_b2d6_1143_6af7, 0x3fa4_0ec7_4f1f_e46d,
    0x4009_5916_ddf9_204c, 0x3fad_d0dd_f0c0_21f0, 0x3fa4_0b2e_3ce3_abc4, 0x3fad_f463_21a4_5d3d,
    0x3fac_fa3d_e154_3c20, 0x3fae_11a1_18ea_aded, 0x3fa7_8d04_e789_49e0, 0x3fa8_5c44_5492_c977,
    0x3fad_a137_17f6_99cd, 0x3fac_d847_a3be_4f94, 0x3f87_d17c_b1e8_5340, 0x3fac_3175_f75d_75e4,
    0x3faa_3056_6441_7a97, 0x3f9e_3496_586e_67ad, 0x3fad_3b63_ca6e_e080, 0x3fac_a94c_5c2a_e7b4,
    0x3fae_a9ed_ac3e_b050, 0x3ff9_b63b_26fe_df14, 0x3fad_2192_efda_4830, 0x3fa6_1277_d256_2f6d,
    0x3faa_117d_a98b_c540, 0x3fa6_e0ae_c809_0b40, 0x3fa6_ca0e_4703_2e17, 0x3fa3_f751_329b_c600,
    0x3fa5_06fc_0bed_30cd, 0x3fa8_151a_6f92_2827, 0x3fa8_b1c1_1122_fa8d, 0x3fa8_bc14_ca56_ac50,
    0x3f98_178e_4c37_3494, 0x3fa8_4c65_85da_4cb7, 0x3fa3_34e3_e845_4074, 0x3fad_b0c4_d196_be00,
    0x3ff9_e511_cb3c_3374, 0x3faa_118b_b4ae_cee0, 0x3fa3_4f1d_bbd0_5e27, 0x4008_a7ba_b968_c14b,
    0x3faa_dc21_52ac_6d30, 0x3fad_a035_f28f_33f0, 0x3fa6_4f11_dc31_1120, 0x3fae_0af4_fa9e_4d60,
];

/// Of ATAN.
#[rustfmt::skip]
pub static ATAN: [u64; 48] = [
    0x3fcd_8cd0_1957_72b0, 0x3fd2_6059_f335_c8f2, 0x3fdf_1bdd_b050_a944, 0x3fcf_39b2_3c57_71ec,
    0x3fac_e5ef_1f5c_9140, 0x3fb4_34eb_db82_c558, 0x3fd7_1979_ff7a_75c8, 0x3fb9_9593_89d5_3170,
    0x3fb9_5349_c187_cf7d, 0x3fc9_9607_4e61_6125, 0x3fb8_86c3_28d7_5c4f, 0x3fc7_f06b_87a7_4090,
    0x3fb0_93b9_249e_2727, 0x3fce_e6bb_5b40_2a78, 0x3fc3_c674_8a8e_13dc, 0x3fc8_b2f5_19f3_038c,
    0x3fac_333e_9beb_75f7, 0x3ff6_c536_665a_a7b0, 0x3fc9_3ee0_917a_5720, 0x3fc9_1b66_640c_d9bd,
    0x3fc2_b63a_97b3_2f40, 0x3fb3_4c94_dde7_7eea, 0x3fc5_dde3_68cc_0468, 0x3fb3_abfd_a425_e730,
    0x3fcd_4902_4492_f598, 0x3fb1_0d21_2536_3b20, 0x3fff_9caf_41f6_8b94, 0x3fc2_15ca_64ef_0154,
    0x3fbc_342e_621d_57e0, 0x3fbb_3a9c_435c_85da, 0x3fbe_cca8_54f3_54dd, 0x3fc6_d75d_9a15_fc4a,
    0x3fce_425c_1e20_0bc8, 0x3fe6_e3e5_03b0_7ccc, 0x3fb5_531c_d931_5c2d, 0x3fad_225b_2b99_d174,
    0x3fc6_7530_e7da_4329, 0x3fac_bfb4_49d5_9ec0, 0x3fb9_4ce9_75cd_58af, 0x3fc4_5ebd_eeed_0009,
    0x3fb2_4daf_bb67_9f9a, 0x3fb8_db09_90de_6b50, 0x3fc5_2197_e342_2484, 0x3fea_0ee3_9610_de2c,
    0x3fb2_63d8_f238_7b60, 0x3fb1_d0d3_db4a_1285, 0x3fbf_5611_5a99_2a70, 0x3fc0_4298_d723_cc46,
];

/// Of LOG.
#[rustfmt::skip]
pub static LOG: [u64; 49] = [
    0x3feb_6000_8637_c095, 0x3fed_d352_f00d_3dd8, 0x400f_2607_2b45_b74b, 0x4003_1c91_8301_77d0,
    0x3fed_d7aa_eb50_da4c, 0x3ffd_340c_6e83_cca2, 0x3fe6_b132_d41b_7384, 0x3fed_aede_18ea_bc24,
    0x3ff2_7447_7d0f_b1de, 0x4008_317a_195d_bf94, 0x3ff1_78e1_0341_bdf8, 0x3ff1_6296_f26c_eec4,
    0x3fe6_8612_26f1_fd9c, 0x3ff2_6377_b68a_afb2, 0x4006_7ceb_e1d4_8e51, 0x3ffc_1e0b_8a47_cbd2,
    0x3fec_7378_a938_9ee0, 0x3ffd_3d51_1738_7c50, 0x3ff1_55aa_00ba_6804, 0x3ffb_99bb_908b_3a4a,
    0x3fe4_ae91_1d5b_334c, 0x3ff1_5b0b_cc0c_1d7e, 0x3ffe_1da2_3be3_8f0a, 0x400a_f9b0_9c0d_db24,
    0x3ff6_65c3_5082_f298, 0x3ff4_6b5c_b213_1740, 0x3ff2_4292_9030_233a, 0x3ff1_7b09_19ac_23b8,
    0x3ffd_40bd_33a8_5e1a, 0x400b_1247_9e57_9b17, 0x3fd8_9e8f_658b_5640, 0x400c_7214_3024_3ca1,
    0x3fea_cd37_b6b6_50a8, 0x3ff1_6ca7_c870_c6e4, 0x3ffd_0d24_4e5f_3e0c, 0x3ff1_6a86_f876_805e,
    0x400a_6d1c_e88c_9730, 0x3ff3_20aa_c38d_a466, 0x3fed_7d97_42a5_6d24, 0x3ffe_c105_3ed0_1e1a,
    0x3fe7_9f5c_382a_bf54, 0x400e_55b4_e830_206d, 0x3ffa_a408_0e70_7876, 0x3fea_1d12_3f92_af34,
    0x3fec_6224_ba61_b934, 0x4004_3fe6_ba3e_d1ad, 0x3fe3_2372_e974_7a38, 0x400a_5104_61fd_564d,
    0x3ff1_195d_1a82_dcf2,
];

/// Of SIN.
#[rustfmt::skip]
pub static SIN: [u64; 64] = [
    0x4086_2e3d_70a3_d175, 0xc01a_4662_260c_68ea, 0xc018_3f2e_5289_9ec3, 0x4017_301d_d6ac_098a,
    0xc00c_387a_c2fe_636b, 0x408a_79b0_aba5_800d, 0xc023_37e6_906b_8a1b, 0xc087_a6b3_c504_a921,
    0xc06b_0a03_682a_ff6f, 0xc00b_8c0c_3816_ecf7, 0xc08e_3be4_2eb5_46fe, 0x400a_da61_217c_8f04,
    0xc194_a170_c419_e90c, 0x3fc2_a2e9_2f36_f3d0, 0xc089_51a3_ce2f_5ed7, 0x4069_018e_5d32_ce23,
    0x4017_947e_d54a_3dd4, 0x3ffb_9382_a396_80e6, 0xc089_e951_abc4_e622, 0x4179_3ba0_0ed6_0229,
    0xc016_26f4_28fb_f346, 0xc023_8c26_f47d_5442, 0xc007_f9b2_1ed7_40bf, 0x4020_a33e_e6b9_9dbf,
    0xbfc5_4248_197c_ac50, 0x4002_22ab_56ef_ecf6, 0xc01b_93f2_57a6_cce0, 0xc00d_af3e_9358_fa9a,
    0x4084_47f1_85fb_e6d8, 0x4194_8c8b_199c_1da7, 0xc003_a655_0d2b_0ed7, 0xc063_a8f5_3c73_62c2,
    0x3ff4_10a8_49c0_e624, 0x401b_6f73_5ea3_469b, 0xbfcd_80c2_af71_2680, 0xc195_0635_974f_de52,
    0x4017_8086_95c7_f8ce, 0x4014_1498_c8f5_5776, 0x417d_f018_9c6e_f42e, 0xc023_429e_027d_b5a8,
    0x416f_ad1d_07e4_2656, 0x4011_33e9_251c_6cf1, 0x4048_c464_698b_6ce4, 0x4019_abc3_2409_a43e,
    0x4023_4396_82d8_3452, 0xc087_153e_6a41_0d59, 0x4015_be29_bb97_3230, 0xc08a_3505_9a7c_47d7,
    0xc08a_c88f_fe79_67d1, 0x4017_5e64_3c95_1c42, 0x4073_4391_d470_111e, 0x4023_db39_3d40_f3b4,
    0xc01a_011a_5702_3fda, 0xc00c_1c2d_d861_afa6, 0xc165_9cc1_61d8_b84e, 0xc007_2e61_2049_928f,
    0xc079_bbbe_95c9_0c68, 0x408e_2216_a715_d17b, 0x4018_cca8_34c5_0730, 0x4083_262e_7c15_d1b3,
    0x4007_25cc_6794_3570, 0xc08c_5e01_b6b3_804b, 0xc07b_473d_4cc4_19a6, 0x4082_df33_50a3_6ede,
];

/// Of COS.
#[rustfmt::skip]
pub static COS: [u64; 64] = [
    0xc086_231e_b851_f0d5, 0x4005_36e0_a488_646a, 0xc004_ed59_799d_38d7, 0xc194_3c97_80be_19c3,
    0x4080_b6e7_7529_64bb, 0x401e_ddc6_4496_67f2, 0xc012_5d9c_3919_2b3a, 0x4023_af12_35ec_f60e,
    0xc18d_e7a1_d0d9_53c9, 0xbffd_4f9b_f42f_eb4c, 0xc065_5273_4f5e_099f, 0x4182_1bca_fa34_46ca,
    0xc012_1d7e_1be3_6a50, 0x4194_062d_4b93_25b6, 0xc020_90c7_9f60_193c, 0xc192_faee_4ce9_d59d,
    0x4073_d8da_bc81_cf65, 0xc18c_f7b2_69c0_b3a0, 0xc06b_3f88_24ef_51d0, 0xc065_10fd_afc8_b646,
    0xc023_db4b_20a2_f4ad, 0x4085_b1bf_9c4d_b3f5, 0x401b_e667_8c2c_2086, 0xc011_9fcd_5fe9_473a,
    0xc041_f5c5_0269_f648, 0xc191_bde1_4c50_fe6c, 0xc18f_161b_4001_6f12, 0xbff6_7834_6c98_3486,
    0x4023_51cd_9174_ad82, 0xc186_0d8e_be9c_8175, 0xc01e_805b_19ab_8115, 0xc08b_e8ae_d168_ee08,
    0x417c_5138_847b_6eb5, 0x4069_8950_9f69_a299, 0x4023_ef17_acde_05b6, 0xc194_55bc_eb32_e1ae,
    0xc083_f738_a262_ad5b, 0xc187_1711_df0c_7c4c, 0xc170_50ce_f88d_34d0, 0xc00c_5e86_993b_9a44,
    0xc00d_f9ec_16af_13b9, 0xbfec_ab11_50a7_adb8, 0x3ff6_6fc9_f01a_b7ac, 0x4190_dc7c_4c4f_ef61,
    0x4001_cab0_3ed6_2d4f, 0xc17d_8615_faf2_90eb, 0x407a_b511_f8d7_fbec, 0x401a_de5b_d3df_656f,
    0x4066_dac4_0b05_cb8d, 0xc08c_89c4_a172_f96c, 0x407c_edd0_b58a_f651, 0xc18c_d0bb_03ae_8a12,
    0x4012_24d2_307f_9c48, 0x4020_7028_3e88_45fc, 0x4013_7715_ac7a_c30a, 0x4011_f2ef_2f6a_b094,
    0x4021_bb01_11df_1b96, 0x4122_8e19_3110_16f7, 0x4010_ec1f_1f7c_22d5, 0xc155_2bb7_4577_326a,
    0x4053_1b8c_9be8_f26e, 0xc192_2fd2_b6ad_f4c5, 0x4174_c2aa_ea7a_a0e4, 0xc01d_5137_7155_36e4,
];

/// Of `**`: base and exponent.
pub static POWER: [[u64; 2]; 96] = [
    [0x0010_0000_0000_0000, 0x3fe0_0000_0000_0000],
    [0x3ff6_8198_94ca_b602, 0x4013_6b0d_7f2f_2d90],
    [0x42a4_e0ae_67da_6e8d, 0x3ffa_cd8e_e7bd_cd1c],
    [0x4275_809f_a8f0_4197, 0x4017_b858_e416_69f6],
    [0x40f9_2171_4c3c_469c, 0x4017_2937_c654_8abc],
    [0x3fe7_4b59_6850_7ad0, 0x3fe7_5a33_5fd8_af28],
    [0x3fc5_7507_53b2_7ef0, 0xc028_f4f4_f208_dea0],
    [0x3e5c_3051_d604_6a11, 0x402d_83b2_9605_dd0e],
    [0x4116_ca7b_e87e_bb7b, 0x402d_c80f_bd9b_d802],
    [0x3f4c_6863_2c33_3c27, 0x4020_59e6_b213_95f7],
    [0x3d51_6879_6224_f450, 0xc018_72ca_3b18_1e01],
    [0x3f5d_922a_e3e8_b1c6, 0xbfdf_bdf5_b343_1080],
    [0x4007_74d0_4515_a378, 0x4002_9f75_30ea_05ec],
    [0x4008_9cd2_b074_1c74, 0x3fdd_8734_d648_07c0],
    [0x41af_3729_48fd_4606, 0x4002_9324_1713_64cc],
    [0x3f10_f5a0_1063_7e9b, 0x400a_ad97_248d_27d0],
    [0x3f8a_fe19_cdc1_3c4d, 0xc00f_a609_a0cf_ce04],
    [0x4003_06b3_719f_9b36, 0xc022_0163_4baa_fc34],
    [0x4257_6d6d_ff39_0af4, 0x4007_aa4e_4adb_4ad2],
    [0x4272_f092_c4e5_9c6e, 0x3fed_9449_c1a1_5a28],
    [0x3e97_5106_e2cc_e929, 0xc00f_9457_d0cd_6314],
    [0x400c_b7c2_ea53_d817, 0x402d_cafd_f8c9_5ea0],
    [0x3e6f_1ccd_85b0_df0d, 0xc004_e6c6_2934_d012],
    [0x3fa4_6623_6013_a680, 0xc00a_67c0_e4c3_8bbc],
    [0x3c52_dc83_4676_9cda, 0xbfd6_fc8c_578e_fc90],
    [0x435a_fed0_8328_f39f, 0x402a_9ac8_18ea_39d4],
    [0x4001_8537_e367_04d3, 0xc007_8746_e8f9_5d08],
    [0x3e5c_55c4_f813_2281, 0x3fea_3fd3_7594_efa8],
    [0x3c8c_9f86_3767_edf7, 0xc012_41bb_5bdc_87d2],
    [0x43ef_9961_2643_68db, 0xc00d_98c0_c2ed_6038],
    [0x4008_1cb9_5650_2e48, 0x3fb0_98e5_1742_bc40],
    [0x3d1d_209b_595b_7838, 0xbff4_c5e0_f56a_7e28],
    [0x3fc7_89ce_cda0_0671, 0xc01b_f7cb_9d35_92dd],
    [0x42e4_48d1_121f_50e5, 0xbfed_8f3f_a1fc_ea80],
    [0x4290_40ed_6568_1e4f, 0x3fd4_ac66_0291_7f20],
    [0x3e08_5ef1_9a9d_ff53, 0x3fe0_e22a_9b16_1f78],
    [0x43e5_4117_da4f_8fbf, 0xc02d_d9d7_2141_61f2],
    [0x4335_f317_6726_eeca, 0xbfbc_e952_3bce_d680],
    [0x405b_54b1_627a_5e3e, 0xc014_2a95_e6c8_c176],
    [0x400a_ace8_eb02_8f16, 0x3fcd_3812_83ae_6080],
    [0x3ef1_172d_0435_0bfc, 0x3fe8_ac9d_5fb2_0778],
    [0x3fd3_90c8_1aeb_d928, 0xbfe1_ef57_fcc1_73e8],
    [0x415e_af6f_9e78_493c, 0x4001_14ee_428e_6dca],
    [0x4009_9827_8e09_3100, 0x401c_80ac_e4ab_d563],
    [0x3ff7_917a_df6a_7d4e, 0x402b_e87a_26f1_d550],
    [0x400b_1940_39c1_07ae, 0x4024_7749_f150_cab6],
    [0x3f8b_69f2_4f26_86c5, 0xc009_51ff_cc63_7d30],
    [0x3f5c_88f3_7d26_45a3, 0xbfef_05e5_bbc7_f618],
    [0x3fd0_79e8_8186_1b70, 0xc020_356b_1fe4_cb23],
    [0x426a_e986_f36d_2df5, 0xbff2_b71a_bc6b_2938],
    [0x3dbe_3998_01cb_d56c, 0xbffd_c61b_a58e_eb54],
    [0x436f_80f9_262c_6399, 0x4025_5169_234e_37da],
    [0x40a2_6d8f_8236_b455, 0x3fff_21cb_6092_dc06],
    [0x3f7f_6e54_96a2_8e8e, 0xc023_db45_a5f4_a693],
    [0x3fa6_7295_3699_e413, 0x4026_1e21_e07e_b4e5],
    [0x3e5b_07a6_8a1c_9283, 0x4015_a237_9b47_fd21],
    [0x434c_3092_256f_5d37, 0xc02b_050c_0ab2_1d81],
    [0x3fb4_b450_6917_34ee, 0x400a_9a82_c23c_c1e2],
    [0x3f6c_2743_f2f0_b7f4, 0xc027_bf5e_4c58_03c6],
    [0x3f47_3a52_43b6_004c, 0x402d_4b38_1d13_457e],
    [0x4000_954c_1e7e_dabf, 0xc025_506c_bdf9_4005],
    [0x4199_2815_6237_3970, 0xc02b_2bb4_c452_a399],
    [0x3ff5_7299_03b8_9890, 0xbffc_7147_128a_12d0],
    [0x3bba_acb3_f612_53a1, 0xc003_dcc5_af61_98ac],
    [0x3ff9_7713_38e2_1c53, 0xc092_65cb_b59f_8e0d],
    [0x3fdd_1187_78ba_e7bc, 0x408b_4e94_ba2b_f1a1],
    [0x3ffe_35c5_a660_dbf4, 0xc08e_5fdf_be02_b2ea],
    [0x3ff1_55ef_f5bd_3c5c, 0xc0bd_ff1a_78fe_36b5],
    [0x3fec_ae0c_a8c5_6f8e, 0x40b4_f149_2343_da30],
    [0x3ff2_f95f_2c76_a2ce, 0xc0aa_12f0_5e2d_7d47],
    [0x3fe5_70e2_3fc9_c5f8, 0x4098_10af_6a0a_b66a],
    [0x3fd4_3696_2221_c9d0, 0x407f_10ba_139e_763d],
    [0x3ffe_0e6a_a795_4446, 0xc08c_0748_87b9_c67c],
    [0x3ffc_e0cd_1a0f_c9c0, 0xc090_7deb_57fa_51be],
    [0x3ff3_8b30_8179_4413, 0xc0a5_86fd_3d46_1cd9],
    [0x3ff5_a3b5_f59d_0477, 0xc0a1_7f45_42ce_5221],
    [0x3fc0_eecb_312d_2a68, 0x4071_120a_94ce_3859],
    [0x3fd2_e4e5_3ed2_afc0, 0x4081_d8a4_ddd9_e15d],
    [0x3fd2_1e64_faaa_de08, 0x407d_99eb_30cd_5f34],
    [0x3ffe_b3ba_5dcf_b45c, 0xc08c_bc3f_380b_3bc4],
    [0x3fd1_cbb2_0015_77e8, 0x407b_f686_aaed_0ca3],
    [0x3fe6_db07_fbbe_baa6, 0x4098_d950_0be6_4c4c],
    [0x3fd9_404f_8855_af70, 0x4085_fe09_577d_4d93],
    [0x3fe6_5004_b2ac_a9b4, 0x409c_167d_6729_9454],
    [0x3ff0_7fc6_f90f_a0a5, 0xc0d1_42ec_0fa6_3bd8],
    [0x3fe5_06bb_fd7f_09aa, 0x4094_9ad3_cadd_64e7],
    [0x3fe4_3254_c635_053c, 0x4093_00d7_0fda_d969],
    [0x3feb_b688_f2f5_bd5a, 0x40ac_af85_a0db_762c],
    [0x3fe9_2ea2_2ccc_38b0, 0x40a2_e66c_1266_a1b2],
    [0x3ffa_6ed1_8f76_6ebf, 0xc090_557c_b52e_253f],
    [0x3ffd_ab4a_526e_eaa2, 0xc091_bae8_a686_3619],
    [0x3fff_c2c4_ffe5_68eb, 0xc088_2c0f_0bd6_0dd1],
    [0x3fcd_566f_bbf7_c860, 0x4079_7e27_b3fd_800e],
    [0x3fe3_2bc6_b1ab_d80c, 0x4095_0aa5_8a6a_5d16],
    [0x3ffb_025a_4377_0633, 0xc092_77d3_79c3_2efd],
    [0x3fe3_7036_687f_da32, 0x4091_c142_5c12_fdfe],
];

/// Of EXP of REAL(4): all that there are.
#[rustfmt::skip]
pub static EXP_SINGLE: [u32; 2] = [
    0x4202_422f, 0xc27c_65d9,
];

/// Of SIN of REAL(4): all that there are.
#[rustfmt::skip]
pub static SIN_SINGLE: [u32; 12] = [
    0x4255_b0a9, 0x42a3_5c07, 0x42a3_5d44, 0x42a9_7360, 0x42cf_5854, 0x42e8_7a55, 0xc255_b0a9, 0xc2a3_5c07,
    0xc2a3_5d44, 0xc2a9_7360, 0xc2cf_5854, 0xc2e8_7a55,
];

/// Of COS of REAL(4): all that there are.
#[rustfmt::skip]
pub static COS_SINGLE: [u32; 22] = [
    0x418a_3adb, 0x418a_3adc, 0x418a_3add, 0x418a_3ade, 0x41bc_76d9, 0x4202_eb4b, 0x4268_7a55, 0x4280_ce28,
    0x4287_0e40, 0x42c5_5faa, 0x42d8_d23e, 0xc18a_3adb, 0xc18a_3adc, 0xc18a_3add, 0xc18a_3ade, 0xc1bc_76d9,
    0xc202_eb4b, 0xc268_7a55, 0xc280_ce28, 0xc287_0e40, 0xc2c5_5faa, 0xc2d8_d23e,
];

/// Of SINH.
#[rustfmt::skip]
pub static SINH: [u64; 64] = [
    0xc028_5ce5_03ca_37c7, 0xc02b_32d9_a4f1_913d, 0xc031_ba92_bb82_6fdd, 0xbfd2_956a_1cdd_8e2a,
    0xbfd5_e5ad_5100_e286, 0xc034_7a40_992a_ba72, 0xbfd5_ca31_2d87_552a, 0x3fcb_ab90_7fc9_5d08,
    0xc031_ae53_a7b4_09cb, 0x402c_c80c_09a1_fccf, 0x3fd6_a147_89ae_ad84, 0x3fd0_a79e_1702_bf12,
    0x4014_faa3_e0b9_420a, 0xc026_ea9e_88ab_223c, 0x3fd6_3efe_f4f2_e5c4, 0xbfdd_ec67_5e2f_021c,
    0xbfc8_c170_d1c1_aefc, 0x3fd0_e49a_c520_0db6, 0xbfdb_40a8_81ac_58f6, 0xbfd3_fd8a_cc60_4d06,
    0xbfd9_10d2_9651_9a5a, 0x3ffb_3019_2cb1_df14, 0x3fd3_80e9_3253_c186, 0xbfdd_63a6_a5c6_db32,
    0x3fd9_0047_bfeb_76f4, 0x3fc9_e502_655a_7110, 0xbfd8_90be_25df_0bda, 0xbfd2_b0f7_11cc_845e,
    0x3fd9_e7f7_cba0_1172, 0xbfd1_bb80_c8a2_0c8a, 0xbfde_f763_6918_5144, 0xbff0_4e43_65f2_c1de,
    0xbfd8_47f2_2cad_58b2, 0xbfdc_5672_6d23_f6ca, 0x3fed_b7e4_106a_3d5c, 0x4023_dc5b_24a9_5f76,
    0xc018_0650_acd6_e965, 0x3fce_2a6c_667e_70d8, 0xbfd1_7683_6749_5120, 0x4011_9988_30f6_c11d,
    0x4022_e964_d985_6401, 0xc02c_6cd0_d243_d8ef, 0x3fd8_1de1_15f6_23a4, 0x402a_e777_9af3_32d7,
    0x4032_69e1_f853_fe2a, 0xbfbf_d78b_db4e_aa00, 0x4020_1c0c_ed0d_d51a, 0xbfd2_def9_7114_605c,
    0x4012_1ba7_6087_f9e0, 0xbfed_9077_2251_8162, 0xbfd5_6fd3_6220_37de, 0xbfc6_3f1a_592f_54dc,
    0x402e_cd8c_09af_d51c, 0x4021_0e6e_9c4f_48e4, 0x3fd9_bc10_b110_5e3e, 0xbfd8_476f_df8c_a2a6,
    0x4030_4dba_ab1a_41c9, 0x3fd1_1ac9_4c31_8034, 0xbfda_b7db_b713_adb2, 0xbfd9_2c12_cc00_dfe0,
    0x4005_226d_7d3d_59c3, 0xc007_a8af_d179_5396, 0x3fcc_7a8f_9902_2ca0, 0xc022_f6a4_5f10_e345,
];

/// Of COSH.
#[rustfmt::skip]
pub static COSH: [u64; 64] = [
    0xbfe0_f474_941f_5865, 0xc001_e74a_5f00_ab40, 0x4001_873e_fca3_0f16, 0xc00c_a790_d113_59ef,
    0xc030_e797_68a4_89a8, 0xc022_f4c3_fa18_6d1c, 0xbfc8_f326_110e_7dac, 0x4021_eddd_1c7d_9b59,
    0x4021_55e4_7401_6144, 0xbfd0_431a_cd5f_3bda, 0xbfe0_bccb_2223_9441, 0xc014_90fa_769e_3727,
    0xc02e_e443_b445_dfae, 0x4031_3d08_619c_7cc6, 0x4016_36a4_3ffe_a90f, 0xc019_0b58_1052_5287,
    0x402e_7584_e036_cd38, 0x402f_7f4a_c071_e98f, 0xc004_d0f9_b656_c4cd, 0xc000_e956_9498_7959,
    0x3fe4_4fa3_ccd4_98ff, 0x3fee_2cd4_af29_d334, 0xbfe3_212a_6bca_300c, 0xc00e_582b_c136_68e6,
    0x402e_a49c_d765_fba2, 0x3feb_f9b4_08bf_adde, 0xbfd7_7cb2_839a_88f2, 0xbff9_3f09_5f16_2238,
    0x3fd3_f805_9e17_37db, 0x3fd4_6df0_7b16_3d07, 0xc005_6ba3_1ed0_a522, 0xc027_3cb2_e380_5bdc,
    0x3ff1_a20f_fc37_0a70, 0x4024_b660_d9d3_08f4, 0x3fe0_e86d_355a_fc52, 0xc023_0515_5bb9_4d52,
    0x4020_d92d_7069_96eb, 0x3fd3_20c9_6295_a514, 0x4003_8dd9_3559_8e7c, 0xc027_8ef2_d344_1820,
    0xbfd0_45fb_e06f_094a, 0xc032_1c77_5423_b38f, 0xc017_fd7e_91ee_7bd2, 0x401e_3140_fd7c_b5fd,
    0xc002_e5cc_44ab_917c, 0xc02c_cdbe_3361_dddc, 0x4020_be55_0cbf_8eeb, 0xbfec_820f_359a_6a0c,
    0xbfd3_6da9_1039_8407, 0x4033_d84a_dfe2_def7, 0x4027_e091_4d9a_e798, 0xc005_6b70_3809_0232,
    0x4032_45fe_c96c_fd97, 0xbff4_a9a8_279a_b8a0, 0x4011_20cb_97aa_554c, 0xbfe7_9b13_fe31_b29c,
    0xc02c_f726_cbbc_6c31, 0x3fba_be7d_0a6e_c196, 0x4008_f936_b71f_f5aa, 0x3ff5_e14c_400b_b82a,
    0xbffb_c745_805f_b7c7, 0xc003_9ad8_add0_f2d8, 0x3ffb_af87_9ca1_58b0, 0x3ff8_9696_78e9_5168,
];

/// Of TANH.
#[rustfmt::skip]
pub static TANH: [u64; 64] = [
    0x3fac_4e86_670f_08e0, 0x3fe1_f8d0_819b_3a55, 0xbfc3_fa75_4ef2_5b98, 0x3fcc_a80d_842e_9f68,
    0xbfcc_192d_be5a_0204, 0xbfc5_69aa_ce6f_5f44, 0x3fc1_d377_670e_ce4c, 0x3fcb_de44_62d6_158c,
    0x3fbe_8da2_f0f9_2458, 0x3fda_2ac0_c82d_9c30, 0xbfac_853d_ba41_9df0, 0xbfe0_281a_e212_083d,
    0xbfc6_ee0e_e8e2_b08c, 0x3fc5_1eb1_3d04_d568, 0xbfc0_c20d_de89_f768, 0x3fb9_bf19_47e4_4bc0,
    0x3fcb_b563_7e4e_c2a8, 0xbfc5_7051_1651_c94c, 0x3fcc_1380_a1be_fbe0, 0x3fd0_12e8_96e2_c116,
    0x3feb_015c_ea7d_f64e, 0x3fc3_04ba_d1db_fa88, 0x3ff2_7477_2858_f945, 0x3fc4_c4d0_d714_4e90,
    0x3fc0_3d32_36d5_141c, 0xbfe1_5e51_7df2_63a1, 0x3fc3_01e3_2f44_3098, 0xbfcf_1273_3fc7_a264,
    0xbfca_2385_ab46_24d4, 0xbfc5_78c0_7adf_7674, 0x3fca_e097_02f6_95f0, 0xbfc2_0663_baba_7404,
    0xbfb8_4ffc_34a6_ff00, 0x3fc5_4599_7446_2404, 0x3fc3_aa08_4763_6dc8, 0xbfec_c50c_43fd_c96f,
    0x3fe0_838a_43e4_65b3, 0xbfcc_f9d9_6386_a2e0, 0xbfc6_26d1_2ee6_69e0, 0x3fc4_e648_9951_2ccc,
    0x3fc5_3195_01e6_bfc4, 0x3fcf_802b_3e48_cbb8, 0x3fc4_bc1b_87ed_9020, 0x3fbb_eb53_e100_3278,
    0xbfc5_6b2e_b7b1_7d48, 0xbfcc_f190_851d_e190, 0xbfc7_9b63_f981_7568, 0x3fc0_f7ef_8f84_b3b8,
    0xbfc2_2420_0e11_6e64, 0x3fbc_be86_0dac_9720, 0x3fa8_5ee1_516a_d550, 0xbfca_68c0_e09d_0740,
    0xbfbb_9118_8917_9088, 0x3fc5_1fe8_3650_53b8, 0xbfb8_7977_edc3_bb10, 0x3fcd_4aa6_f348_7a80,
    0x3feb_6beb_9251_1b46, 0x3fae_de9f_add6_ab30, 0xbfbf_0640_4f12_8ae8, 0x3fc1_4f06_2e71_59ac,
    0x3fbe_2e90_3657_c120, 0xbfbf_2f69_89c5_20e8, 0xbfde_93b6_4b4b_0a0a, 0xbfc8_968e_245e_e218,
];

/// Of ATAN2.
#[rustfmt::skip]
pub static ATAN2: [[u64; 2]; 64] = [
    [0xbfcd_c9f2_82b9_4870, 0x3fe7_840a_f85f_3fd2], [0xbfc6_751a_5cb3_ad2c, 0x3fed_2fa5_d154_6638],
    [0xbfad_88e3_aabe_fd29, 0x3fe1_5eb3_b7bb_8186], [0xbfea_0215_2770_6bc4, 0x3feb_5fc3_bc83_975c],
    [0x3fdf_d35a_638a_5d3c, 0x3fca_ce39_646b_9d30], [0xbfee_b0fd_fa6d_9f76, 0xbfd2_570f_a28d_9d10],
    [0xbfec_6a91_16c0_57f8, 0x3fd5_001b_5536_c3b4], [0xbfc0_e6a0_cc8c_7a7d, 0x3fe6_55f0_507e_b332],
    [0xbfbe_2671_57a0_8fc0, 0x3feb_279a_3dd9_5c60], [0x3fc6_d5ea_3966_7800, 0x3fe0_3612_493f_a8fa],
    [0xbfe8_8757_210d_577e, 0x3fbb_2e1b_004c_d32a], [0x3fb2_19c1_649a_006b, 0x3fef_6fae_d5bf_cbcc],
    [0xbfab_b775_5442_e9d9, 0x3fe6_978e_8c55_12a4], [0xbfdd_90fb_4421_71e8, 0x3faa_5f1d_15fe_bc1a],
    [0x3fee_96f7_274d_015a, 0xbfe9_c003_2240_a6c0], [0x3fc2_c185_0c40_e744, 0x3fd5_1e46_3e09_7ff4],
    [0x3fae_ef8d_9d53_9944, 0x3fd9_d4af_220b_2330], [0xbfdd_4707_5609_f2f4, 0x3fe7_b00d_cc6a_8d36],
    [0x3fe3_1303_0f89_edf6, 0x3fc1_fed8_91b2_41ea], [0x3f9b_ef51_863d_40ab, 0x3fda_97f3_e08e_78cc],
    [0x3fe4_0c87_a0aa_811e, 0x3fd6_7cdf_25eb_62b4], [0xbfe5_0dce_dccd_a618, 0x3fd4_a885_fa16_4da0],
    [0x3fa1_e698_92e5_a76d, 0x3fd5_82db_6b78_fd34], [0xbfa3_f236_4150_e191, 0x3fe2_3b98_936c_e674],
    [0x3faf_8984_5e85_3334, 0x3feb_335f_6efd_41f0], [0xbfea_75b6_c97a_62ec, 0x3fe8_86eb_5116_a58a],
    [0x3fab_3cd2_88b6_6a8f, 0x3fe3_6fb6_8df0_a9e8], [0xbfac_c83d_02dc_a700, 0x3fe6_9c80_883f_f90e],
    [0x3fa4_8889_1320_0a67, 0x3fdd_5989_b46d_0abc], [0xbfcb_f0c7_bbe4_f7e0, 0x3fde_ab50_cfb7_6ee0],
    [0xbfed_7380_6b31_9976, 0xbfc2_0a43_41bc_f4a8], [0xbfa6_3b67_48f8_2256, 0x3fe1_a122_1a37_d11e],
    [0x3fdb_b358_e1f4_2500, 0xbfc4_0f6a_a5d3_1da8], [0xbfa6_0e42_2c3a_1900, 0x3fd7_2bbf_9a05_bf14],
    [0x3fba_24e8_d28c_f59d, 0x3fed_282d_0ce6_4a94], [0xbfa1_fdbe_d260_5535, 0x3fda_c4bc_0427_a9d4],
    [0x3fa3_cf85_35ad_6125, 0x3fe1_051c_daa5_b8f2], [0xbfb4_0f9a_a2e6_8e56, 0x3fee_f762_7ae6_dd22],
    [0x3fad_d33a_6a97_ed90, 0x3fe1_a0ff_85fa_560e], [0xbfad_4838_8ecd_c342, 0xbfce_723e_049d_4248],
    [0xbfaf_420a_2827_2f80, 0x3fec_7b11_5591_00ac], [0x3fb0_5792_527c_4390, 0x3feb_2efe_a54a_b024],
    [0xbfa0_1798_df3e_05a0, 0x3fd4_33f2_99c7_4d20], [0x3fe7_0bad_af43_888e, 0xbfe0_0d07_7e89_b23a],
    [0xbfd9_a6ad_25fd_7800, 0x3fb9_e8d0_d3c6_5fa0], [0xbfdb_6292_79ac_6330, 0x3fa8_20be_4c86_30c2],
    [0x3f9c_30f3_c547_9659, 0x3fcf_d6c6_85d6_39b0], [0x3fbc_a84a_4242_0fe0, 0x3fe0_047e_5c7d_6962],
    [0x3fbc_f6c0_d129_1280, 0x3fb4_fdd3_baad_5a52], [0xbfe0_53cd_13ae_1442, 0x3fc8_561e_040f_9ae8],
    [0x3fe2_01a3_a943_f1f4, 0x3fef_6f08_4990_8442], [0xbfeb_cb85_7543_145a, 0x3fbf_cff0_d71e_8fcc],
    [0xbfbd_06fd_2c16_38d8, 0x3fee_8e7b_ce6a_9358], [0xbfa9_ecfe_1df9_76ed, 0x3fe6_ebfa_a51e_9384],
    [0x3fd2_0b9c_f627_ff60, 0xbfe2_d46a_c2ce_fc38], [0xbfe4_584f_f045_e5e8, 0x3fa9_cd5d_4372_7e3e],
    [0x3fab_de21_7e25_1260, 0x3f87_5744_a93e_2928], [0xbfaa_2144_7c9b_f9f5, 0x3feb_778a_78b1_f696],
    [0x3fcc_f184_b518_94f8, 0x3fef_4b88_382c_aa64], [0xbfac_4b46_e477_d5a0, 0x3fe6_f288_4b7f_96ec],
    [0xbfb5_3fa9_08ca_8870, 0x3fe9_f1eb_a76a_0534], [0xbfa8_738e_5e13_71e4, 0x3fde_ab67_c06a_5f0c],
    [0x3fe5_8085_60b4_ce20, 0x3fdc_f065_30a1_4bc8], [0xbfc6_2fe2_a2f3_fc00, 0x3feb_6a20_b82c_1314],
];

/// Of ERF, whose results differ least often.
#[rustfmt::skip]
pub static ERF: [u64; 64] = [
    0xbff5_2be0_e6d7_6d9f, 0xbff7_39e2_2914_42b6, 0xbff7_7a0a_26ef_e35a, 0x3ff5_a00b_81d4_c530,
    0x3ff8_4190_9290_4b0f, 0x3ff7_48c7_1232_b7d0, 0x3ffe_8d81_5a30_c486, 0x3ff8_d973_0e7c_e434,
    0xbff8_b485_385e_42d2, 0xbff6_7d79_e4f8_c302, 0xbff5_176f_c99e_9468, 0xbff8_e882_7d16_f642,
    0xbff4_cf98_fea1_f266, 0x3ff5_60af_171d_b818, 0x3ff7_0d69_42b1_e60e, 0xbff5_60af_56e6_aafc,
    0xbffb_2503_c952_49de, 0xbff6_0b50_4ecc_2613, 0xc001_98db_6298_52c0, 0xbff6_6519_e659_e3ce,
    0x3ff4_0be9_b441_d938, 0x4000_7dc2_9b2d_b1f8, 0xbff6_a16d_1152_0952, 0xbff5_385f_8637_223d,
    0xbffa_6ca6_f5c6_3f90, 0x3ff6_54a5_8430_8c84, 0xbff6_985d_6672_ad28, 0xbff9_58c2_3801_9b11,
    0xbff5_a196_60e5_177c, 0xbff7_e9cf_6692_1429, 0xbff8_25e0_92b9_b5ec, 0xbff6_20db_b005_ba1c,
    0xbfff_0811_7725_2690, 0xbff8_20b1_da47_ccb5, 0x3ff8_8009_17f9_a14a, 0xc000_5967_b00e_3e72,
    0xbff8_901b_ae67_49cc, 0x3ff4_e985_8d7b_a8b6, 0x3ff8_6a0b_b87b_2069, 0x3ff8_2d2d_fca6_cc61,
    0x3ff6_e1b5_f96e_da07, 0xbff7_ab1f_bca9_0706, 0x3ffb_5936_9b21_7204, 0xbff5_5606_511b_7d2e,
    0x3ffb_4d63_b3a4_6c3a, 0x3fff_7a68_206c_3cf2, 0x3ff4_8c1e_1a73_0482, 0x3ff9_2941_8ff5_1368,
    0x3ffd_4eb3_a644_deea, 0x3ff5_a862_efee_7cdc, 0xbff6_129d_b17e_53b6, 0x3ff8_cb4f_d1f9_5594,
    0x3ff4_0634_90eb_4db0, 0x3ff5_7274_342f_4a9b, 0xbff4_41bb_ac03_7832, 0x3ffa_a2fa_d3aa_b935,
    0xbff7_9bc3_1d0d_3c0c, 0x3ffb_85e5_8cfd_5582, 0x3ff5_f611_8b1f_abf4, 0x3ffb_f446_ca65_068c,
    0xbff8_3b65_53fa_0b0c, 0x3ffc_6fe5_0040_6324, 0xbff6_b814_f725_08ee, 0xbff8_bf7d_979d_fcb8,
];

/// Of ERFC.
#[rustfmt::skip]
pub static ERFC: [u64; 32] = [
    0x4013_8961_730f_d426, 0x4024_456f_ab14_d45d, 0x400c_11d1_ca90_828c, 0x4002_1728_72ea_3280,
    0x3ffe_9ad9_fb86_f7a1, 0x4026_abcb_fa09_dd1c, 0x4016_a079_27c7_ae59, 0x4003_d8fe_fe5e_d9e2,
    0x4015_b029_b7e1_c5b4, 0x4036_6679_7615_0816, 0x402f_aba4_5053_f870, 0x400f_741a_a41a_e386,
    0x401c_4bc5_c6d2_19ef, 0x401d_c0aa_2c39_28ea, 0x4015_3b41_1037_f8d8, 0x4026_5a66_6f9e_0cde,
    0x4012_62f0_b57f_f451, 0x4012_eefd_ac8a_f73a, 0x4009_640c_f77a_01fe, 0x4035_6444_6226_5322,
    0x400b_f302_8c52_9a87, 0x401e_d123_beff_f825, 0x401d_76a0_ba80_fcac, 0x4032_25cb_5ee3_55e0,
    0x4036_95bb_5d79_699e, 0x4008_382d_531f_cce6, 0x4003_2441_e262_25f5, 0x4012_90bb_8b64_5cec,
    0x4030_8c4f_0c2a_f5ea, 0x400e_d7d5_2bd6_2fde, 0x4014_1b23_9925_4d21, 0x4008_a4aa_bc09_a4a3,
];

/// Of LOG_GAMMA.
#[rustfmt::skip]
pub static LOG_GAMMA: [u64; 8] = [
    0x3fec_c62c_963d_8fce, 0x3fe0_2300_342f_c438, 0x4011_56ad_65f3_0bb8, 0x3fe7_ad4c_67eb_c14a,
    0x3fe8_e2a1_b04b_d4aa, 0x3fea_6aa7_35eb_a1c4, 0x3fec_13a9_5750_5418, 0x3fd7_c390_a9af_83ba,
];
