"""What a declaration says, as the prover reads it."""
