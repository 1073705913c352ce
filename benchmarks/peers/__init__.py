"""Other tools that check histories, side by side with this one over the same data. One adapter each."""
