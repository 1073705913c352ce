"""Other tools that check histories, beside this one over the same data; one adapter each."""
