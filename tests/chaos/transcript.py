"""A match that went wrong, told for whoever has to find out why."""

from pathlib import Path

from loopback import LoopbackDiscord

from chaos.ledger import Stored
from chaos.table import Played


def write_transcript(
    folder: Path, discord: LoopbackDiscord, played: Played, stored: Stored
) -> Path:
    """Everything that was said in the match's time, what it should have been, and the events."""
    path = folder / f"match-{stored.number}.txt"
    verdicts = {one.message.id: verdict for one, verdict in played.truth.verdicts()}
    begun = min((one.id for one in discord.posted if _is_part(one.nonce, stored)), default=0)
    lines = [f"{played.profile}", ""]
    for one in discord.posted:
        if one.channel is played.channel and one.id >= begun:
            about = one.reference[1] if one.reference is not None else ""
            ruled = f"{verdicts.get(one.id, '')} {stored.rulings.get(one.id, '')}"
            text = " / ".join(one.content.splitlines())
            lines.append(
                f"{one.created_at:%H:%M:%S.%f} {one.id} {one.author.name} [{ruled}] "
                f"{one.nonce or ''} {about} {text} {dict(one.reactions)}"
            )
    lines += [""] + [f"{number} {event}" for number, event in enumerate(stored.events)]
    path.write_text("\n".join(lines) + "\n")
    return path


def _is_part(nonce: str | int | None, stored: Stored) -> bool:
    return str(nonce).startswith(f"{stored.number}.")
