"""Files, names, classes and kinds of a program, and what stands at the top of a module and in a class."""
