//! Code generation of forlane: gang code, Cranelift, run-time support, kernel calls.
