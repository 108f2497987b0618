"""A house in a network of its own, where every packet is written down.

Run as `unshare -n -m python -m tests.fakes.closed_room`.

The room has its own names and one public address, on which a server answers with redirects into private networks.
Servers of tools and webhooks are added at every kind of address; prints, as JSON, what the house answered and where
packets went.
"""

import asyncio
import json
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import aiohttp

from antiphon.app import run_in_process
from antiphon.settings import Settings

PUBLIC = "1.2.3.4"
NAMESERVER = "127.0.0.53"
PRIVATE = ["127.0.0.1", "10.0.0.5", "172.16.3.1", "192.168.1.1", "169.254.169.254", "100.100.100.200", "168.63.129.16"]
# Addresses nobody was given, or that carry another one inside; only ever tried in a network of the test's own.
SET_ASIDE = [
    "192.88.99.1",
    "192.0.0.8",
    "198.18.0.1",
    "[fec0::1]",
    "[::ffff:0:808:808]",
    "[64:ff9b:1::808:808]",
    "[3fff::1]",
    "[5f00::1]",
    "[2002:808:808::1]",
    "[2001:0:808:808::f7f7:f7f7]",
]
NAMES = {
    "public.example": [[PUBLIC]],
    "private.example": [["10.0.0.5"]],
    "meta.example": [["169.254.169.254"]],
    "both.example": [[PUBLIC, "127.0.0.1"]],
    # Every look-up gives the other answer.
    "rebind.example": [[PUBLIC], ["127.0.0.1"]],
}
_SYN, _ACK = 0x02, 0x10


def spell(address: str) -> Iterator[str]:
    """Every way to write one private address as the host of a URL."""
    number = int(IPv4Address(address))
    a, b, c, d = address.split(".")
    yield address
    yield str(number)
    yield hex(number)
    yield f"0{number:o}"
    yield ".".join(f"0{int(part):o}" for part in (a, b, c, d))
    yield ".".join(hex(int(part)) for part in (a, b, c, d))
    yield f"{a}.{number & 0xFFFFFF}"
    yield f"{a}.{b}.{number & 0xFFFF}"
    yield f"{address}."
    for inside in (
        IPv6Address(0xFFFF << 32 | number),
        IPv6Address(number),
        IPv6Address(0x2002 << 112 | number << 80),
        IPv6Address((0x64FF9B << 96) | number),
    ):
        yield f"[{inside}]"
        yield f"[{inside.exploded}]"
    yield f"[::ffff:{address}]"
    yield address.replace(".", "。")
    yield address.replace("1", "①")
    yield f"{address}\\@{PUBLIC}"
    yield f"{PUBLIC}@{address}"
    yield f"{address}%00.{PUBLIC}"


class Watch(threading.Thread):
    """Writes down every beginning of a connection and every datagram, on all interfaces."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: set[tuple[str, int]] = set()
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0003))

    def run(self) -> None:
        """Until the room is closed."""
        while True:
            packet = self._socket.recv(65_535)
            if (found := read_target(packet)) is not None:
                self.seen.add(found)


def read_target(packet: bytes) -> tuple[str, int] | None:
    """The address and port that a connection or a datagram is meant for; answers of our own names do not count."""
    version = packet[0] >> 4 if packet else 0
    if version == 4:
        start, kind, target = (packet[0] & 15) * 4, packet[9], str(IPv4Address(packet[16:20]))
    elif version == 6:
        start, kind, target = 40, packet[6], str(IPv6Address(packet[24:40]))
    else:
        return None
    if kind == socket.IPPROTO_TCP and packet[start + 13] & (_SYN | _ACK) != _SYN:
        return None
    if kind not in (socket.IPPROTO_TCP, socket.IPPROTO_UDP):
        return None
    source, port = struct.unpack("!HH", packet[start : start + 4])
    is_answer = kind == socket.IPPROTO_UDP and source == 53 and packet[12:16] == socket.inet_aton(NAMESERVER)
    return None if is_answer else (target, port)


class Names(threading.Thread):
    """Answers every question about a name, and takes turns where there are several answers."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._asked: dict[str, int] = {}
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((NAMESERVER, 53))

    def run(self) -> None:
        """Until the room is closed."""
        while True:
            question, who = self._socket.recvfrom(4096)
            self._socket.sendto(self._answer(question), who)

    def _answer(self, question: bytes) -> bytes:
        labels, at = [], 12
        while question[at]:
            labels.append(question[at + 1 : at + 1 + question[at]].decode("latin-1"))
            at += 1 + question[at]
        name, kind = ".".join(labels).lower(), struct.unpack("!H", question[at + 1 : at + 3])[0]
        found: list[str] = []
        if kind == 1 and name in NAMES:
            turn = self._asked[name] = self._asked.get(name, -1) + 1
            found = NAMES[name][turn % len(NAMES[name])]
        head = question[:2] + struct.pack("!HHHHH", 0x8180, 1, len(found), 0, 0) + question[12 : at + 5]
        body = b"".join(b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, 0, 4) + socket.inet_aton(each) for each in found)
        return head + body


class Redirects(threading.Thread):
    """A public server that sends everybody into a private network."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._socket = socket.create_server((PUBLIC, 80))

    def run(self) -> None:
        """Until the room is closed."""
        targets = [f"http://{address}/mcp" for address in PRIVATE]
        for number in range(10_000):
            visitor, _ = self._socket.accept()
            with visitor:
                visitor.recv(65_535)
                target = targets[number % len(targets)]
                head = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n"
                visitor.sendall(head.encode())


def furnish() -> None:
    """Interfaces, a way out that leads nowhere, and names of our own."""
    for line in (
        "ip link set lo up",
        f"ip address add {PUBLIC}/32 dev lo",
        "ip link add out type veth peer name nowhere",
        "ip address add 203.0.113.2/24 dev out",
        "ip link set out arp off",
        "ip link set out up",
        "ip link set nowhere up",
        "ip route add default dev out",
        "ip -6 route add default dev out",
    ):
        subprocess.run(line.split(), check=True)
    names = Path(tempfile.mkdtemp()) / "resolv.conf"
    names.write_text(f"nameserver {NAMESERVER}\noptions timeout:1 attempts:1\n")
    subprocess.run(["mount", "--bind", str(names), "/etc/resolv.conf"], check=True)


async def try_all(settings: Settings, watch: Watch) -> dict[str, object]:
    """Add a server at every address; what was answered to each."""
    answers: dict[str, str] = {}
    urls = [f"http://{host}{port}/mcp" for address in PRIVATE for host in spell(address) for port in ("", ":8000")]
    urls += [f"http://{host}/mcp" for host in SET_ASIDE]
    urls += [f"http://{name}/mcp" for name in NAMES] * 2
    async with run_in_process(settings) as house, aiohttp.ClientSession() as session:
        for number, url in enumerate(urls):
            body = {"name": f"s{number}", "url": url}
            async with session.post(f"{house}/v1/tools/servers", json=body) as response:
                said = await response.json()
            unreachable = "unreachable" if said.get("error") else "reached"
            why = said["code"] if response.status >= 400 else unreachable
            answers[f"{number} {url}"] = why
        safe = [url.replace("http:", "https:", 1) for url in urls]
        webhooks = {f"{number} {url}": await tell(session, house, url) for number, url in enumerate(safe)}
        port = int(house.rpartition(":")[2])
    own = {("127.0.0.1", port), (NAMESERVER, 53)}
    return {"answers": answers, "webhooks": webhooks, "packets": sorted(each for each in watch.seen if each not in own)}


async def tell(session: aiohttp.ClientSession, house: str, url: str) -> str:
    """Have an address told something: why it was refused, or what became of the first attempt."""
    async with session.post(f"{house}/v1/webhooks", json={"url": url, "events": ["turn.completed"]}) as response:
        made = await response.json()
    if response.status >= 400:
        return str(made["code"])
    path = f"{house}/v1/webhooks/{made['id']}"
    async with session.post(f"{path}/ping") as response:
        told = await response.json()
    while not told["attempts"]:
        await asyncio.sleep(0.1)
        async with session.get(f"{path}/deliveries") as response:
            [told] = (await response.json())["items"]
    await session.delete(path)
    return "reached" if told["status"] == "delivered" else str(told["problem"])


def main() -> None:
    """Furnish the room, try everything, say what happened."""
    furnish()
    watch = Watch()
    for thread in (watch, Names(), Redirects()):
        thread.start()
    folder = Path(tempfile.mkdtemp())
    settings = Settings(data_dir=folder, detect_local_models=False)
    json.dump(asyncio.run(try_all(settings, watch)), sys.stdout)


if __name__ == "__main__":
    main()
