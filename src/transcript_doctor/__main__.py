"""`python -m transcript_doctor` is the command `transcript-doctor`."""

from __future__ import annotations

from transcript_doctor.cli.main import main

if __name__ == "__main__":
    main()
