"""Examples of what the language refuses, each beside what it takes."""
