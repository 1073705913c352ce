"""One folder a wire format: how its messages are read. None knows another.

Each folder's record, in its `__init__`, says where its functions stand.
"""
