"""The settings: what the environment says, and the example file that explains them."""

from dataclasses import replace
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings import FIELDS, Settings, SettingsError, read_settings
from bot.wording.settings import WANTS

EXAMPLE = Path(__file__).parents[1] / ".env.example"


def test_the_example_file_and_the_settings_name_the_same():
    assert set(dotenv_values(EXAMPLE)) == set(FIELDS)


def test_every_setting_that_can_be_wrong_says_what_it_takes():
    assert set(WANTS) == {name for name, field in FIELDS.items() if "reader" in field.metadata}


def test_the_example_file_says_what_is_so_anyway():
    example = {name: value or "" for name, value in dotenv_values(EXAMPLE).items()}
    assert read_settings(example) == Settings()


def test_every_line_of_the_example_file_is_explained():
    blocks = EXAMPLE.read_text().strip().split("\n\n")
    for block in blocks:
        assert block.startswith("#"), block


def test_an_empty_environment_gives_the_usual_settings():
    assert read_settings({}) == Settings()
    assert read_settings({"PATH": "/bin", "LOG_LEVEL": "  ", "WEB_PORT": ""}) == Settings()


def test_settings_are_read_without_blanks_around_them():
    given = {"DISCORD_TOKEN": " abc ", "WEB_PORT": "0", "LOG_LEVEL": "debug", "WEB_HOST": "::1"}
    assert read_settings(given) == replace(
        Settings("abc"), web_port=0, log_level="DEBUG", web_host="::1"
    )


SERVER = "postgresql+asyncpg://ann@host/name"


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        *(({"DISCORD_TOKEN": quoted}, "discord_token", "abc") for quoted in ('"abc"', "'abc' ")),
        *(
            ({"DATABASE_URL": f"{scheme}://ann@host/name"}, "database_url", SERVER)
            for scheme in ("postgres", "postgresql", "postgresql+asyncpg")
        ),
        ({"DISCORD_TOKEN": "t", "DATABASE_URL": SERVER, "SHARDS": "auto"}, "shards", "auto"),
        ({"ROOM_PORT": "9000"}, "web_port", 9000),
        ({"ROOM_PORT": "9000", "WEB_PORT": "9001"}, "web_port", 9001),
    ],
)
def test_a_setting_is_read_as_it_is_meant(given, field, value):
    """In quotes, under a name of others or of former times, of which the new one wins."""
    assert getattr(read_settings(given), field) == value


@pytest.mark.parametrize("token", ["Bot abc", "a b", "'abc", '"'])
def test_token_with_blanks_or_quotes_in_it_is_refused_by_name(token):
    """Discord would say only that it knows no such token."""
    assert problem_of(DISCORD_TOKEN=token).startswith("DISCORD_TOKEN is no token: a blank, a quote")


def problem_of(**environment: str) -> str:
    with pytest.raises(SettingsError) as error:
        read_settings(environment)
    return str(error.value)


NO_ORIGINS = """
watch.example.org ftp://watch.example.org https://
https://watch.example.org/?x=1 https://ann:secret@watch.example.org https://watch.example.org:x
"""
USELESS = """
WEB_PORT=http WEB_PORT=65536 WEB_PORT=-1 WEB_PORT=0000099999 WEB_PORT=８０ ROOM=open
WEB_PROXIES=10.0.0.0/99 WEB_PROXIES=caddy METRICS_PORT=http LOG_LEVEL=LOUD LOG_FORMAT=xml
SHARD_COUNT=0 SHARD_COUNT=many SHARD_COUNT=-2
"""


@pytest.mark.parametrize("given", USELESS.split())
def test_a_value_that_cannot_be_used_is_named(given):
    assert problem_of(**dict([given.split("=")])).startswith(f"{given}: ")


@pytest.mark.parametrize(
    ("given", "begins"),
    [
        ("SHARD_IDS=0", "SHARD_IDS is set and SHARD_COUNT is not"),
        ("SHARD_COUNT=4 SHARD_IDS=first", "SHARD_IDS=first: "),
        ("SHARD_COUNT=4 SHARD_IDS=3-1", "SHARD_IDS=3-1: "),
        ("SHARD_COUNT=4 SHARD_IDS=-1", "SHARD_IDS=-1: "),
        ("SHARD_COUNT=4 SHARD_IDS=0,4", "SHARD_IDS: there is no shard 4 where SHARD_COUNT is 4"),
        ("SHARD_COUNT=2 SHARD_IDS=0-99999", "SHARD_IDS: there is no shard 99999 "),
        # A file can't be the place where machines agree.
        ("SHARDS=some", "SHARDS=some: it is auto"),
        ("SHARDS=auto", "SHARDS is set and DISCORD_TOKEN is not"),
        ("SHARDS=auto DISCORD_TOKEN=t", "SHARDS=auto shares the shards out through PostgreSQL"),
        (
            "SHARDS=auto DISCORD_TOKEN=t SHARD_COUNT=2",
            "SHARDS=auto shares the shards out by itself",
        ),
        ("ROOM_PORT=http", "WEB_PORT=http: "),
        # Pages would be elsewhere without a word after an update.
        ("ROOM_HOST=1", "ROOM_HOST is called WEB_HOST by now"),
        ("WATCH_HOST=1", "WATCH_HOST is called WEB_HOST by now"),
        ("WATCH_PORT=1", "WATCH_PORT is called WEB_PORT by now"),
        ("WATCH_URL=1", "WATCH_URL is called WEB_URL by now"),
        # What is passed on between inner addresses has a path of its own.
        ("WEB_INNER_URL=10.0.0.5:8080", "WEB_INNER_URL: "),
        ("WEB_INNER_URL=http://a/b", "WEB_INNER_URL: "),
        (f"WEB_INNER_URL=http://{'a' * 250}", "WEB_INNER_URL: "),
        ("WEB_INNER_URL=http://a?b", "WEB_INNER_URL: "),
        *((f"WEB_URL={url}", "WEB_URL: ") for url in NO_ORIGINS.split()),
    ],
)
def test_settings_that_do_not_fit_are_refused(given, begins):
    text = problem_of(**dict(one.split("=", 1) for one in given.split()))
    assert text.startswith(begins)
    assert "secret" not in text


def test_all_that_is_wrong_is_told_at_once():
    given = {"WEB_PORT": "x", "SHARD_COUNT": "0", "SHARD_IDS": "1", "NODEBB_URL": "http://a"}
    told = problem_of(**given, ROOM_HOST="0.0.0.0", WATCH_HOST="::").splitlines()  # noqa: S104
    assert [line.split()[0] for line in told] == [
        "ROOM_HOST", "WATCH_HOST", "NODEBB_URL", "NODEBB_URL", "SHARD_COUNT=0:", "WEB_PORT=x:",
    ]  # fmt: skip


def test_a_former_name_with_what_is_so_anyway_is_left_alone():
    """The example file was copied whole, and the settings have other names by now."""
    former = {"ROOM_HOST": "127.0.0.1", "WATCH_HOST": "'127.0.0.1'", "WATCH_PORT": "8081"}
    assert read_settings(former | {"ROOM_PORT": "8080", "WATCH_URL": ""}) == Settings()


@pytest.mark.parametrize(
    ("count", "ids", "shards"),
    [
        ("4", "", (0, 1, 2, 3)),
        ("4", "0,1", (0, 1)),
        ("16", "3 1, 4-7 3", (1, 3, 4, 5, 6, 7)),
        ("1", "0", (0,)),
        ("400", "399", (399,)),
    ],
)
def test_a_process_serves_the_shards_that_are_named_or_all(count, ids, shards):
    read = read_settings({"SHARD_COUNT": count, "SHARD_IDS": ids})
    assert (read.shard_count, read.shard_ids) == (int(count), shards)


def test_a_slash_at_the_end_of_the_pages_address_is_dropped():
    for url in ("https://watch.example.org:8443", "https://example.org/referee"):
        settings = read_settings({"WEB_URL": f"{url}/", "WEB_INNER_URL": "http://10.0.0.5:8080/"})
        assert (settings.web_url, settings.web_inner_url) == (url, "http://10.0.0.5:8080")


@pytest.mark.parametrize(
    ("environment", "room", "pages"),
    [
        ({}, True, True),
        ({"DISCORD_TOKEN": "x"}, False, False),
        ({"DISCORD_TOKEN": "x", "ROOM": "on"}, True, True),
        ({"DISCORD_TOKEN": "x", "WEB_URL": "https://example.org"}, False, True),
        ({"ROOM": "off"}, False, False),
    ],
)
def test_the_room_is_open_where_nothing_else_is_set(environment, room, pages):
    settings = read_settings(environment)
    assert (settings.has_room, settings.has_web) == (room, pages)


def test_secrets_are_not_shown():
    url = "postgresql+asyncpg://u:sesame@h/d"
    settings = read_settings({"DISCORD_TOKEN": "sesame", "DATABASE_URL": url})
    assert "sesame" not in repr(settings)
    assert "sesame" not in str(settings)
