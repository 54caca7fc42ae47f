"""Random walks of calls on both sides: the judge `walk`."""
