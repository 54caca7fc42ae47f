"""What declarations of several containers are made of."""
