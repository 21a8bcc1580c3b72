import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** In place of the real one, which takes seconds: copies `src`, and does not compile what holds the word `wrong`. */
const COMPILER = `
  const { cpSync, readdirSync, readFileSync, renameSync } = require('node:fs');
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  const files = readdirSync('src', { recursive: true }).filter((path) => path.endsWith('.ts'));
  const wrong = files.find((path) => readFileSync('src/' + path, 'utf8').includes('wrong'));
  if (wrong) console.log('src/' + wrong + ': error TS2322');
  else {
    cpSync('src', out, { recursive: true });
    for (const path of files) renameSync(out + '/' + path, out + '/' + path.replace('.ts', '.js'));
  }
  process.exitCode = wrong ? 2 : 0;
`;
const PREPARE = pathToFileURL(join(ROOT, 'bin/checkout/prepare.js')).href;
const PACKAGES = pathToFileURL(join(ROOT, 'bin/checkout/packages.js')).href;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-checkout-'));
  write('package.json', JSON.stringify({ type: 'module', dependencies: { yaml: '1.0.0' } }));
  const packages = {
    '': { dependencies: { yaml: '1.0.0' } },
    examples: { devDependencies: { vite: '2.0.0' } },
    test: { devDependencies: { vitest: '3.0.0' } },
    'test/tools': { devDependencies: { linter: '4.0.0' } },
    'node_modules/yaml': { version: '1.0.0' },
    'node_modules/vite': { version: '2.0.0', optionalDependencies: { 'for-others': '1.0.0' } },
    'node_modules/vitest': { version: '3.0.0', dependencies: { expect: '3.0.0' } },
    'node_modules/vitest/node_modules/expect': { version: '3.0.0' },
    'node_modules/for-others': { version: '1.0.0', optional: true },
    'node_modules/linter': { version: '4.0.0' },
  };
  write('package-lock.json', JSON.stringify({ packages }));
  const { 'node_modules/for-others': _, '': __, ...installed } = packages;
  write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  for (const path of Object.keys(installed).filter((one) => one.startsWith('node_modules/')))
    write(`${path}/package.json`, '{}');
  write('node_modules/typescript/bin/tsc', COMPILER);
  for (const name of ['ejs', 'node', 'prompts'])
    write(`node_modules/@types/${name}/package.json`, '{}');
  for (const name of ['better-sqlite3', '@ts-morph'])
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext' } }));
  write('tsconfig.build.json', JSON.stringify({ extends: './tsconfig.json', include: ['src'] }));
  write('src/cli/main.ts', 'one');
  write('src/other.ts', 'other');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What the command does before anything else, in a process of its own: whether it may go on, and what it says. */
function prepare(options: { packages?: string; npm?: string } = {}) {
  const { packages = 'crudgen', npm = 'exit 1' } = options;
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const script = `import { prepare } from '${PREPARE}'; process.exit((await prepare(${JSON.stringify({ root, packages })})) ? 0 : 1);`;
  const args = ['--input-type=module', '-e', script];
  const env = { ...process.env, PATH: [join(root, 'bin'), process.env.PATH].join(delimiter) };
  return new Promise<{ isReady: boolean; said: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      expect(stdout).toBe('');
      resolve({ isReady: error === null, said: stderr });
    });
  });
}

const READY = { isReady: true, said: '' };
const builds = (why: string) => ({
  isReady: true,
  said: expect.stringMatching(new RegExp(`^crudgen: ${why}: building .*\n$`)),
});

describe('a checkout', () => {
  it('is built at the first command, and left alone by the next ones', async () => {
    expect(await prepare()).toEqual(builds('crudgen is not built'));
    expect(read('dist/cli/main.js')).toBe('one');
    expect(await prepare()).toEqual(READY);
  });

  it('is built again when its sources have changed in any way, never older than they are', async () => {
    await prepare();
    write('src/cli/main.ts', 'two');
    // As a copy or an archive has it: not newer than what was built.
    utimesSync(join(root, 'src/cli/main.ts'), new Date(0), new Date(0));
    expect(await prepare()).toEqual(builds('`dist` is older than `src`'));
    expect(read('dist/cli/main.js')).toBe('two');

    rmSync(join(root, 'src/other.ts'));
    expect(await prepare()).toEqual(builds('`dist` is older than `src`'));
    expect(existsSync(join(root, 'dist/other.js'))).toBe(false);
  });

  it('is not built again for files that were only touched', async () => {
    await prepare();
    const { ino } = statSync(join(root, 'dist/cli/main.js'));
    utimesSync(join(root, 'src/other.ts'), new Date(), new Date());
    expect(await prepare()).toEqual(READY);
    expect(statSync(join(root, 'dist/cli/main.js')).ino).toBe(ino);
  });

  it('runs nothing where its sources do not compile, and keeps what was built', async () => {
    await prepare();
    write('src/other.ts', 'wrong');
    const { isReady, said } = await prepare();
    expect(isReady).toBe(false);
    expect(said).toMatch(/src\/other\.ts.*TS2322[^]*does not compile/);
    expect(read('dist/other.js')).toBe('other');
    expect((await prepare()).isReady).toBe(false);
  });

  it.each(['typescript', '@types/prompts'])(
    'is built without a look at types where %s is not installed',
    async (name) => {
      rmSync(join(root, 'node_modules', name), { recursive: true });
      write(
        'src/cli/main.ts',
        "import { type A, b } from '../other.js';\nexport const a: A = b;\n",
      );
      write('src/other.ts', 'export type A = number;\nexport const b: string = 1;\n');
      expect(await prepare()).toEqual(builds('crudgen is not built'));
      expect(read('dist/cli/main.js')).toBe(
        "import { b } from '../other.js';\nexport const a = b;\n",
      );
      write('src/other.ts', 'export const b = ;\n');
      const { isReady, said } = await prepare();
      expect(isReady).toBe(false);
      expect(said).toMatch(/src\/other\.ts\(1,18\): error TS1109[^]*does not compile/);
      expect(read('dist/other.js')).toBe('export const b = 1;\n');
    },
  );

  it('is built once by commands that run at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => prepare()));
    expect(all.map(({ isReady }) => isReady)).toEqual([true, true, true, true]);
    expect(all.filter(({ said }) => said !== '').length).toBe(1);
  });

  it('is not held up by a build that was killed', async () => {
    write('.tmp/prepare.lock', '99999999');
    expect(await prepare()).toEqual(builds('crudgen is not built'));
  });
});

describe('a command that waits for another process of its clone', () => {
  const locked = (doing: string) => write('.tmp/prepare.lock', `${process.pid}${doing}`);
  const freeAfter = (milliseconds: number) =>
    setTimeout(() => rmSync(join(root, '.tmp/prepare.lock')), milliseconds);

  it('says which, what that does, and from time to time for how long', async () => {
    locked(' installs the packages of this clone (npm ci)');
    freeAfter(13_000);
    const { isReady, said } = await prepare();
    expect(isReady).toBe(true);
    const who = `process ${process.pid} installs the packages of this clone \\(npm ci\\)`;
    expect(said).toMatch(
      RegExp(
        `^crudgen: waiting for another process of this clone: ${who} \\.\\.\\.\\n  \\.\\.\\. still running after 10 s: ${who}\\ncrudgen: crudgen is not built`,
      ),
    );
  });

  it('reads the lock of a process that says nothing of what it does', async () => {
    locked('');
    freeAfter(3_000);
    expect((await prepare()).said).toContain(`process ${process.pid} prepares crudgen ...`);
  });

  it('finds what the process at work says: npm first, then the build', async () => {
    rmSync(join(root, 'node_modules/yaml'), { recursive: true });
    const npm = `cd '${root}'; cat .tmp/prepare.lock > told; mkdir node_modules/yaml; echo {} > node_modules/yaml/package.json`;
    write(
      'node_modules/typescript/bin/tsc',
      `require('node:fs').copyFileSync('.tmp/prepare.lock', 'built');${COMPILER}`,
    );
    expect((await prepare({ npm })).isReady).toBe(true);
    expect(read('told')).toMatch(/^\d+ installs the packages of this clone \(npm ci\)$/);
    expect(read('built')).toMatch(/^\d+ builds crudgen$/);
    expect(existsSync(join(root, '.tmp/prepare.lock'))).toBe(false);
  });
});

it('a fresh clone is linked as it is; a build of it says that packages are missing', () => {
  cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true });
  const { name, version, bin, scripts } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  write(
    'package.json',
    JSON.stringify({
      name,
      version,
      bin,
      scripts,
      type: 'module',
      dependencies: { yaml: '1.0.0' },
    }),
  );
  rmSync(join(root, 'node_modules'), { recursive: true });
  const prefix = join(root, 'global');
  const npm = (...args: string[]) =>
    spawnSync('npm', args, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefix: prefix },
    }).status;
  expect(npm('link')).toBe(0);
  expect(existsSync(join(prefix, 'bin/crudgen'))).toBe(true);
  expect(npm('run', 'build')).toBe(1);
});

describe('the packages of a checkout', () => {
  const lost: [string, string, () => void][] = [
    [
      'are missing',
      'are not installed',
      () => rmSync(join(root, 'node_modules'), { recursive: true }),
    ],
    [
      'were not all installed',
      'did not finish',
      () => rmSync(join(root, 'node_modules/.package-lock.json')),
    ],
    [
      'lack one',
      'the package yaml is missing',
      () => rmSync(join(root, 'node_modules/yaml'), { recursive: true }),
    ],
  ];
  it.each(lost)(
    'that %s are installed; where that fails, it says what it needs',
    async (_, why, lose) => {
      lose();
      const { isReady, said } = await prepare();
      expect(isReady).toBe(false);
      expect(said).toMatch(
        new RegExp(
          `^crudgen: .*${why}: installing \\d packages \\(npm ci.*\\)[^]*failed[^]*It needs the npm registry\\.`,
        ),
      );
    },
  );

  it('count all of the set that is needed, but for those of other machines', async () => {
    expect((await prepare({ packages: 'all' })).isReady).toBe(true);
    write('package-lock.json', read('package-lock.json').replaceAll('4.0.0', '4.1.0'));
    for (const packages of ['crudgen', 'examples', 'tests'])
      expect(await prepare({ packages }), packages).toEqual(READY);
    const { said } = await prepare({ packages: 'all' });
    expect(said).toMatch(
      /linter 4\.1\.0 is not installed: installing 5 packages \(npm ci\)[^]*compiler/,
    );
    rmSync(join(root, 'node_modules/vitest/node_modules/expect'), { recursive: true });
    expect((await prepare({ packages: 'tests' })).said).toContain(
      'the package expect is missing: installing',
    );
    expect(await prepare({ packages: 'examples' })).toEqual(READY);
  });

  it.each([
    ['crudgen', [], 'npm ci --workspaces=false'],
    ['examples', [], 'npm ci --workspace=examples --include-workspace-root'],
    ['tests', [], 'npm ci --workspace=examples --workspace=test --include-workspace-root'],
    ['crudgen', ['examples'], 'npm ci --workspace=examples --include-workspace-root'],
    ['examples', ['examples', 'test', 'test/tools'], 'npm ci'],
  ])(
    'are installed as a set for %s, where %j were: never less',
    async (packages, there, command) => {
      const installed = Object.fromEntries(there.map((workspace) => [workspace, {}]));
      write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
      rmSync(join(root, 'node_modules/yaml'), { recursive: true });
      const { said } = await prepare({ packages, npm: 'echo "npm $*"; exit 1' });
      expect(said).toContain(`(${command}) ...`);
      expect(said).toContain(`\n${command} --no-audit --no-fund\n`);
    },
  );

  describe('of crudgen', () => {
    /** Only they are installed, and a larger set is needed. */
    async function added() {
      const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
      for (const folder of ['examples', 'test'])
        write(`${folder}/package.json`, JSON.stringify(lock.packages[folder]));
      const installed = { 'node_modules/yaml': lock.packages['node_modules/yaml'] };
      write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
      const { said } = await prepare({ packages: 'examples', npm: 'exit 1' });
      return /\((npm \w+)/.exec(said)![1];
    }

    it('stay while others are added, for commands that run meanwhile', async () => {
      await prepare();
      expect(await added()).toBe('npm install');
      expect(await prepare()).toEqual(READY);
    });

    it('are installed anew with the others where an addition did not finish', async () => {
      await added();
      expect(await added()).toBe('npm ci');
    });

    it('are installed anew with the others where package.json asks for others than the lock', async () => {
      write('package.json', read('package.json').replace('1.0.0', '^2.0.0'));
      expect(await added()).toBe('npm ci');
    });

    it('are installed anew with the others where they are not those of the lock', async () => {
      await added();
      rmSync(join(root, 'node_modules/.adding-packages'));
      const older = read('package-lock.json').replaceAll('"version":"1.0.0"', '"version":"1.0.1"');
      write('package-lock.json', older);
      const { said } = await prepare({ packages: 'examples', npm: 'exit 1' });
      expect(said).toContain('(npm ci --workspace=examples');
    });
  });

  it('are looked at again once installed', async () => {
    rmSync(join(root, 'node_modules/yaml'), { recursive: true });
    const npm = `cd '${root}'; mkdir node_modules/yaml; echo {} > node_modules/yaml/package.json`;
    expect((await prepare({ npm: 'exit 0' })).said).toContain(
      'the package yaml is missing. It needs',
    );
    expect((await prepare({ npm })).isReady).toBe(true);
  });

  it('are told while npm installs them: how many, and that SQLite compiles where it does', async () => {
    const { installedSoFar } = (await import(PACKAGES)) as {
      installedSoFar(root: string, set: string): string;
    };
    const told = () => installedSoFar(root, 'examples');
    const manifest = join(root, 'node_modules/vite/package.json');
    rmSync(manifest);
    expect(told()).toBe('1 of 2 packages');
    writeFileSync(manifest, '{}');
    expect(told()).toBe('running install scripts of 2 packages');
    const driver = join(root, 'node_modules/better-sqlite3');
    // The link to the driver of this repository goes, not the driver.
    rmSync(driver);
    write('node_modules/better-sqlite3/build/config.gypi', '{}');
    expect(told()).toContain("install scripts: SQLite's driver compiles for some minutes");
    write('node_modules/better-sqlite3/build/Release/better_sqlite3.node', '');
    expect(told()).toBe('running install scripts of 2 packages');
  });

  it('are never installed over those of another checkout', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'));
    const { isReady, said } = await prepare({ npm: 'echo installing over it' });
    expect(isReady).toBe(false);
    expect(said).toMatch(/node_modules is a link to .*elsewhere; run `npm ci` there/);
    expect(said).not.toContain('installing over it');
  });
});
