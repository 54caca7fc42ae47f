"""What the sources say, without importing them, and what a unit of work reaches of them."""
