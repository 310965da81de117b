"""nginx and Caddy with TLS in front of a referee, set up as the documents say."""

import asyncio
import contextlib
import re
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from loopback.bell import PATIENCE
from programs import find_proxy

ROOT = Path(__file__).parents[2]
DOMAIN, FOREIGN = "referee.test", "elsewhere.test"
_BLOCKS = re.compile(r"^   ```\n(.*?)^   ```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Proxy:
    """A proxy at a port of this machine; all that it logs goes into a file."""

    port: int
    trust: ssl.SSLContext
    log: Path


@contextlib.asynccontextmanager
async def proxy(
    name: str, folder: Path, port: int, upstream: int, path: str
) -> AsyncIterator[Proxy]:
    """Starts nginx or Caddy; what lies below `path` is the referee's, at the port `upstream`."""
    await _certify(folder)
    config = (_nginx if name == "nginx" else _caddy)(folder, port, upstream, path)
    file = folder / f"{name}.conf"
    file.write_text(config)
    program = find_proxy(name)
    assert program is not None
    command = (
        [program, "-c", str(file), "-p", str(folder), "-e", str(folder / "proxy.log")]
        if name == "nginx"
        else [program, "run", "--config", str(file), "--adapter", "caddyfile"]
    )
    with (folder / "proxy.log").open("a") as log:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=log, stderr=log, env={"HOME": str(folder)}
        )
        try:
            await _listens(process, port)
            trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
            yield Proxy(port, trust, folder / "proxy.log")
        finally:
            process.terminate()
            await process.wait()


def documented(beginning: str) -> str:
    """A block of the document on watch pages, by how it begins."""
    blocks = _BLOCKS.findall((ROOT / "docs" / "watch.md").read_text())
    (block,) = (one for one in blocks if one.lstrip().startswith(beginning))
    return str(block)


def _nginx(folder: Path, port: int, upstream: int, path: str) -> str:
    location = documented("location / {").replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    location = location.replace("location /", f"location {path}/")
    return f"""
    daemon off; pid nginx.pid; worker_processes 1; error_log proxy.log info;
    events {{ }}
    http {{
      access_log proxy.log;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
        {location}
      }}
    }}
    """


def _caddy(folder: Path, port: int, upstream: int, path: str) -> str:
    """As documented; the path is taken away before the referee is asked, as Caddy can."""
    site = documented("referee.example.org {").replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    names = f"https://{DOMAIN}:{port}, https://{FOREIGN}:{port}"
    site = site.replace("referee.example.org", names)
    here = f"bind 127.0.0.1\ntls {folder}/cert.pem {folder}/key.pem\n"
    site = site.replace("reverse_proxy", f"{here} handle_path {path}/* {{\n reverse_proxy", 1)
    site = site.rstrip().removesuffix("}") + "}\n}"
    return f"{{\n admin off\n auto_https off\n}}\n{site}\n"


async def _certify(folder: Path) -> None:
    """A certificate of our own for both names."""
    names = f"subjectAltName=DNS:{DOMAIN},DNS:{FOREIGN}"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    files = ("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem"))
    words = (*command.split(), "-subj", f"/CN={DOMAIN}", "-addext", names, *files)
    made = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.DEVNULL)
    assert await made.wait() == 0


async def _listens(process: asyncio.subprocess.Process, port: int) -> None:
    """Waits until something listens at a port."""
    async with asyncio.timeout(PATIENCE.total_seconds()):
        while True:
            assert process.returncode is None
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.05)
