"""A player at the web table in some sixty lines of plain Python: follows a link, tells what happens, and takes the first choice.

    python3 client.py http://127.0.0.1:8017/join#TOKEN 20
"""
import base64, json, os, socket, ssl, struct, sys, urllib.request

link, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
origin, token = link.split("/join#")
scheme, _, host = origin.partition("://")
name, _, port = host.partition(":")

body = json.dumps({"token": token, "name": "A program"}).encode()
request = urllib.request.Request(f"{origin}/api/v1/enter", body, {"Content-Type": "application/json"})
entered = json.load(urllib.request.urlopen(request))
print("plays", entered["role"])

wire = socket.create_connection((name, int(port or (443 if scheme == "https" else 80))), timeout=60)
if scheme == "https":
    wire = ssl.create_default_context().wrap_socket(wire, server_hostname=name)
key = base64.b64encode(os.urandom(16)).decode()
wire.sendall(
    f"GET /api/v1/seats/{entered['seat']}/socket HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
    f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
)
reader = wire.makefile("rb")
assert b" 101 " in reader.readline(), "the seat is not opened"
while reader.readline() != b"\r\n":
    pass

def say(**request):
    """One text frame, masked as clients must."""
    text, mask = json.dumps(request).encode(), os.urandom(4)
    size = bytes([128 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack("!H", len(text))
    wire.sendall(b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text)))

def hear():
    """The next text; pings need no answer within the time that this takes."""
    while True:
        kind, size = reader.read(2)
        size = struct.unpack("!H", reader.read(2))[0] if size == 126 else struct.unpack("!Q", reader.read(8))[0] if size == 127 else size
        text = reader.read(size)
        if kind == 0x81:
            return json.loads(text)
        if kind == 0x88:
            sys.exit("the table has closed")

say(do="hello", since=0, mark="")
present, log, answered, waiting = {}, [], 0, None
while not present.get("outcome"):
    message = hear()
    if message["kind"] == "log":
        log[message["keep"]:] = message["lines"]  # So many lines still hold; what comes behind them is new.
        for line in message["lines"]:
            if line["text"]:
                print("  " + line["text"])
    elif message["kind"] == "state":
        present.update(message["set"])
    elif message["kind"] == "refused":
        print("  refused:", message["why"])
    if message.get("id") == waiting:
        waiting = None
    if waiting or message["kind"] in ("hello", "log") or not present.get("awaited"):
        continue
    if answered >= most:
        break
    answered += 1
    waiting = f"answer-{os.getpid()}-{answered}"  # The same name twice would be done once.
    asked = present["awaited"]
    of = present["entries"]  # What is answered is what was asked after so many; to a later question it is no answer.
    if asked["kind"] == "dice":
        say(do="roll", of=of, id=waiting)
    else:
        say(do="answer", line=f"{asked['who'][0]}: {asked['choices'][0]['text']}", of=of, id=waiting)
print(f"{answered} answers;", present.get("outcome") or "the battle goes on")
