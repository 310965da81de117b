"""What can go wrong with the store, as the desk needs to know it."""


class StoreError(Exception):
    """The database can't be used now; the text says why in plain words."""


class NewerDatabaseError(StoreError):
    """The database was written by a newer program."""


class DamagedMatchError(StoreError):
    """One match can't be read, now or later; the others can."""


class StaleError(Exception):
    """Somebody else ruled first, or this message has been ruled before."""


class RoomTakenError(Exception):
    """The room has an open match already."""


_PLAIN = {
    "database is locked": "another program holds the database",
    "disk is full": "the disk is full",
    "readonly database": "the database file is read-only",
    "unable to open": "the database file can't be opened: is its folder there, and writable?",
    "not a database": "the file is no database",
    "malformed": "the database file is damaged: restore a backup",
    "disk I/O error": "the disk can't be read or written",
}


def plain(error: BaseException) -> str:
    """What a database's error means, in words for whoever runs the referee."""
    text = str(error) or type(error).__name__
    known = (words for sign, words in _PLAIN.items() if sign in text)
    return next(known, text.splitlines()[0])
