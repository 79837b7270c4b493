// A battle for a web page: the page asks for what one seat sees, and sends choices. `node examples/page.js`, then open the address.

import { createServer } from 'node:http';
import { SkirmishError, open } from '../index.js';

const battle = open('duel', { policies: { water: 'plain' }, routine: 'take' });
const wind = battle.seenBy('wind');

// what a page is told: nothing that the side of wind may not know
async function told() {
  const choices = wind.choices().slice(0, 12);
  const odds = await Promise.all(choices.map((choice) => wind.odds(choice, { through: true }).catch(() => null)));
  return {
    state: wind.state(),
    choices: choices.map((text, at) => ({ text, results: odds[at]?.results ?? {} })),
    log: wind.log().slice(-10).map((line) => line.text),
  };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>A duel</title><h1>A duel</h1><ul id="log"></ul><ol id="choices"></ol>
<script type="module">
async function show(answer) {
  const { choices, log, why } = await answer.json();
  if (why) return alert(why);
  document.querySelector('#log').replaceChildren(...log.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
  document.querySelector('#choices').replaceChildren(...choices.map(({ text, results }) => {
    const button = Object.assign(document.createElement('button'), { textContent: text });
    button.onclick = async () => show(await fetch('/play', { method: 'POST', body: text }));
    const item = document.createElement('li');
    item.append(button, ' ' + Object.entries(results).map(([what, { p }]) => what + ' ' + Math.round(p * 100) + '%').join(', '));
    return item;
  }));
}
show(await fetch('/state'));
</script>`;

const server = createServer(async (request, response) => {
  try {
    if (request.url === '/play' && request.method === 'POST') {
      let line = '';
      for await (const part of request) {
        line += part;
        if (line.length > 4096) throw new SkirmishError({ why: 'that is too long' });
      }
      wind.play(line);
    } else if (request.url === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await told()));
  } catch (error) {
    response.statusCode = error instanceof SkirmishError ? 422 : 500;
    response.end(JSON.stringify({ why: error instanceof SkirmishError ? error.message : 'something broke' }));
  }
});

server.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  const base = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  console.log(`A duel is to be had at ${base}`);
  if (process.argv.includes('--once')) {
    const page = await (await fetch(base)).text();
    const { choices, state } = await (await fetch(`${base}/state`)).json();
    const after = await (await fetch(`${base}/play`, { method: 'POST', body: choices[0].text })).json();
    const no = await fetch(`${base}/play`, { method: 'POST', body: 'gm: Tarn.hp = 0' });
    const well = page.includes('A duel') && choices.length > 0 && after.log.length > 0 && no.status === 422;
    const secret = state.tokens.every((/** @type {any} */ token) => token.side === 0 || token.gauges[0].value === null);
    process.exitCode = well && secret ? 0 : 1;
    server.closeAllConnections();
    server.close();
  }
});
