"""Why a venue could not do what was asked: told to whoever asked, or where a match can't go on."""

# Discord
UNSEEN = "I can't see that channel."
NO_THREADS_THERE = "A thread can be opened in a text channel only."
WHICH_FORUM = "Say in which forum: where:post channel:#forum, or ask in one of its posts."
HELD_IN_THIS_POST = "The match is held in this post."
SERVER_UNAVAILABLE = "the server is unavailable"
CHANNEL_GONE, NOT_ON_SERVER = "the channel is gone", "I am not on that server any more"
ARCHIVED, LOCKED = "the thread is archived", "the thread is locked"
TIMED_OUT, DENIED_BY_NAME = "timed out", "denied by name"
NO_ROLE_HAS_IT, NOT_IN_THREAD = "no role has it", "not in that private thread"
DISCORD_SILENT = "Discord did not answer in time"
NOT_CONNECTED = "Discord is not connected"
TOKEN_REFUSED = "Discord refuses the token: check DISCORD_TOKEN."  # noqa: S105
DISCORD_REFUSALS = {
    10003: CHANNEL_GONE,
    10004: NOT_ON_SERVER,
    50001: "I can't see the channel any more",
    50007: "they take no direct messages from me",
    50008: "nobody can write in that channel",
    50013: "I lack a permission in the channel",
    50083: ARCHIVED,
    160002: "I may not read the channel's history",
    160005: LOCKED,
}
"""The reasons for which Discord refuses for good, by its own codes."""
# Any venue
OUT_OF_SYNC = "the match went out of sync while its room was read"
# Forums
FORUM_SILENT = "the forum does not answer; I try again soon"
NOT_REACHED = "the forum has not been reached yet"
BUSY_TOPIC = "somebody writes in the topic all the time; I read it again soon"
LONG_TOPIC = "the topic is too long to be read"
TOPIC_QUEUED = "the new topic waits for approval"
NO_PICTURES = "the forum takes no pictures for now"
PICTURE_REFUSED = "the forum did not take the picture"
NOBODY = "nobody is there to be told"
IN_CIRCLES = "the forum sends me in circles"
ELSEWHERE = "the forum sends me to another host"
NO_DATE = "the forum's answer has no date"
NO_JSON = "the forum's answer is no JSON"
TOO_LONG = "the forum's answer is too long"
NOT_AS_SAID = "the forum's answer is not what its software says"
NO_DISCOURSE = "There is no Discourse at DISCOURSE_URL."
KEY_REFUSED = "Discourse refuses the key: check DISCOURSE_KEY and DISCOURSE_USER."
NO_NODEBB = "There is no NodeBB at NODEBB_URL."
NODEBB_TOKEN_REFUSED = "NodeBB refuses the token: check NODEBB_TOKEN."  # noqa: S105
MASTER_TOKEN = (
    "NODEBB_TOKEN is a master token, which belongs to nobody: create one with the user ID of the "  # noqa: S105
    "referee's account, not 0 (Admin → Settings → API Access)."
)
BANNED = "The forum has banned the referee's account."
ANOTHERS_TOKEN = "The forum's token belongs to another account by now."  # noqa: S105


def unsent_text(why: str) -> str:
    """An announcement that a venue raised another error than its own for."""
    return f"it could not be sent: {why}"


def discord_unreached_text(why: str) -> str:
    """`why` is the network's word for it."""
    return f"Discord could not be reached: {why}"


def lacking_text(name: str, permissions: str, cause: str) -> str:
    """Somebody, or the referee where no name is given, lacks permissions where a match is held."""
    return f"{f'{name} lacks' if name else 'I lack'} the {permissions} there ({cause})"


def denied_to_text(role: str) -> str:
    """What takes a permission from somebody: a role's rule in that channel."""
    return f"denied to {role if role.startswith('@') else f'the role {role}'}"


def not_on_server_text(name: str) -> str:
    """A player has left before the start."""
    return f"{name} is not on this server any more"


def refused_text(why: str) -> str:
    """Discord's own word for why not."""
    return f"Discord refused: {why}"


def answered_text(status: int) -> str:
    """A status of HTTP that says no more than that it did not work."""
    return f"Discord answered {status}"


def forum_unreached_text(why: str) -> str:
    """`why` is the network's word for it."""
    return f"the forum can't be reached ({why})"


def forum_answers_text(status: int, *, to_picture: bool = False) -> str:
    """A status of HTTP that says no more than that it did not work."""
    return f"the forum answers {status}{' to a picture' * to_picture}"
