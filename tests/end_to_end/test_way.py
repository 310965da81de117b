"""The way of a message as `CONTRIBUTING.md` tells it: each function in its order, and no other."""

import re
from itertools import groupby
from pathlib import Path

from end_to_end.way import ROOT, SPINES, of_message


async def test_way_of_a_message_is_as_it_is_told():
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = contributing.partition("## The way of a message\n")[2].partition("\n## ")[0]
    told = [
        it for line in re.findall(r"^\d+\. .*", section, re.M) for it in re.findall("`(.+?)`", line)
    ]
    message = await of_message()
    hops = [hop for ends in SPINES for hop in message.spines[ends] if "<" not in hop.co_qualname]
    files = [file for file, _ in groupby(hop.co_filename for hop in hops)]
    assert [it for it in told if not it.endswith(".py")] == [hop.co_qualname for hop in hops]
    assert [Path(it).name for it in told if it.endswith(".py")] == [Path(it).name for it in files]
    assert {it for it in told if it.startswith("bot/")} <= {
        it[len(str(ROOT)) + 1 :] for it in files
    }
