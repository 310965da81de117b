"""Breaks the world around a real referee process and proves that nobody is wronged.

    make chaos KILLS=20 SEED=7 VENUE=discord

Matches are played by a script on a loopback Discord or in the local room, in real time. Meanwhile
requests fail, the store fails, the process stands still, and the referee is killed at random
instants. What it should have ruled is known to a judge (`record`, `verdict`) who shares no code
with it: the rules are the oracle's, the clock is worked out anew (`clockwork`), the time on duty is
seen from outside (`timesheet`). With CUPS=4 the matches are those of cups, which `cup_storm` holds
and `cup_verdict` judges. `sown` shows that the judge finds what is wrong.
"""
