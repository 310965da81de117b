"""What is wrong with a setting, in one line: at the start, and in `referee doctor`."""

from typing import assert_never

from bot.findings import settings


def setting_problem_text(problem: settings.SettingProblem) -> str:
    """The setting, and what is allowed."""
    match problem:
        case settings.BadFile(reason):
            return f"the file .env can't be read: {reason or 'it is no text in UTF-8'}"
        case settings.BadLevel(given):
            return f"LOG_LEVEL={given}: it is DEBUG, INFO, WARNING or ERROR"
        case settings.BadLogFormat(given):
            return f"LOG_FORMAT={given}: it is text or json"
        case settings.BadToken(name):
            return f"{name} is no token: it has signs in it that a token has not"
        case settings.Lacking(name, missing):
            return f"{name} is set and {missing} is not"
        case settings.BadForumAddress(name):
            return f"{name}: it is the forum's address, such as https://forum.example.org"
        case settings.BadCategories(name, given):
            return f"{name}={given}: it is the numbers of categories, such as 5,8"
        case settings.BadInterval(name, given):
            return f"{name}={given}: it is a length of time from 1s to 10m"
        case settings.BadTimezone(name, given):
            return f"{name}={given}: it is the name of a time zone, such as UTC or Europe/Berlin"
        case settings.BadSwitch(name, given):
            return f"{name}={given}: it is on or off"
        case settings.BadPort(name, given):
            return f"{name}={given}: a port is a number from 0 to 65535"
        case settings.BadWatchAddress():
            return "WATCH_URL: it is an address without a path, such as https://watch.example.org"
        case settings.BadShardCount(given):
            return f"SHARD_COUNT={given}: it is how many shards there are in all, such as 4"
        case settings.BadShardIds(given):
            return f"SHARD_IDS={given}: it is the numbers of shards, such as 0,1 or 4-7"
        case settings.NoSuchShard(shard, count):
            return (
                f"SHARD_IDS: there is no shard {shard} where SHARD_COUNT is {count}; "
                "the first one is 0"
            )
        case _:
            assert_never(problem)
