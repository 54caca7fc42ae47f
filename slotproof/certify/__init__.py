"""Makes certificates with cvc5 of what proofs rest on, and has each checked at once."""
