import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneRepository, personsEnv } from '../support/clone.js';
import { freePort } from '../web/serve-example.js';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const MINUTES = 60_000;

/** Commands that this test does not run, and where they are. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm start$/, 'npm-start.test.ts'],
  [/^npm test$/, 'it runs this test'],
];
/** Commands that go on until somebody ends them: they are, as soon as they serve. */
const SERVING = new Set(['npm run dev']);

/** What a reader would type, in order, section by section: the lines of `sh` blocks and of indented ones, without comments. */
const commandsOf = (text: string): readonly (readonly string[])[] =>
  text.split(/^## /m).map((section) =>
    [...section.matchAll(/^```sh\n([^]*?)^```|(?<=\n\n)((?: {4}\S.*\n)+)/gm)]
      .flatMap(([, fenced, indented]) => (fenced ?? indented!).replaceAll('\\\n', ' ').split('\n'))
      .map((line) => line.replace(/ {2,}# .*$|^# .*$/, ''))
      .map((line) => line.trim().replace(/ {2,}/g, ' '))
      .filter((line) => line !== '' && !ELSEWHERE.some(([command]) => command.test(line))),
  );

let parent: string;
let port: number;
let shell: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  // What is made beside the clone is removed with it.
  const clone = cloneRepository();
  parent = `${clone}-and-what-is-beside-it`;
  mkdirSync(parent);
  renameSync(clone, join(parent, 'crudgen'));
  // A clone has no packages: the commands bring them.
  rmSync(join(parent, 'crudgen/node_modules'));
  port = await freePort();
});
afterAll(() => {
  if (shell?.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

/** A folder of programs, with an `npm` for which to install is to link what is installed here, and to which `npm link` links. */
function npmThatLinks(): string {
  const folder = join(parent, 'global/bin');
  mkdirSync(folder, { recursive: true });
  const install = `[ -e node_modules ] || ln -s '${join(ROOT, 'node_modules')}' node_modules`;
  const npm = `#!/bin/sh\nPATH="\${PATH#*:}"\ncase "$1" in install | ci) ${install} ;; *) exec npm "$@" ;; esac\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  return folder;
}

/** Runs commands one after the other in one shell, each section from the clone on; ends at the first that fails. */
async function type(
  sections: readonly (readonly string[])[],
): Promise<{ code: number; output: string }> {
  const isServed = `node -e "fetch('http://127.0.0.1:${port}/readyz').then((one) => process.exit(one.ok ? 0 : 1), () => process.exit(1))"`;
  const linesOf = (command: string): readonly string[] => {
    const shown = `echo '$ ${command.replaceAll("'", `'\\''`)}'`;
    if (!SERVING.has(command)) return [shown, command];
    const wait = `until ${isServed}; do kill -0 $!; sleep 0.2; done`;
    const isLeft = 'kill -0 -- -$! 2>/dev/null';
    const stop = ['kill $!', 'wait $! || true', `if ${isServed}; then exit 1; fi`];
    // With job control it has a group of its own, in which nothing is left once npm, which alone was told, has ended.
    return [
      shown,
      'set -m',
      `${command} &`,
      wait,
      ...stop,
      `while ${isLeft}; do sleep 0.2; done`,
      'set +m',
    ];
  };
  const clone = join(parent, 'crudgen');
  const lines = sections.flatMap((commands) => [`cd '${clone}'`, ...commands.flatMap(linesOf)]);
  const script = join(parent, 'commands.sh');
  writeFileSync(script, ['set -e', ...lines, ''].join('\n'));
  const path = [npmThatLinks(), dirname(process.execPath), process.env.PATH].join(delimiter);
  const npm_config_prefix = join(parent, 'global');
  const env = personsEnv({ PATH: path, PORT: String(port), npm_config_prefix });
  shell = spawn('bash', [script], { cwd: clone, env, detached: true });
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
    const sections = commandsOf(README);
    const commands = sections.flat();
    expect(commands).toEqual(expect.arrayContaining([...SERVING]));
    expect(commands.length).toBeGreaterThan(6);
    const { code, output } = await type(sections);
    expect(output).toContain('crudgen is not built: building');
    expect(code, output.slice(-4000)).toBe(0);
    expect(output.match(/^\$ .*$/gm)).toEqual(commands.map((command) => `$ ${command}`));
  },
);

it(
  'leaves a project whose branches merge in git, with the crudgen that it put on PATH',
  () => {
    const shop = join(parent, 'shop');
    const path = [join(parent, 'global/bin'), dirname(process.execPath), process.env.PATH];
    const env = personsEnv({
      PATH: path.join(delimiter),
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    });
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: shop, env, encoding: 'utf8', stdio: 'pipe' });
    const commit = (message: string) => {
      // The packages are a link here, which no `.gitignore` expects.
      run('git', 'add', '--all', '--', '.', ':!node_modules');
      run('git', 'commit', '--quiet', '--message', message);
    };
    // The one on PATH has to do without the other.
    run('git', 'config', '--unset', 'crudgen.path');
    commit('As the README leaves it');
    const main = run('git', 'branch', '--show-current').trim();
    for (const model of ['Note', 'Label']) {
      run('git', 'switch', '--quiet', '--create', model, main);
      run('crudgen', 'model', 'add', model, 'text:string:required', 'author:ref=User');
      commit(`A model ${model}`);
    }
    run('git', 'merge', '--quiet', '--no-edit', 'Note');
    expect(readFileSync(join(shop, 'src/models/models.gen.ts'), 'utf8')).toMatch(/Label[^]*Note/);
    expect(run('crudgen', 'sync')).toContain('nothing to change');
  },
  5 * MINUTES,
);
