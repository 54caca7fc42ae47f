"""What somebody who writes a driver is given: skeletons, a linter, first traces, vectors, a driver to compare with."""
