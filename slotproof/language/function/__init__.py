"""What is refused in a function: names, kinds, expressions, calls, statements, and who holds what."""
