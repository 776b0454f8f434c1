#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads the example of a server, built with Thread Sanitizer, and shuts it down with a signal.

    scripts/soak-thread.py <program> [--requests 20000] [--clients 24]

Fails if the sanitizer reports a race, a request is answered with another status than it should be, a scope
stays open, or the program does not end with status 0 after the signal, while a request is half sent, a
connection is idle and a client listens to events.
"""

import argparse
import asyncio
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

USER = {"authorization": "Bearer use-the-force"}


class Connection:
    """A connection that is kept alive."""

    def __init__(self, port):
        self.port = port
        self.streams = None

    async def send(self, method, path, body=None, headers=None):
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else body.encode()
        lines = [f"{method} {path} HTTP/1.1", "host: galaxy"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if body is not None:
            lines += ["content-type: application/json", f"content-length: {len(data)}"]
        self.streams[1].write("\r\n".join(lines + ["", ""]).encode() + data)
        await self.streams[1].drain()

    async def head(self):
        lines = (await self.streams[0].readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), headers

    async def body(self, headers):
        reader = self.streams[0]
        if headers.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(headers.get("content-length", 0)))
        parts = []
        while size := int(await reader.readline(), 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readline()
        return b"".join(parts)

    async def ask(self, method, path, body=None, headers=None):
        """The status and the body of the answer, and its headers."""
        await self.send(method, path, body, headers)
        status, answered = await self.head()
        bodyless = method == "HEAD" or status == 204
        text = b"" if bodyless else await self.body(answered)
        if answered.get("connection") == "close":
            self.leave()
        return status, text, answered

    def leave(self):
        """Goes away, in the middle of an answer if there is one."""
        if self.streams is not None:
            self.streams[1].transport.abort()
        self.streams = None


class Soak:
    def __init__(self, port, count):
        self.port = port
        self.left = count
        self.kinds = collections.Counter()
        self.wrong = collections.Counter()
        self.jobs = []

    async def client(self, seed):
        chance = random.Random(seed)
        connection = Connection(self.port)
        kinds = [
            (30, self.list), (14, self.write), (8, self.export), (3, self.export_and_leave), (3, self.head),
            (3, self.listen), (1, self.imports), (4, self.job), (16, self.fail), (6, self.admin),
            (12, self.user),
        ]
        while self.left > 0:
            kind = chance.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]
            await kind(connection, chance)
        connection.leave()

    async def expect(self, statuses, connection, method, path, *rest):
        status, text, headers = await connection.ask(method, path, *rest)
        self.note(f"{method} {path.rstrip('0123456789')}", status, statuses)
        return status, text, headers

    def note(self, what, status, statuses):
        self.left -= 1
        self.kinds[f"{what} {status}"] += 1
        if status not in statuses:
            self.wrong[f"{what} {status}"] += 1

    async def list(self, connection, chance):
        await self.expect([200], connection, "GET", f"/api/starships?limit={chance.randrange(1, 20)}")

    async def write(self, connection, chance):
        draft = json.dumps({"name": f"Ship {chance.random()}"})
        status, text, headers = await self.expect([201], connection, "POST", "/api/starships", draft)
        if status != 201:
            return
        path = f"/api/starships/{json.loads(text)['id']}"
        await self.expect([200], connection, "GET", path)
        await self.expect([200], connection, "PUT", path, draft, {"if-match": headers["etag"]})
        await self.expect([412], connection, "PUT", path, draft, {"if-match": headers["etag"]})
        await self.expect([204], connection, "DELETE", path)
        await self.expect([404], connection, "GET", path)

    async def export(self, connection, chance):
        await self.expect([200], connection, "GET", "/api/export.ndjson")

    async def export_and_leave(self, connection, chance):
        await connection.send("GET", "/api/export.ndjson")
        if chance.random() < 0.7:
            status, _ = await connection.head()
            self.note("GET /api/export.ndjson, left,", status, [200])
        else:
            self.note("GET /api/export.ndjson, left at once,", 200, [200])
        connection.leave()

    async def head(self, connection, chance):
        await self.expect([200], connection, "HEAD", "/api/export.ndjson")

    async def listen(self, connection, chance):
        listener = Connection(self.port)
        await listener.send("GET", "/events")
        status, _ = await listener.head()
        self.note("GET /events", status, [200])
        await listener.streams[0].readuntil(b": connected")
        await asyncio.sleep(chance.random() / 10)
        listener.leave()

    async def imports(self, connection, chance):
        status, text, _ = await self.expect([202], connection, "POST", "/api/imports", "")
        if status == 202:
            self.jobs.append(json.loads(text)["id"])

    async def job(self, connection, chance):
        path = f"/api/imports/{chance.choice(self.jobs or [1])}"
        if chance.random() < 0.1:
            await self.expect([200, 404, 409], connection, "DELETE", path)
        else:
            await self.expect([200, 404], connection, "GET", path)

    async def fail(self, connection, chance):
        ask = chance.choice([
            ([404], "GET", "/api/starships/99999999"), ([404], "GET", "/nowhere"),
            ([400, 422], "POST", "/api/starships", "{"), ([400, 422], "POST", "/api/starships", "{}"),
            ([401], "GET", "/api/me"), ([401], "GET", "/admin/status"),
            ([400, 404], "POST", "/admin/source/none", "", USER),
        ])
        await self.expect(ask[0], connection, *ask[1:])

    async def admin(self, connection, chance):
        source = chance.choice(["bundled", "bundled", "folder"])
        await self.expect([204], connection, "POST", f"/admin/source/{source}", "", USER)
        await self.expect([200], connection, "GET", "/admin/status", None, USER)
        if chance.random() < 0.1:
            await self.expect([200], connection, "GET", "/admin/graph", None, USER)

    async def user(self, connection, chance):
        await self.expect([200], connection, "GET", "/api/me", None, USER)
        await self.expect([200], connection, "GET", "/healthz")


async def open_scopes(port, wanted):
    """Waits until so many scopes are open, and tells how many are."""
    end = time.monotonic() + 60
    connection = Connection(port)
    while True:
        status, text, _ = await connection.ask("GET", "/admin/status", None, USER)
        scopes = {name: count for name, count in json.loads(text)["openScopes"].items() if count}
        if scopes == wanted or time.monotonic() > end:
            connection.leave()
            return scopes
        await asyncio.sleep(0.05)


async def until(condition):
    """Waits for a condition, for a minute at most."""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.02)
    return condition()


async def soak(program, folder, arguments):
    wrong = []
    output = os.path.join(folder, "output")

    def port():
        with open(output) as lines:
            text = lines.read()
        return json.loads(text.split("\n")[0])["port"] if "}\n" in text else None

    if not await until(lambda: port() or program.poll() is not None) or not port():
        return ["it did not begin to listen"]
    number = port()
    soaked = Soak(number, arguments.requests)
    begin = time.monotonic()
    await asyncio.gather(*[soaked.client(seed) for seed in range(arguments.clients)])
    seconds = time.monotonic() - begin
    for kind, count in sorted(soaked.kinds.items()):
        print(f"  {count:6} {kind}")
    print(f"soak-thread: {sum(soaked.kinds.values())} requests in {seconds:.0f} s")
    wrong += [f"{count} times {kind}" for kind, count in soaked.wrong.items()]

    # The request that asks has one.
    scopes = await open_scopes(number, {"request": 1})
    print(f"soak-thread: open scopes after that: {scopes}")
    if scopes != {"request": 1}:
        wrong.append("scopes stay open")

    idle, page, slow = Connection(number), Connection(number), Connection(number)
    await idle.ask("GET", "/healthz")
    await page.send("GET", "/events")
    await page.head()
    await page.streams[0].readuntil(b": connected")
    body = '{"name":"Outrider"}'
    await slow.send("POST", "/api/starships", None, {
        "content-type": "application/json", "content-length": len(body),
    })
    slow.streams[1].write(body[:8].encode())
    scopes = await open_scopes(number, {"request": 3})
    if scopes != {"request": 3}:
        wrong.append(f"{scopes} are open before the signal, not 3 of requests")
    program.send_signal(signal.SIGTERM)
    for what, connection in (("the idle connection", idle), ("the page of events", page)):
        try:
            await asyncio.wait_for(connection.streams[0].read(), 60)
        except asyncio.TimeoutError:
            wrong.append(f"{what} is not closed after the signal")
    slow.streams[1].write(body[8:].encode())
    status, _ = await asyncio.wait_for(slow.head(), 60)
    if status != 201:
        wrong.append(f"the slow request is answered with {status}")
    if not await until(lambda: program.poll() is not None):
        wrong.append("it does not end")
    print(f"soak-thread: after SIGTERM the slow request is answered with {status}, exit {program.poll()}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=24)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "galaxy-data", "import"))
        known = os.path.join(os.path.dirname(os.path.abspath(__file__)), "races.supp")
        reports = os.path.join(folder, "reports")
        options = f"exitcode=66 history_size=5 suppressions={known} print_suppressions=1 log_path={reports}"
        environment = dict(os.environ, TSAN_OPTIONS=options)
        with open(os.path.join(folder, "output"), "w") as output, \
                open(os.path.join(folder, "errors"), "w") as errors:
            program = subprocess.Popen(
                [os.path.abspath(arguments.program), "serve", "--port", "0", "--grace", "120"],
                cwd=folder, env=environment, stdout=output, stderr=errors,
            )
        try:
            wrong = asyncio.run(soak(program, folder, arguments))
        finally:
            program.kill()
            status = program.wait()
        with open(os.path.join(folder, "errors")) as lines:
            errors = lines.read()
        found = ""
        if os.path.exists(f"{reports}.{program.pid}"):
            with open(f"{reports}.{program.pid}") as lines:
                found = lines.read()
    for line in found.splitlines():
        if " race:" in line and "ThreadSanitizer" not in line:
            print(f"soak-thread: suppressed: {line.strip()}")
    races = found.count("WARNING: ThreadSanitizer")
    print(f"soak-thread: {races} reports of Thread Sanitizer")
    if races:
        wrong.append(f"Thread Sanitizer reports:\n{found}")
    if status != 0:
        wrong.append(f"exit status {status}\n" + errors[-2000:])
    for what in wrong:
        print(f"soak-thread: {what}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
