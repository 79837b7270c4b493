// A player at the web table in some sixty lines: follows a link, tells what happens, and takes the first choice whenever it is asked.
//
//     node --experimental-websocket client.mjs http://127.0.0.1:8017/join#TOKEN 20
const [link, most = "10"] = process.argv.slice(2);
const { origin, hash } = new URL(link);
const token = hash.slice(1);

// Who sits here? The token is shown as a program shows it; a browser gets a cookie.
const entered = await fetch(`${origin}/api/v1/enter`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ token, name: "A program" }),
});
if (!entered.ok) throw new Error((await entered.json()).why);
const { seat, role } = await entered.json();
console.log(`plays ${role}`);

const address = `${origin.replace(/^http/, "ws")}/api/v1/seats/${seat}/socket`;
const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
const say = request => socket.send(JSON.stringify(request));
const [present, log] = [{}, []];
let answered = 0, waiting = "";

socket.onopen = () => say({ do: "hello", since: 0, mark: "" });
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.kind === "log") {
    // So many lines still hold; what comes behind them is new.
    log.splice(message.keep, log.length, ...message.lines);
    for (const line of message.lines) if (line.text) console.log(`  ${line.text}`);
  }
  if (message.kind === "state") Object.assign(present, message.set);
  if (message.kind === "refused") console.log(`  refused: ${message.why}`);
  // Whoever waits for its own answer has not heard yet what came of it.
  if (message.id === waiting) waiting = "";
  if (message.kind === "bye") console.log(message.why);
  if (waiting || message.kind === "hello" || message.kind === "log") return;
  if (present.outcome || answered >= Number(most)) return socket.close();
  if (!present.awaited) return;
  const { kind, who, choices } = present.awaited;
  // The same name twice would be done once.
  waiting = `answer-${process.pid}-${answered += 1}`;
  // What is answered is what was asked after so many entries; to a later question it is no answer.
  const of = present.entries;
  if (kind === "dice") say({ do: "roll", of, id: waiting });
  else say({ do: "answer", line: `${who[0]}: ${choices[0].text}`, of, id: waiting });
};
socket.onclose = () => {
  console.log(`${answered} answers; ${present.outcome ?? "the battle goes on"}`);
  process.exit(0);
};
