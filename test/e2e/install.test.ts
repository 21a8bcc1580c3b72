import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';
import { withoutCrudgen } from '../support/crudgen-on-path.js';
import { git, gitIn, read, run, type Ran } from './evolution/project.js';

const ROOT = join(import.meta.dirname, '../..');
const TARBALL = `crudgen-${VERSION}.tgz`;
let folder: string;
/** A repository of several projects, which has crudgen as a development dependency. */
let repository: string;
const shop = () => join(repository, 'shop');

/** What `npm test` sets for its scripts is not for the npm of others. */
const OURS = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith('npm_'))
    .map((name) => [name, undefined as never]),
);

function done(ran: Ran): string {
  expect(ran, ran.stdout + ran.stderr).toMatchObject({ status: 0 });
  return ran.stdout;
}

function npm(cwd: string, ...args: readonly string[]): void {
  done(run(cwd, 'npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], OURS));
}

const crudgen = (cwd: string, ...args: readonly string[]): string =>
  done(run(cwd, join(repository, 'node_modules/.bin/crudgen'), args, { PATH: withoutCrudgen }));

function commit(message: string): void {
  git(repository, 'add', '--all');
  done(git(repository, 'commit', '--quiet', '--message', message));
}

beforeAll(() => {
  // Not below this repository, in whose packages it would find what it does not bring.
  folder = mkdtempSync(join(tmpdir(), 'crudgen-install-'));
  repository = join(folder, 'repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(repository, '.gitignore'), 'node_modules\n');
  npm(ROOT, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  npm(folder, 'install', '--global', '--prefix', join(folder, 'global'), `./${TARBALL}`);
  npm(repository, 'install', '--save-dev', '--prefix', repository, `../${TARBALL}`);
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('crudgen, installed from its tarball', { timeout: 600_000 }, () => {
  it('has no script that npm would run, and of which npm would warn, at its installation', () => {
    const packed = read(repository, 'node_modules/crudgen/package.json');
    const { scripts } = JSON.parse(packed) as { scripts: object };
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(Object.keys(scripts)).not.toContain(name);
  });

  it('runs from everywhere, and on PATH is what git runs', () => {
    const PATH = [join(folder, 'global/bin'), withoutCrudgen].join(delimiter);
    const asked = (...args: string[]) => run(folder, 'crudgen', args, { PATH });
    expect(asked('--version')).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
    const init = asked('init', 'alone', '--no-install', '--no-web');
    expect(init).toMatchObject({ status: 0, stderr: '' });
  });

  it("merges two branches in a project's repository, found in its packages", () => {
    git(repository, 'init', '--quiet', '--initial-branch=main');
    crudgen(repository, 'init', 'shop', '--no-install', '--no-web');
    commit('start');
    for (const [branch, model] of [
      ['notes', 'Note'],
      ['labels', 'Label'],
    ] as const) {
      git(repository, 'switch', '--quiet', '--create', branch, 'main');
      crudgen(shop(), 'model', 'add', model, 'text:string:required', 'author:ref=User');
      commit(branch);
    }
    done(gitIn(repository, ['merge', '--quiet', '--no-edit', 'notes'], { PATH: withoutCrudgen }));
    const models = read(shop(), 'src/models/models.gen.ts');
    expect(models).toMatch(/Label[^]*Note/);
    expect(crudgen(shop(), 'sync')).toContain('nothing to change');
  });
});
