"""Where Discord is: its own addresses, or those of the settings."""

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.settings import Settings


def use_api_address(settings: Settings) -> None:
    """Has discord.py send its requests to the address of the settings, where they name one.

    `https://proxy.example/api/v10/` is as good as without the slash behind: discord.py appends
    paths that begin with one, and Discord knows no path that begins with two.
    """
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url.rstrip("/")


def use_gateway_address(settings: Settings) -> None:
    """Has discord.py open its gateway at the address of the settings, where they name one."""
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway_url)
