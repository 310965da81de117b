"""What the pages of a server's matches say, and what the commands about them answer."""

LOCAL_ROOM = "The local room"
"""The name of the one server that the rooms of this machine are of."""
