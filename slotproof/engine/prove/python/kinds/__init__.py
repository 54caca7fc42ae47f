"""What values there are, and the state that holds them."""
