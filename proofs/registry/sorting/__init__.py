"""Sorted groups and pools: what is promised of their order, what members are compared by, and the loops of both."""
