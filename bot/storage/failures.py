"""What can go wrong with the store, as the desk needs to know it."""


class StoreError(Exception):
    """The database can't be used now; the text says why in plain words."""


class NewerDatabaseError(StoreError):
    """The database was written by a newer program."""


class StaleError(Exception):
    """Somebody else ruled first, or this message has been ruled before."""


class RoomTakenError(Exception):
    """The room has an open match already."""
