"""What is said only on forums."""

ALBUM_TITLE = "The referee's pictures"
ALBUM_TEXT = (
    "Pictures of boards that are shown in the topics of matches. Nothing needs to be read here; "
    "please leave this topic where it is."
)
NEW_TOPIC_TEXT = "This topic is for one match. The referee opens it with the next post."
WHISPER_TITLE = "From the referee of your match"
QUEUED = "my posts wait for approval here: make me a moderator of this category"
MODERATE = "Moderate this category"
OUTSIDE = "the topic is in none of the categories that I referee in"
OTHER_FORUM = "the topic is on another forum than the one that I serve now"
UNMODERATED = "I do not moderate the category that the topic was moved to"
LOCKED = "the topic is locked"
DELETED = "the topic was deleted"
MERGED = "the topic was merged into another"
TOO_LONG = "the topic has more than 5,000 posts; move the match to a new one"
TOO_MANY = "500 matches are open on this forum; no other can be opened until one of them is over."


def two_turns_text() -> str:
    """A post with two lines that are turns."""
    return (
        "There are two turns in your post, so neither counts. Please post the one you mean; where "
        "they are one turn, write all its stones in one line."
    )


def meddled_text() -> str:
    """Somebody else edited a post before the referee saw it."""
    return (
        "Somebody else edited your post before I saw it, so I don't rule it. Please post it anew."
    )
