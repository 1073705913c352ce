"""Reports as people and machines read them: text, JSON, SARIF, GitHub workflow commands.

Each writer turns entries into text one by one, so that a long run can be read while it goes on.
Whatever comes from a transcript is made printable first.
"""
