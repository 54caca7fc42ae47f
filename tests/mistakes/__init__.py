"""Mistakes in judges, each with the tests that see it: `python -m tests.mistakes` makes them."""
