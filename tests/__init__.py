"""Does it survive? Random walks, regressions, and checks of the checkers."""
