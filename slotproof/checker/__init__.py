"""Checks proofs of solvers: a program of its own, which needs nothing but Python."""
