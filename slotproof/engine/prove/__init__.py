"""The prover that reads: it interprets syntax trees, and never runs what it judges."""
