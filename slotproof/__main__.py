"""`python -m slotproof` is the command `slotproof`."""

from slotproof.cli import main

if __name__ == "__main__":
    main()
