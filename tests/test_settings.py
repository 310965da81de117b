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
    """And what is not a setting is left alone."""
    assert read_settings({}) == Settings()
    assert read_settings({"PATH": "/bin", "LOG_LEVEL": "  ", "WEB_PORT": ""}) == Settings()


def test_settings_are_read_without_blanks_around_them():
    settings = read_settings(
        {"DISCORD_TOKEN": " abc ", "WEB_PORT": "0", "LOG_LEVEL": "debug", "WEB_HOST": "::1"}
    )
    assert settings == replace(Settings("abc"), web_port=0, log_level="DEBUG", web_host="::1")


def problem_of(**environment: str) -> str:
    """What is said of settings that can't be used."""
    with pytest.raises(SettingsError) as error:
        read_settings(environment)
    return str(error.value)


USELESS = """
WEB_PORT=http WEB_PORT=65536 WEB_PORT=-1 WEB_PORT=0000099999 WEB_PORT=８０ ROOM=open
WEB_PROXIES=10.0.0.0/99 WEB_PROXIES=caddy METRICS_PORT=http LOG_LEVEL=LOUD LOG_FORMAT=xml
"""


@pytest.mark.parametrize("given", USELESS.split())
def test_a_value_that_cannot_be_used_is_named(given):
    name, value = given.split("=")
    assert problem_of(**{name: value}).startswith(f"{given}: ")


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
    """Numbers and ranges, in any order, each once."""
    read = read_settings({"SHARD_COUNT": count, "SHARD_IDS": ids})
    assert (read.shard_count, read.shard_ids) == (int(count), shards)


@pytest.mark.parametrize(
    ("count", "ids", "begins"),
    [
        ("0", "", "SHARD_COUNT=0: "),
        ("many", "", "SHARD_COUNT=many: "),
        ("-2", "", "SHARD_COUNT=-2: "),
        ("", "0", "SHARD_IDS is set and SHARD_COUNT is not"),
        ("4", "first", "SHARD_IDS=first: "),
        ("4", "3-1", "SHARD_IDS=3-1: "),
        ("4", "-1", "SHARD_IDS=-1: "),
        ("4", "0,4", "SHARD_IDS: there is no shard 4 where SHARD_COUNT is 4"),
        ("2", "0-99999", "SHARD_IDS: there is no shard 99999 "),
    ],
)
def test_shards_that_cannot_be(count, ids, begins):
    """With what is allowed."""
    assert problem_of(SHARD_COUNT=count, SHARD_IDS=ids).startswith(begins)


@pytest.mark.parametrize(
    ("given", "begins"),
    [
        ({"SHARDS": "some"}, "SHARDS=some: it is auto"),
        ({}, "SHARDS is set and DISCORD_TOKEN is not"),
        ({"DISCORD_TOKEN": "t"}, "SHARDS=auto shares the shards out through PostgreSQL"),
        ({"DISCORD_TOKEN": "t", "SHARD_COUNT": "2"}, "SHARDS=auto shares the shards out by itself"),
    ],
)
def test_shards_are_shared_out_through_a_server_and_not_by_hand_as_well(given, begins):
    """A file can't be the place where machines agree."""
    assert problem_of(**{"SHARDS": "auto"} | given).startswith(begins)
    server = {"DISCORD_TOKEN": "t", "DATABASE_URL": "postgresql+asyncpg://u@h/d"}
    assert read_settings(server | {"SHARDS": "auto"}).shards == "auto"


NO_ORIGINS = """
watch.example.org ftp://watch.example.org https://
https://watch.example.org/?x=1 https://ann:secret@watch.example.org https://watch.example.org:x
"""


@pytest.mark.parametrize("given", NO_ORIGINS.split())
def test_pages_have_an_address_without_a_question(given):
    """A password in it is not repeated."""
    text = problem_of(WEB_URL=given)
    assert text.startswith("WEB_URL: ")
    assert "secret" not in text


def test_a_slash_at_the_end_of_the_pages_address_is_dropped():
    """Links are made by adding to it; it may have a path."""
    for url in ("https://watch.example.org:8443", "https://example.org/referee"):
        assert read_settings({"WEB_URL": f"{url}/"}).web_url == url


@pytest.mark.parametrize(
    "given", ["10.0.0.5:8080", "http://a/b", f"http://{'a' * 250}", "http://a?b"]
)
def test_an_inner_address_is_one_without_a_path(given):
    """It stands with a lease, and what is passed on has a path of its own."""
    assert problem_of(WEB_INNER_URL=given).startswith("WEB_INNER_URL: ")
    url = "http://10.0.0.5:8080"
    assert read_settings({"WEB_INNER_URL": f"{url}/"}).web_inner_url == url


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("ROOM_HOST", "WEB_HOST"),
        ("WATCH_HOST", "WEB_HOST"),
        ("WATCH_PORT", "WEB_PORT"),
        ("WATCH_URL", "WEB_URL"),
    ],
)
def test_a_former_name_is_refused_with_the_new_one(former, name):
    """Somebody updates, and their pages would be elsewhere without a word."""
    assert f"{former} is called {name} by now" in problem_of(**{former: "1"})


def test_the_rooms_port_is_read_under_its_former_name_for_a_while():
    """The new name wins, and is the one that is told."""
    assert read_settings({"ROOM_PORT": "9000"}).web_port == 9000
    assert read_settings({"ROOM_PORT": "9000", "WEB_PORT": "9001"}).web_port == 9001
    assert problem_of(ROOM_PORT="http").startswith("WEB_PORT=http: ")


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
    """Or where it is said so; pages are served for it, or where they have an address."""
    settings = read_settings(environment)
    assert (settings.has_room, settings.has_web) == (room, pages)


def test_secrets_are_not_shown():
    settings = read_settings(
        {"DISCORD_TOKEN": "sesame", "DATABASE_URL": "postgresql+asyncpg://u:sesame@h/d"}
    )
    assert "sesame" not in repr(settings)
    assert "sesame" not in str(settings)
