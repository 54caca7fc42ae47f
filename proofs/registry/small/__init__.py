"""Tiny registries: those whose every reachable state is visited, and the shapes that CrossHair asks about."""
