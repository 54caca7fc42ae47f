"""Small mistakes made on purpose, and which judge notices each: `slotproof mutants`."""
