"""From a file to the transcripts in it: sessions of agents, plain JSON, lines, and what is no transcript."""
