"""Drivers that misbehave, each in one way; the gate must tell which."""
