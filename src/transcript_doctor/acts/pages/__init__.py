"""Pages in Markdown that are made from rules, their cases, and the laws of targets."""
