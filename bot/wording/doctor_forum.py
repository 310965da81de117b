"""What `referee doctor` found at a forum."""

from datetime import timedelta
from typing import assert_never

from bot.findings import forum as findings

ZERO = timedelta(0)
_Category = findings.CategoryUnread | findings.CategoryModerated | findings.CategoryNotModerated
_Version = findings.VersionFine | findings.VersionTooOld | findings.VersionShowsTokens
_Least = findings.LeastUntold | findings.LeastFine | findings.LeastTooLong
_Clock = findings.ForumClockAgrees | findings.ForumClockApart
_Newcomers = (
    findings.PostsQueued
    | findings.NothingQueued
    | findings.NewPlayersStopped
    | findings.NewPlayersFree
    | findings.SettingsUntold
    | findings.CapitalsTaken
    | findings.CapitalsRefused
)


def forum_finding_text(finding: findings.ForumFinding) -> str:
    """What was found, without its mark."""
    if isinstance(finding, _Category):
        return _category(finding)
    if isinstance(finding, _Version):
        return _version(finding)
    if isinstance(finding, _Least):
        return _least(finding)
    if isinstance(finding, _Clock):
        return _clock(finding)
    if isinstance(finding, _Newcomers):
        return _newcomers(finding)
    match finding:
        case findings.ForumReached(forum, name, handle):
            return f"{forum}: reached; the token is {name} (@{handle})'s."
        case findings.ForumFails(forum, reason):
            return f"{forum}: {reason}."
        case findings.ThumbnailsOn():
            return "NodeBB: pictures can be uploaded (topic thumbnails)."
        case findings.ThumbnailsOff():
            return "NodeBB: topic thumbnails are off, so boards are shown as text."
        case findings.PicturesTaken():
            return "Discourse: pictures are uploaded with the posts."
        case _:
            assert_never(finding)


def _newcomers(finding: _Newcomers) -> str:
    match finding:
        case findings.PostsQueued():
            return (
                "NodeBB: posts of new members wait for approval. A turn counts from when it was "
                "written, but the host is called if it is approved too late: exempt the players."
            )
        case findings.NothingQueued():
            return "NodeBB: no post waits for approval."
        case findings.NewPlayersStopped(limits, approval):
            tight = [f"{setting} is {value}" for setting, value in limits]
            if approval:
                tight.append("posts of new members wait for approval")
            return (
                f"Discourse: {'; '.join(tight)}. New players may be stopped in the middle of a "
                "match."
            )
        case findings.NewPlayersFree():
            return "Discourse: no limit or queue stops a new player in the middle of a match."
        case findings.SettingsUntold(names):
            return (
                f"Discourse: only administrators can read {', '.join(names)}. Please look there "
                "yourself: these settings can stop a player in the middle of a match."
            )
        case findings.CapitalsTaken():
            return "Discourse: allow_uppercase_posts is on, so a bare turn in capitals is taken."
        case findings.CapitalsRefused():
            return (
                "Discourse: allow_uppercase_posts is off, so a post of capitals only is refused: "
                "players write move: d7 f8."
            )
        case _:
            assert_never(finding)


def _category(finding: _Category) -> str:
    forum, category = finding.forum, finding.category
    match finding:
        case findings.CategoryUnread():
            return f"{forum}: category {category} can't be read: {finding.reason}."
        case findings.CategoryModerated():
            return f"{forum}: the referee moderates category {category}; no queue, no flood limit."
        case findings.CategoryNotModerated():
            return (
                f"{forum}: the referee does not moderate category {category}, so its posts may "
                "wait for approval and no match is held there. Make it a moderator."
            )
        case _:
            assert_never(finding)


def _version(finding: _Version) -> str:
    match finding:
        case findings.VersionFine(forum, version):
            return f"{forum}: version {version or 'not told'}."
        case findings.VersionTooOld(version, oldest):
            return f"NodeBB: version {version}; {oldest} or later is needed."
        case findings.VersionShowsTokens(version, safe):
            return (
                f"NodeBB: version {version}. Before {safe} moderators see the token of a post that "
                "waits for approval: the referee must moderate its categories."
            )
        case _:
            assert_never(finding)


def _least(finding: _Least) -> str:
    match finding:
        case findings.LeastUntold(forum):
            return f"{forum}: the least length of a post is not told."
        case findings.LeastFine(forum, least, turn):
            return f"{forum}: a bare {turn} is long enough for a post (the least is {least})."
        case findings.LeastTooLong(forum, least, turn, setting):
            return (
                f"{forum}: a post needs {least} characters, so a bare {turn} is refused. Set "
                f"{setting} to {len(turn)}, or have the players write: move: {turn}, good luck."
            )
        case _:
            assert_never(finding)


def _clock(finding: _Clock) -> str:
    match finding:
        case findings.ForumClockAgrees(forum):
            return f"{forum}: the forum's clock and this machine's agree."
        case findings.ForumClockApart(forum, ahead):
            seconds = round(abs(ahead).total_seconds())
            way = "ahead of" if ahead > ZERO else "behind"
            return (
                f"{forum}: this machine's clock is {seconds} s {way} the forum's; the forum's "
                "counts."
            )
        case _:
            assert_never(finding)
