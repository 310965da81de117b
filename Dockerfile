# Built in two stages: the image that runs holds the installed program and no source tree.
FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/referee \
    && /opt/referee/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
RUN /opt/referee/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
# Matches are kept in the volume; nobody but this user needs to write it.
RUN useradd --system --create-home --home-dir /data referee
COPY --from=build /opt/referee /opt/referee
USER referee
WORKDIR /data
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/referee.sqlite3 PYTHONUNBUFFERED=1
ENTRYPOINT ["/opt/referee/bin/referee"]
