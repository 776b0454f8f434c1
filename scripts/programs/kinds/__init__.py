"""What Swift does beside calling functions: statements of one kind in each file."""
