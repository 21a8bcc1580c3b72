import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneRepository, personsEnv } from '../support/clone.js';
import { freePort } from '../web/serve-example.js';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const MINUTES = 60_000;

/** Commands that this test does not run, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'npm start': 'test/e2e/npm-start.test.ts',
  'npm test': 'it runs this test',
};
/** Commands that go on until somebody ends them: they are, as soon as they serve. */
const SERVING = new Set(['npm run dev']);

/** What a reader would type, in order: the lines of `sh` blocks and of indented ones, without comments. */
function commandsOf(text: string): readonly string[] {
  const blocks = text.matchAll(/^```sh\n([^]*?)^```|(?<=\n\n)((?: {4}\S.*\n)+)/gm);
  return [...blocks]
    .flatMap(([, fenced, indented]) => (fenced ?? indented!).replaceAll('\\\n', ' ').split('\n'))
    .map((line) =>
      line
        .replace(/ {2,}# .*$|^# .*$/, '')
        .trim()
        .replace(/ {2,}/g, ' '),
    )
    .filter((line) => line !== '');
}

let parent: string;
let port: number;
let shell: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  // What is made beside the clone is removed with it.
  const clone = cloneRepository();
  parent = `${clone}-and-what-is-beside-it`;
  mkdirSync(parent);
  renameSync(clone, join(parent, 'crudgen'));
  port = await freePort();
});
afterAll(() => {
  if (shell?.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

/** An `npm` for which to install is to link what is installed here. */
function npmThatLinks(): string {
  const folder = join(parent, 'bin');
  mkdirSync(folder);
  const install = `[ -e node_modules ] || ln -s '${join(ROOT, 'node_modules')}' node_modules`;
  const npm = `#!/bin/sh\nPATH="\${PATH#*:}"\nif [ "$1" = install ]; then ${install}; else exec npm "$@"; fi\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  return folder;
}

/** Runs commands one after the other in one shell, as a reader would; ends at the first that fails. */
async function type(commands: readonly string[]): Promise<{ code: number; output: string }> {
  const isServed = `node -e "fetch('http://127.0.0.1:${port}/readyz').then((one) => process.exit(one.ok ? 0 : 1), () => process.exit(1))"`;
  const lines = commands.flatMap((command) => {
    const shown = `echo '$ ${command.replaceAll("'", `'\\''`)}'`;
    if (!SERVING.has(command)) return [shown, command];
    const wait = `until ${isServed}; do kill -0 $!; sleep 0.2; done`;
    // With job control it has a group of its own, which Ctrl-C reaches as a whole.
    return [shown, 'set -m', `${command} &`, wait, 'kill -INT -- -$!', 'wait $! || true', 'set +m'];
  });
  const script = join(parent, 'commands.sh');
  writeFileSync(script, ['set -e', 'shopt -s expand_aliases', ...lines, ''].join('\n'));
  const path = [npmThatLinks(), dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = personsEnv({ PATH: path, PORT: String(port) });
  shell = spawn('bash', [script], { cwd: join(parent, 'crudgen'), env, detached: true });
  let output = '';
  for (const stream of [shell.stdout!, shell.stderr!])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(shell, 'close')) as [number];
  return { code, output };
}

it(
  'has commands that do what they say, in this order, from a fresh clone on',
  { timeout: 15 * MINUTES },
  async () => {
    const all = commandsOf(README);
    expect(all).toEqual(expect.arrayContaining([...Object.keys(NOT_HERE), ...SERVING]));
    const commands = all.filter((command) => NOT_HERE[command] === undefined);
    expect(commands.length).toBeGreaterThan(12);
    const { code, output } = await type(commands);
    expect(output).toContain('crudgen is not built: building');
    expect(code, output.slice(-4000)).toBe(0);
    expect(output.match(/^\$ .*$/gm)).toEqual(commands.map((command) => `$ ${command}`));
  },
);

it('has a spec that makes a project', { timeout: 5 * MINUTES }, async () => {
  const [spec] = [...README.matchAll(/^```yaml\n(models:\n[^]*?)^```/gm)].map(([, text]) => text!);
  writeFileSync(join(parent, 'shop.yaml'), spec!);
  const bin = join(parent, 'crudgen/bin/crudgen.js');
  const init = ['init', 'of-spec', '--models', 'shop.yaml', '--yes', '--no-install', '--no-git'];
  const child = spawn(process.execPath, [bin, ...init], { cwd: parent, env: personsEnv() });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, said]).toEqual([0, '']);
});
