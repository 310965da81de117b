"""Commands that come to light when others have been ruled after them.

The host writes `host undo` at 10:00, and the post waits for approval. At 10:05 Blue plays; at
11:00 somebody approves the post. To take Blue's turn back is not what the host asked for: whoever
wrote the command is asked to write it again. What only answers or asks back is done all the same.
"""

from bot.commands.acts import READERS, act_of, match_named
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import Late
from bot.commands.confirming import is_confirmed, to_confirm
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.commands.show import within_reach
from bot.desk.desk import Desk
from bot.referee.late_turns import has_moved_on
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.submission import Said, Submission
from bot.venues.forum.listening import Heard, post_of


async def set_aside_overtaken(desk: Desk, latest: tuple[int, Match] | None, heard: Heard) -> None:
    """Takes overtaken commands out of `heard`; `latest` is the topic's last match, if any."""
    late = set()
    for act in heard.said:
        if latest is not None and await _is_overtaken(desk, latest, act):
            late.add(act.message)
    for _, order, asker in heard.questions:
        if await _is_asked_too_late(desk, latest, order, asker):
            late.add(asker.message)
    heard.said = [act for act in heard.said if act.message not in late]
    heard.questions = [asked for asked in heard.questions if asked[2].message not in late]
    heard.overtaken = {post_of(message) for message in late if message is not None}


async def _is_overtaken(desk: Desk, latest: tuple[int, Match], submission: Submission) -> bool:
    """Whether a command is overtaken; never a turn, since the host is called for a late one."""
    number, match = latest
    if isinstance(submission.act, Said) or not has_moved_on(match, submission.sent_at):
        return False
    # A command that was ruled in time lacks its answer at the most.
    return submission.message is None or not await desk.has_ruled(number, submission.message)


async def _is_asked_too_late(
    desk: Desk, latest: tuple[int, Match] | None, order: Order, asker: Asker
) -> bool:
    """Whether a command would change something, and its match has moved on after it."""
    try:
        if not _changes_something(order, asker):
            return False
        named = match_named(order)
    except OrderError:
        return False
    meant = latest if named is None else await within_reach(desk, named, asker)
    number, match = meant or (0, None)
    if match is None or not has_moved_on(match, asker.at):
        return False
    if order.command is Name.START and (not match.over or match.opened_at == asker.at):
        # The room is taken, and the answer says so; or the command opened this very match.
        return False
    return asker.message is None or not await desk.has_ruled(number, asker.message)


def _changes_something(order: Order, asker: Asker) -> bool:
    """Whether a command does more than answer a question or ask one."""
    if order.command not in READERS:
        return COMMANDS[order.command].late is not Late.NOW
    act = act_of(order, asker.seats)
    return act is not None and (not to_confirm(act) or is_confirmed(order))
