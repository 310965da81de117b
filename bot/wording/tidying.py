"""What `referee tidy`, `referee doctor` and the log say of pictures that can be drawn again."""

from bot.findings.finding import Finding, note


def freed_text(pictures: int, size: int, kept: int, *, dry_run: bool = False) -> str:
    """What was freed, or would be: how many pictures of how many bytes."""
    done = "would be freed" if dry_run else "were freed"
    text = f"{pictures} old pictures, {_megabytes(size)}, {done}."
    return f"{text} {kept} can't be drawn again and stay." if kept else text


def facts_text(seen: int, wrong: int) -> str:
    """The facts of ended matches were made anew; `wrong` were otherwise before."""
    told = f"{wrong} of them were otherwise before" if wrong else "all were as they should be"
    return f"The facts of {seen} ended matches were made anew from their records: {told}."


def no_age_text(given: str) -> str:
    """How old a picture has to be can't be read."""
    return f"“{given}” is no number of days. Write, for instance, 90d."


def shrunk_text(before: int, after: int) -> str:
    """The database's file was packed, since no referee was at work on it."""
    return f"The database's file has {_megabytes(after)} now, {_megabytes(before)} before."


def not_shrunk_text() -> str:
    """The file keeps its size while a referee is at work; what was freed is used again."""
    return (
        "A referee is at work on this database, so its file keeps its size; what was freed is used "
        "for what comes. To make the file smaller, stop the referee and give the command again."
    )


def pictures_found(pictures: int, size: int) -> Finding:
    """What the boards in the local room's talk take."""
    return note(
        f"Pictures: {pictures} boards in the local room's talk, {_megabytes(size)}. "
        "`referee tidy --older-than 90d` frees old ones (TIDY_AFTER does it every night); they are "
        "drawn again when somebody looks at them."
    )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
