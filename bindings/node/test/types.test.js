// The types are true: strict tsc on the package, its tests and a sample, and both declarations are those of today.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));

/** @param {string[]} words */
function run(...words) {
  const done = spawnSync(process.execPath, words, { cwd: here, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stdout + done.stderr);
}

test('tsc has nothing to complain of', () => run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.json'));
test('the declarations are up to date', () => run('types.js', '--check'));
test('the licences of what is bundled are packed', () => {
  const done = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: here, encoding: 'utf8' });
  const packed = JSON.parse(done.stdout)[0].files.map((/** @type {{ path: string }} */ file) => file.path);
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY.txt', 'index.d.ts', 'protocol.d.ts', 'skirmish.node']) {
    assert.ok(packed.includes(file), `${file} of ${packed}`);
  }
});
test('the page is served', () => run('examples/page.js', '--once'));
for (const example of ['five_minutes', 'twenty_lines']) {
  test(`the example ${example} runs`, () => run(`examples/${example}.js`));
}
