"""A cup on Discord, as its host and its players meet it."""

from collections import Counter
from collections.abc import Callable

from loopback import Channel, LoopbackDiscord, Message
from loopback.bell import PATIENCE

from end_to_end.house import DiscordHouse

TIED = ["A2", "A1", "C2", "B1", "B3", "B2", "C1"]
"""Side 2, Plur: the turns of both, after which each has as much as the other."""


class DiscordCup:
    """A cup of some people of one server."""

    def __init__(self, place: DiscordHouse, *names: str) -> None:
        self._place = place
        self.discord, self.room = place.discord, place.room
        self.host = place.discord.user("Hanna", guilds=[place.guild])
        self.people = {name: place.discord.user(name, guilds=[place.guild]) for name in names}

    async def _until(self, check: Callable[[], object], what: str) -> None:
        """Time passes until something is so."""
        waiting = self.discord.wait_until(check, PATIENCE, lambda: f"{what}\n{self.transcript()}")
        await self._place.pass_while(waiting)

    async def open(self, **options: object) -> Message:
        """The host opens the sign-up; the card."""
        await self.discord.slash(self.room, self.host, "cup open", name="Colosseum", **options)
        return await self.said("sign up now")

    async def join(self, card: Message, *names: str) -> list[str]:
        """People press Join; what each is told."""
        people = [self.people[name] for name in names]
        # Of two who press at once, nobody knows who is first.
        return [(await self.discord.click(card, "Join", person)).content for person in people]

    async def begin(self, **options: object) -> None:
        """The host closes the sign-up; seeds are in the order of entry unless said otherwise."""
        await self.discord.slash(
            self.room, self.host, "cup start", **{"seeding": "order"} | options
        )

    def threads(self) -> dict[str, Channel]:
        """The pairings' threads by their titles; two of one title are an error."""
        mine = [
            one for one in self._place.guild.threads if one.owner_id == self.discord.world.bot.id
        ]
        titles = {one.name: one for one in mine}
        assert len(titles) == len(mine), [one.name for one in mine]
        return titles

    async def thread(self, *names: str) -> Channel:
        """The newest thread of a pairing, once it is there and its match too."""
        named = " – ".join(names)
        await self._until(lambda: self._thread(names), f"a thread of {named}")
        found = self._thread(names)
        assert found is not None
        await self._until(lambda: told(self.discord, found, "Press Ready"), f"a match of {named}")
        return found

    def _thread(self, names: tuple[str, ...]) -> Channel | None:
        alike = [one for title, one in self.threads().items() if all(map(title.count, names))]
        return max(alike, key=lambda one: one.id, default=None)

    async def press(self, room: Channel, label: str, *names: str) -> None:
        """People press a button of the match that is open in a room, once there is one."""
        await self._until(lambda: self._card(room, label), f"{label} in {room.name}")
        for name in names:
            await self.discord.click(self._card(room, label), label, self.people[name])

    def _card(self, room: Channel, label: str) -> Message | None:
        """The newest message with a button; what stands above the end of a match is out of date."""
        mine = told(self.discord, room, "")
        ended = max((one.id for one in mine if "🏁" in one.content), default=0)
        return next((one for one in reversed(mine) if has(one, label) and one.id > ended), None)

    async def play(self, room: Channel, winner: str, loser: str) -> None:
        """A match: both are ready, and one resigns."""
        begun = len(told(self.discord, room, "Both are ready"))
        await self.press(room, "Ready", winner, loser)
        await self._until(
            lambda: len(told(self.discord, room, "Both are ready")) > begun, f"{room.name} begins"
        )
        over = len(told(self.discord, room, "resigned"))
        await self.discord.slash(room, self.people[loser], "match resign", confirm="yes")
        await self._until(
            lambda: len(told(self.discord, room, "resigned")) > over, f"{room.name} ends"
        )

    async def said(self, part: str) -> Message:
        await self._until(lambda: self.told(part), part)
        return self.told(part)[0]

    def told(self, part: str = "") -> list[Message]:
        return told(self.discord, self.room, part)

    def assert_told_once(self) -> None:
        """No announcement stands anywhere twice, and no pairing has two threads."""
        self.threads()
        rooms = [self.room, *self._place.guild.threads]
        sent = [one for room in rooms for one in told(self.discord, room, "") if one.nonce]
        twice = [(nonce, n) for nonce, n in Counter(one.nonce for one in sent).items() if n > 1]
        assert not twice, (twice, self.transcript())

    def transcript(self) -> str:
        rooms = [self.room, *self._place.guild.threads]
        said = [f"#{room.name}\n" + "\n".join(map(line, room.history)) for room in rooms]
        return "\n\n".join(said)


def line(message: Message) -> str:
    """A message as people see it."""
    buttons = "".join(f" [{one.label}]" for one in message.buttons)
    rung = "".join(f" 🔔{one.name}" for one in message.mentions.users)
    picture = " 🖼" * len(message.attachments)
    return f"  {message.author.name}: {message.content}{picture}{buttons}{rung}"


def told(discord: LoopbackDiscord, room: Channel, part: str) -> list[Message]:
    mine = (one for one in discord.messages(room) if one.author is discord.world.bot)
    return [one for one in mine if part in one.content]


def has(message: Message, label: str) -> bool:
    return any(one.label == label for one in message.buttons)
