"""Figures of the referee's work for Prometheus, and its health, served over HTTP where that is set.

`docs/metrics.md` lists every figure. Nothing here can stop or slow a match: the desk tells what it
does (`bot/desk/observing.py`), and does not know who listens.
"""
