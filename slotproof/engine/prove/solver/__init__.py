"""Terms, and the questions that are put to both solvers."""
