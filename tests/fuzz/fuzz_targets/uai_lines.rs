#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| boardloom_fuzz::run("uai_lines", bytes));
