"""How each container is stored: the arrays a port would use."""
