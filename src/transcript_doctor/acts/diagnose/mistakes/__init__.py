"""The mistakes in code that break histories: one record each, by what they do to a history."""
