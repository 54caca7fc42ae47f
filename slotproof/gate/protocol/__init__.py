"""What is said between gate and port, and what a port must answer."""
