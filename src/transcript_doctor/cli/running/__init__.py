"""A run over many files: what is done with each, in one process or several, and how far it is."""
