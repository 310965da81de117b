"""The figures for Prometheus, and the health of the process."""
