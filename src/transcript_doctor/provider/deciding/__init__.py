"""What a provider decides, without HTTP: who is asked, what is refused, what is told."""
