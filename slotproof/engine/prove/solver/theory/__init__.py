"""What solvers are told of numbers, sets, bits, texts and data."""
