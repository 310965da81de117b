"""nginx and Caddy with TLS in front of a referee, set up as the documents and compose.yaml say."""

import asyncio
import contextlib
import re
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from loopback.bell import patience
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
    makes_certificates: bool
    """It does so by itself, and for its own name alone."""


@contextlib.asynccontextmanager
async def proxy(
    name: str, folder: Path, port: int, upstream: int, path: str
) -> AsyncIterator[Proxy]:
    """Starts nginx or Caddy; what lies below `path` is the referee's, at the port `upstream`.

    `compose` is Caddy by the file that compose.yaml gives it, with a certificate of its own making.
    """
    await _certify(folder)
    config = {"nginx": _nginx, "caddy": _caddy, "compose": _compose}[name]
    file = folder / f"{name}.conf"
    file.write_text(config(folder, port, upstream, path))
    program = find_proxy("nginx" if name == "nginx" else "caddy")
    assert program is not None
    command = (
        [program, "-c", str(file), "-p", str(folder), "-e", str(folder / "proxy.log")]
        if name == "nginx"
        else [program, "run", "--config", str(file), "--adapter", "caddyfile"]
    )
    environment = {"HOME": str(folder), "WEB_URL": f"https://{DOMAIN}:{port}"}
    with (folder / "proxy.log").open("a") as log:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=log, stderr=log, env=environment
        )
        try:
            own = folder / ".local/share/caddy/pki/authorities/local/root.crt"
            trust = await _listens(process, port, own if name == "compose" else folder / "cert.pem")
            yield Proxy(port, trust, folder / "proxy.log", name == "compose")
        finally:
            process.terminate()
            await process.wait()


def documented(beginning: str) -> str:
    """A block of the document on watch pages, by how it begins."""
    blocks = _BLOCKS.findall((ROOT / "docs" / "watch.md").read_text())
    (block,) = (
        one for one in blocks if re.search(rf"^ *{re.escape(beginning)}", one, re.MULTILINE)
    )
    return str(block)


def _nginx(folder: Path, port: int, upstream: int, path: str) -> str:
    location = documented("location / {").replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    location = location.replace("location /", f"location {path}/")
    location = location.replace("/var/log/nginx/error.log", f"{folder}/proxy.log")
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
    site = site.lstrip().removeprefix("{")
    site = site.replace("referee.example.org", f"https://{DOMAIN}:{port}, https://{FOREIGN}:{port}")
    here = f"bind 127.0.0.1\ntls {folder}/cert.pem {folder}/key.pem\n"
    site = site.replace("reverse_proxy", f"{here} handle_path {path}/* {{\n reverse_proxy", 1)
    site = site.rstrip().removesuffix("}") + "}\n}"
    return f"{{\n admin off\n auto_https off\n{site}\n"


def _compose(_: Path, port: int, upstream: int, path: str) -> str:
    """The file itself, of which nobody outside hears: no authority, and no port but this one."""
    assert not path
    text = (ROOT / "Caddyfile").read_text().replace("bot:8080", f"127.0.0.1:{upstream}")
    own = "local_certs\nskip_install_trust\nadmin off\nauto_https disable_redirects"
    return text.replace("\n{\n", f"\n{{\n{own}\ndefault_bind 127.0.0.1\n", 1)


async def _certify(folder: Path) -> None:
    names = f"subjectAltName=DNS:{DOMAIN},DNS:{FOREIGN}"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    files = ("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem"))
    words = (*command.split(), "-subj", f"/CN={DOMAIN}", "-addext", names, *files)
    made = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.DEVNULL)
    assert await made.wait() == 0


async def _listens(process: asyncio.subprocess.Process, port: int, file: Path) -> ssl.SSLContext:
    """Waits until a port answers under the domain, with a certificate that a file vouches for."""
    async with patience():
        while True:
            assert process.returncode is None
            # Neither the port nor the file need be there yet.
            with contextlib.suppress(OSError):
                trust = ssl.create_default_context(cafile=str(file))
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=trust, server_hostname=DOMAIN
                )
                writer.close()
                return trust
            await asyncio.sleep(0.05)
