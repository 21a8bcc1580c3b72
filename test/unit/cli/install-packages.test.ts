import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/cli/context.js';
import { installPackages, progress } from '../../../src/cli/install-packages.js';
import { PLAIN } from '../../../src/cli/style.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-install-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** What is said, by a line, and what it may be followed by. */
function terminal(isLive: boolean, then: (line: string) => void = () => undefined) {
  const lines: string[] = [];
  const shown: string[] = [];
  const nothing = () => undefined;
  const say = (to: string[], line: string) => {
    to.push(line);
    then(line);
  };
  return {
    lines,
    shown,
    terminal: {
      ...{ style: PLAIN, errorStyle: PLAIN, width: 100, interactive: isLive },
      ...{ print: nothing, problems: nothing, data: nothing },
      note: (line: string) => say(lines, line),
      status: (line: string) => {
        if (isLive) say(shown, line);
        return isLive;
      },
    },
  };
}

const MANIFEST = '{}';
const step = (name: string) => `until [ -e ${name} ]; do sleep 0.05; done`;

/** An npm that goes on when a line of its progress was seen. */
const NPM = `#!/bin/sh
${step('chosen')}
mkdir -p node_modules/.bin node_modules/better-sqlite3 node_modules/@two/three
${step('unpacked')}
echo '${MANIFEST}' > node_modules/better-sqlite3/package.json
echo '${MANIFEST}' > node_modules/@two/three/package.json
${step('tried')}
mkdir -p node_modules/better-sqlite3/build
echo '{}' > node_modules/better-sqlite3/build/config.gypi
${step('built')}
`;

const ASKED: readonly (readonly [line: RegExp, file: string])[] = [
  [/choosing versions/, 'chosen'],
  [/unpacking: 0 of 2 packages/, 'unpacked'],
  [/install scripts/, 'tried'],
  [/compiles/, 'built'],
];

function goOn(line: string): void {
  for (const [asked, file] of ASKED) if (asked.test(line)) writeFileSync(join(root, file), '');
}

function npmIs(script: string): void {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
}

const contextOf = (one: Context['terminal'], json = false): Context => ({
  ...{ args: [], cwd: root, now: new Date('2026-11-21T12:00:00Z') },
  ...{ dryRun: false, json, contents: false, onConflict: null },
  terminal: one,
});

const withoutTimes = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/\d+ s$/, 'N s'));

const PHASES = [
  '  choosing versions, N s',
  '  downloading and unpacking: 0 of 2 packages, N s',
  '  running install scripts, N s',
  "  running install scripts: SQLite's driver compiles for some minutes, N s",
];
const BEGIN = 'installing packages (npm install), some minutes the first time ...';
const END = '  installed 2 packages in N s';

describe('an installation', () => {
  it('says in a log what npm does, a line for each phase', async () => {
    npmIs(NPM);
    const plain = terminal(false, goOn);
    expect((await installPackages(contextOf(plain.terminal), root)).code).toBe(0);
    expect(withoutTimes(plain.lines)).toEqual([BEGIN, ...PHASES, END]);
  });

  it('says it on a terminal in one line, which is empty at the end', async () => {
    npmIs(NPM);
    const live = terminal(true, goOn);
    expect((await installPackages(contextOf(live.terminal), root)).code).toBe(0);
    expect(withoutTimes(live.lines)).toEqual([BEGIN, END]);
    expect([...new Set(withoutTimes(live.shown))]).toEqual([...PHASES, '']);
  });

  it('says nothing for programs', async () => {
    npmIs('#!/bin/sh\nexit 0\n');
    const plain = terminal(false);
    await installPackages(contextOf(plain.terminal, true), root);
    expect([plain.lines, plain.shown]).toEqual([[], []]);
  });

  it('says that it failed, and leaves the reason to who asked', async () => {
    npmIs('#!/bin/sh\necho "npm error code ERESOLVE" >&2\nexit 1\n');
    const plain = terminal(false);
    const { code, stderr } = await installPackages(contextOf(plain.terminal), root);
    expect([code, stderr]).toEqual([1, 'npm error code ERESOLVE\n']);
    expect(withoutTimes(plain.lines).at(-1)).toBe('  failed after N s');
  });
});

it('a log has a line more where nothing has changed for twenty seconds', () => {
  const plain = terminal(false);
  const show = progress(plain.terminal);
  for (let second = 1; second <= 45; second++)
    show({ done: second, all: 100, compiles: false }, second);
  expect(plain.lines).toEqual(
    [1, 21, 41].map((at) => `  downloading and unpacking: ${at} of 100 packages, ${at} s`),
  );
});
