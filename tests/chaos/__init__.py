"""Breaks the world around a real referee process and proves that nothing is lost.

    make chaos KILLS=20 SEED=7

Matches are played by a script on a loopback Discord, in real time. Meanwhile requests fail, the
gateway breaks, events come twice and out of order, and the referee is killed at random instants.
What it should have ruled is known from the script alone (`truth`), by a second referee that shares
no code with the engine; it is compared with what lies in the database and in the channels.
"""
