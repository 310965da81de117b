"""The HTTP side: parses a request, lets the faults at it, judges it, hands it on, answers."""

import asyncio
import inspect
import json
import logging
import re
import socket
import struct
from collections.abc import Awaitable, Callable
from datetime import UTC
from email.utils import format_datetime
from typing import Any

from aiohttp import web
from form_parts import parts_of

from . import errors
from .core import Core, Request
from .faults import Answer, Delay, Hang, Malform, Reset, name_of
from .gateway import RESUME_PATH
from .routes_channels import table as channels
from .routes_guilds import table as guilds
from .routes_interactions import table as interactions
from .routing import Call, Route, Upload, answer
from .schema import Violation

API = "/api/v10"
TABLES = (channels, guilds, interactions)
HUGE = 64 * 1024 * 1024
VIA = "1.1 google"
log = logging.getLogger(__name__)


def application(core: Core) -> web.Application:
    app = web.Application(client_max_size=HUGE)
    for table in TABLES:
        for route in table.routes:
            app.router.add_route(route.method, API + route.template, _serving(core, route))
    for path in ("/", RESUME_PATH, RESUME_PATH + "/"):
        app.router.add_get(path, core.gateway.serve)
    app.router.add_route("*", "/{path:.*}", _unknown(core))

    async def dated(_: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = format_datetime(core.clock().astimezone(UTC), usegmt=True)

    app.on_response_prepare.append(dated)
    return app


Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _serving(core: Core, route: Route) -> Serve:
    async def serve(request: web.Request) -> web.StreamResponse:
        try:
            call = await _parsed(core, request)
        except ValueError as junk:
            core.schema.requests.append(Violation(route.method, route.template, repr(junk), None))
            return answer({"message": "The body contains invalid JSON.", "code": 50109}, 400)
        record = _recorded(core, request, route, call)
        fault = core.faults.for_request(record.line)
        response = None
        if fault is None or isinstance(fault, Delay) or fault.after:
            if isinstance(fault, Delay) and not fault.after:
                await asyncio.sleep(fault.by.total_seconds())
            response = await _handled(core, request, route, call, record)
        if fault is not None:
            record.fault = name_of(fault)
            core.bell.ring()
            response = await _spoiled(request, response, fault)
        record.status = response.status
        core.bell.ring()
        return response

    return serve


async def _parsed(core: Core, request: web.Request) -> Call:
    call = Call(core, request.match_info, request.query)
    if request.content_type == "multipart/form-data":
        for name, part in (await parts_of(request)).items():
            if part.filename:
                found = re.fullmatch(r"files\[(\d+)\]", name)
                number = int(found.group(1)) if found else len(call.files)
                call.files[number] = Upload(part.filename, part.data)
            elif name == "payload_json":
                call.json = json.loads(str(part))
    elif request.can_read_body:
        call.json = json.loads(await request.read() or b"null")
    return call


def _recorded(core: Core, request: web.Request, route: Route, call: Call) -> Request:
    record = Request(
        request.method,
        route.template,
        request.path.removeprefix(API),
        core.clock(),
        dict(call.query),
        call.json,
        {upload.filename: upload.data for upload in call.files.values()},
    )
    core.requests.append(record)
    return record


async def _handled(core, request, route, call, record) -> web.Response:
    headers, wait = core.limits.judge(record.line, route.template, core.clock().timestamp())
    if wait is not None:
        response = _limited(wait)
    else:
        core.schema.check_request(
            route.method, route.template, call.query, call.json, has_body=call.json is not None
        )
        try:
            if not route.open and request.headers.get("Authorization") != f"Bot {core.token}":
                raise errors.unauthorised()
            body = route.handler(call)
            body = await body if inspect.isawaitable(body) else body
            response = body if isinstance(body, web.Response) else answer(body)
            core.schema.check_answer(route.method, route.template, response.status, _json(response))
        except errors.ApiError as no:
            response = answer(no.body, no.status)
        except (AttributeError, KeyError, TypeError, ValueError) as junk:
            # A body of the wrong shape, which Discord would refuse; or a fault of this server's,
            # which must not pass unseen either.
            log.exception("could not handle %s", record.line)
            wrong = Violation(route.method, route.template, repr(junk), call.json)
            core.schema.requests.append(wrong)
            response = answer({"message": "Invalid Form Body", "code": 50035}, 400)
    response.headers.update(headers | {"Via": VIA})
    return response


def _json(response: web.Response) -> Any:
    return json.loads(response.body) if isinstance(response.body, bytes) and response.body else None


def _limited(seconds: float, *, everywhere: bool = False) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    return answer(body, 429)


async def _spoiled(request, response, fault) -> web.Response:
    """What comes of an answer, made or not, under a fault; does not return where none comes."""
    match fault:
        case Answer():
            return _other_answer(fault)
        case Malform(change=change):
            return answer(change(_json(response)), response.status)
        case Delay(by=by, after=after):
            await asyncio.sleep(by.total_seconds() if after else 0)
            return response
        case Reset():
            _reset(request)
        case Hang():
            pass
    # The connection's end cancels this.
    await asyncio.Event().wait()
    raise AssertionError("unreachable")


def _other_answer(fault: Answer) -> web.Response:
    if fault.status == 429 and fault.via:
        response = _limited(fault.retry_after.total_seconds(), everywhere=fault.scope_global)
    elif fault.status == 429:
        # What Discord's doorman says to a banned address is a page, not JSON.
        response = web.Response(text="error code: 1015", status=429)
    else:
        response = web.Response(text="upstream connect error", status=fault.status)
    if fault.via:
        response.headers["Via"] = VIA
    if fault.status == 429:
        response.headers["Retry-After"] = str(max(1, round(fault.retry_after.total_seconds())))
    return response


def _reset(request: web.Request) -> None:
    raw = request.transport.get_extra_info("socket")
    # Lingering for no time makes the close a reset.
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


def _unknown(core: Core) -> Serve:
    async def serve(request: web.Request) -> web.StreamResponse:
        line = f"{request.method} {request.path_qs}"
        core.unknown_requests.append(line)
        log.error("the loopback Discord has no %s", line)
        core.bell.ring()
        return answer({"message": f"loopback: no such route: {line}", "code": 0}, 501)

    return serve
