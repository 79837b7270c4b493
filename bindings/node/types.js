// Makes protocol.d.ts from the schema that the native half gives. With --check it only looks whether it is up to date; so it
// does for index.d.ts, which tsc makes of index.js.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
/** @type {{ $defs: Record<string, import('json-schema-to-typescript').JSONSchema> }} */
const schema = JSON.parse(createRequire(import.meta.url)('./skirmish.node').protocol());
// Of messages the members are wanted, and not the lines around them.
const { request, message: _message, state: _state, Message: _Message, Hello: _Hello, ...others } = schema.$defs;
const whole = {
  title: 'Protocol',
  description: 'What is said by a program, and what is found for it.',
  type: /** @type {const} */ ('object'),
  required: ['request', 'state', 'changed'],
  properties: {
    request: { $ref: '#/$defs/Request' },
    state: { $ref: '#/$defs/Present' },
    changed: { $ref: '#/$defs/Changed' },
  },
  $defs: { ...others, Request: request },
};
const protocol = await compile(whole, 'Protocol', {
  additionalProperties: false,
  bannerComment: '// Made by types.js from the schema of `skirmish play --json`. Not to be edited.',
  unreachableDefinitions: true,
});

const folder = mkdtempSync(join(tmpdir(), 'skirmish-types-'));
/** @type {[string, string][]} */
const made = [['protocol.d.ts', protocol]];
if (!process.argv.includes('--check')) {
  writeFileSync(join(here, 'protocol.d.ts'), protocol);
}
const tsc = join(here, 'node_modules', 'typescript', 'bin', 'tsc');
const words = ['index.js', '--allowJs', '--checkJs', '--strict', '--declaration', '--emitDeclarationOnly'];
const more = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--outDir', folder];
execFileSync(process.execPath, [tsc, ...words, ...more], { cwd: here, stdio: 'inherit' });
made.push(['index.d.ts', readFileSync(join(folder, 'index.d.ts'), 'utf8')]);

for (const [name, text] of made) {
  const path = join(here, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${name} is not up to date: npm run types`);
    process.exitCode = 1;
  }
}
