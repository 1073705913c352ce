"""What a caller hands over, opened: plain values, their format, the target that is meant, what is stated."""
