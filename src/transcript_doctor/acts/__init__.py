"""What can be done with a transcript: check it, and on that ground everything else."""
