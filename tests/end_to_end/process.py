"""The referee as a process of its own on a loopback Discord, with its database beside it."""

import asyncio
import signal
from datetime import timedelta
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

    async def freeze(self, length: timedelta) -> None:
        """Stops it in its tracks for a while, as a sleeping laptop does."""
        process = self._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(length.total_seconds())
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGCONT)
