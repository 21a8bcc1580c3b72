import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/crudgen.js');
const NEWER = '99.0.0';
let folder: string;
let project: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Installs another crudgen, which only says what it was asked. */
function install(place: string, version: string, code = ''): void {
  const at = join(place, 'node_modules/crudgen');
  write(
    `${at}/package.json`,
    JSON.stringify({ name: 'crudgen', version, bin: { crudgen: 'run.cjs' } }),
  );
  write(
    `${at}/run.cjs`,
    `${code}\nconsole.log('own', JSON.stringify(process.argv.slice(2)), process.cwd());`,
  );
}

const isAt = (version: string) => write('repo/shop/crudgen.json', JSON.stringify({ version }));

function crudgen(args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    ...options,
  });
  return { status, stdout, stderr };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crudgen-hand-over-'));
  project = join(folder, 'repo/shop');
  write('repo/shop/src/a.ts', '');
  isAt(NEWER);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a project's own crudgen", () => {
  it.each([
    ['below the project', 'repo/shop'],
    ['above it, as in a workspace', 'repo'],
  ])('runs the same command line where it is %s', (_, place) => {
    install(place, NEWER);
    const args = ['a-newer-command', '--with', 'its own "flags"'];
    expect(crudgen(args, { cwd: join(project, 'src') })).toEqual({
      status: 0,
      stdout: `own ${JSON.stringify(args)} ${join(project, 'src')}\n`,
      stderr: `this is crudgen ${VERSION}, and the project is at ${NEWER}; running crudgen ${NEWER} from node_modules of the project\n`,
    });
    expect(crudgen(['sync', `--cwd=${project}`, '--json'], { cwd: folder })).toEqual({
      status: 0,
      stdout: `own ["sync","--cwd=${project}","--json"] ${folder}\n`,
      stderr: '',
    });
  });

  it('has the terminal, and its exit code is the answer', () => {
    install(
      'repo/shop',
      NEWER,
      "console.error(require('fs').readFileSync(0, 'utf8')); process.exitCode = 3;",
    );
    expect(crudgen(['sync'], { input: 'typed' })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('typed'),
    });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends on %s, and so does this one',
    async (signal) => {
      install('repo/shop', NEWER, 'setInterval(() => undefined, 1000);');
      const child = spawn(process.execPath, [BIN, 'sync'], { cwd: project });
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([null, signal]);
    },
  );

  it('tells this one how it ended on a signal that it handles', async () => {
    install(
      'repo/shop',
      NEWER,
      "process.on('SIGTERM', () => process.exit(5)); setInterval(() => undefined, 1000);",
    );
    const child = spawn(process.execPath, [BIN, 'sync'], { cwd: project });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([5, null]);
  });

  it('upgrades only where it is the newer one', () => {
    const older = '0.0.1';
    isAt(older);
    install('repo/shop', older);
    expect(crudgen(['model', 'list']).stdout).toMatch(/^own /);
    expect(crudgen(['upgrade', '--dry-run']).stdout).not.toMatch(/^own /);
    install('repo/shop', NEWER);
    expect(crudgen(['upgrade', '--dry-run']).stdout).toMatch(/^own /);
  });

  it.each([
    ['is of the same version as this one', '0.0.1', VERSION],
    ['is the only one of another version', VERSION, NEWER],
    ['is older than the project', NEWER, '0.0.1'],
  ])('does not run where it %s', (_, version, own) => {
    isAt(version);
    install('repo/shop', own);
    expect(crudgen(['features']).stdout).not.toMatch(/^own /);
  });

  it('does not run where it does not matter', () => {
    install('repo/shop', NEWER);
    expect(crudgen(['--version']).stdout).toBe(`${VERSION}\n`);
    expect(crudgen(['sync', '--help']).stdout).toContain('Usage: crudgen sync');
    expect(crudgen(['help', 'types']).stdout).toContain('Modifiers');
    expect(crudgen(['init', 'new', '--no-install', '--no-git', '--dry-run']).stdout).toContain(
      'dry run',
    );
  });

  it('does not call itself, and a broken one is none', () => {
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(ROOT, join(project, 'node_modules/crudgen'));
    const refused = { status: 1, stderr: expect.stringContaining('error[older-crudgen]') };
    expect(crudgen(['sync'])).toMatchObject(refused);
    rmSync(join(project, 'node_modules/crudgen'));
    write('repo/shop/node_modules/crudgen/package.json', '{');
    expect(crudgen(['sync'])).toMatchObject(refused);
  });

  it('is older than the project after an upgrade by another, which says so', () => {
    const { stderr } = spawnSync(
      process.execPath,
      [BIN, 'init', 'app', '--no-install', '--no-web', '--no-git'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    install('app', '0.0.1');
    const cwd = join(folder, 'app');
    expect(crudgen(['doctor'], { cwd }).stderr).toMatch(
      /warning\[older-own-crudgen\].* 0\.0\.1\nhelp: run npm install/,
    );
    write(
      'app/crudgen.json',
      JSON.stringify({
        ...JSON.parse(readFileSync(join(cwd, 'crudgen.json'), 'utf8')),
        version: '0.5.0',
      }),
    );
    expect(crudgen(['upgrade'], { cwd })).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('warning[older-own-crudgen]'),
    });
  });
});
