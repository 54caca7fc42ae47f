"""Random programs, by which the prover is compared with CPython; see `tests/README.md`."""
