// Journeys at the web table, in a real browser: each is counted in clicks and timed, and no console may complain.
//
// node journeys.mjs CHROMIUM ADDRESS TOKEN PICTURES. When it says KILL, whoever has started it kills the server with -9, starts
// it again on the same store and address, and writes a line with the host's new token and the milliseconds that the start took.
import { browser } from "./tools.mjs";

await import("./start.mjs");
await import("./table.mjs");
await import("./board.mjs");
await import("./fog.mjs");
await import("./drags.mjs");
await import("./touch.mjs");
await import("./phones.mjs");
await import("./marks.mjs");
await import("./crowds.mjs");
await import("./terminal.mjs");
await import("./proxy.mjs");
await import("./speed.mjs");
await import("./picture.mjs");
await import("./evenings.mjs");
await import("./slow.mjs");
await browser.close();
console.log("all journeys were made");
process.exit(0);
