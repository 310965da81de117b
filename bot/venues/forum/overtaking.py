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
from bot.desk.late import has_moved_on
from bot.referee.match import Match
from bot.referee.problems import OrderError
from bot.referee.submission import Said, Submission
from bot.venues.forum.listening import Heard, post_of


async def set_aside_overtaken(desk: Desk, found: tuple[int, Match] | None, heard: Heard) -> None:
    """Takes the commands that were overtaken out of what there is to be done.

    `found` is the match that is or was held in the topic.
    """
    late = set()
    for one in heard.said:
        if found is not None and await _is_overtaken(desk, found, one):
            late.add(one.message)
    for _, order, asker in heard.questions:
        if await _is_asked_too_late(desk, found, order, asker):
            late.add(asker.message)
    heard.said = [one for one in heard.said if one.message not in late]
    heard.questions = [one for one in heard.questions if one[2].message not in late]
    heard.overtaken = {post_of(message) for message in late if message is not None}


async def _is_overtaken(desk: Desk, found: tuple[int, Match], said: Submission) -> bool:
    """Whether an act is; a late turn is another matter: the host is called for that."""
    if isinstance(said.act, Said) or not has_moved_on(found[1], said.sent_at):
        return False
    # What was ruled in time lacks its answer at the most.
    return said.message is None or not await desk.has_ruled(found[0], said.message)


async def _is_asked_too_late(
    desk: Desk, found: tuple[int, Match] | None, order: Order, asker: Asker
) -> bool:
    """Whether a command would change something, given what was ruled after it."""
    try:
        if not _changes_something(order, asker):
            return False
        number = match_named(order)
    except OrderError:
        return False
    there = found if number is None else await within_reach(desk, number, asker)
    if there is None or not has_moved_on(there[1], asker.at):
        return False
    if order.command is Name.START and (not there[1].over or there[1].opened_at == asker.at):
        # The room is taken, which is all there is to say; or it opened this very match.
        return False
    return asker.message is None or not await desk.has_ruled(there[0], asker.message)


def _changes_something(order: Order, asker: Asker) -> bool:
    """Whether a command does more than to answer or to ask back."""
    if order.command not in READERS:
        return COMMANDS[order.command].late is not Late.NOW
    act = act_of(order, asker.seats)
    return act is not None and (not to_confirm(act) or is_confirmed(order))
