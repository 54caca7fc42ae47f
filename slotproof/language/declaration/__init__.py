"""What a declaration says, read from its text, and what it forgot."""
