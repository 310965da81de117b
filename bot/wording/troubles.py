"""What is said when the referee itself is in trouble."""


def busy_text() -> str:
    """An act could not be ruled just now."""
    return "I can't get at my records right now. Nothing was changed; please try again in a moment."


def trouble_text() -> str:
    """Told to the room once, when nothing can be ruled for a while."""
    return (
        "🛠️ I am in trouble and can't rule at the moment. No clock runs until I am back, and what "
        "you write now will be read then."
    )


def speechless_text() -> str:
    """An announcement could not be worded; the match goes on."""
    return "Something happened here that I can't put into words. Ask me for: status"


def out_of_reach_text(number: int, room: str, reason: str) -> str:
    """Told to the host alone, when a match can't go on in its room."""
    return (
        f"⏸️ I had to pause match {number} in {room}: {reason}. Nothing is lost. Once that is "
        f"mended, resume it there with /match resume, or move it: /match move match:{number}."
    )
