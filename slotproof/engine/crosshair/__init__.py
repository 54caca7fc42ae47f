"""Single steps from any state of a bounded shape, with CrossHair: the judge `contracts`."""
