"""Every state that is reached within a scope, and every array that could be: the judge `explore`."""
