"""What is looked at and recorded by those who change containers and judges."""
