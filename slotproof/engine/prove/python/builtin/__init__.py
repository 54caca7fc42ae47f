"""What operators, built-in functions, and methods of built-in kinds mean."""
