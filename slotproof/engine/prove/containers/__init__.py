"""What a proof uses of other proofs: of parts, of containers within, of operations that are called."""
