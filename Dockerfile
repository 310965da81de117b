# Built in two stages: the image that runs holds the installed program and no source tree.
#
# The base is named by its tag. To pin it to what you have tried, put the digest that
# `docker buildx imagetools inspect python:3.11-slim` prints behind it, in both places:
# python:3.11-slim@sha256:... It is not pinned here, since where this file was written no registry
# of images could be asked, and a digest that nobody has looked up pins nothing.
FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/referee \
    && /opt/referee/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
RUN /opt/referee/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/referee/bin/pip uninstall --yes setuptools

FROM python:3.11-slim
# Matches are kept in the volume; nobody but this user needs to write it.
RUN useradd --system --create-home --home-dir /data referee
COPY --from=build /opt/referee /opt/referee
USER referee
WORKDIR /data
VOLUME /data
# The commit that `referee --version` names: --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=
ENV REFEREE_COMMIT=$COMMIT
# Several threads draw and store; with an own heap for each, a fifth of the memory would lie idle.
ENV DATABASE_URL=sqlite+aiosqlite:////data/referee.sqlite3 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MALLOC_ARENA_MAX=2
# The process itself is asked: whether it can store, and hears the venues that it serves.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["/opt/referee/bin/referee", "health"]
ENTRYPOINT ["/opt/referee/bin/referee"]
