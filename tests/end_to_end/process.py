"""The referee as a process of its own on a loopback Discord, with its database beside it."""

from pathlib import Path

from chaos.process import RefereeProcess
from loopback import LoopbackDiscord


class DiscordReferee(RefereeProcess):
    """One process at a time; the next one goes on with the same database."""

    def __init__(self, discord: LoopbackDiscord, folder: Path) -> None:
        self.database = folder / "referee.sqlite3"
        settings = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
        }
        super().__init__(folder, settings)
