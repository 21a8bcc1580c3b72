import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import * as prettier from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { isGenerated } from '../../src/tree.js';
import { placedExample } from '../support/placed-example.js';
import { typeErrors } from '../support/type-errors.js';
import { EDITED, type Example, EXAMPLES, templates } from './example.js';
import { readTree } from './read-tree.js';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
const MINUTES = 60_000;
const A_FILE_OF_UI = 'ui/index.ts';
const TEMPLATE_OF_UI = `templates/features/admin/${A_FILE_OF_UI}`;
/** Where an example differs from the others. */
const MODELS = ['src/models', 'src/database', 'web/src/pages'];
const OWN_PLACES: Readonly<Record<Example, readonly string[]>> = {
  'task-manager': ['.'],
  orders: [...MODELS, 'client/index.ts', 'test', 'web/src/app.tsx'],
  clinic: MODELS,
  conduit: [...MODELS, 'src/app.ts', 'src/routes', 'test'],
};

describe.each(EXAMPLES)('examples/%s', (example) => {
  let folder: string;
  beforeAll(async () => {
    folder = await placedExample(example);
  });

  it('type-checks', { timeout: 4 * MINUTES }, () => {
    expect(typeErrors(folder)).toBe('');
    expect(typeErrors(folder, 'web')).toBe('');
  });

  it('is clean for ESLint and Prettier', { timeout: 4 * MINUTES }, async () => {
    // What every project has alike is looked at once; what is a template, byte for byte, where that stands.
    const where = OWN_PLACES[example];
    expect(await hooksRulesOf(ROOT, TEMPLATE_OF_UI)).toEqual(
      await hooksRulesOf(folder, A_FILE_OF_UI),
    );
    expect(await lintErrors(folder, where)).toEqual([]);
    const style = '.prettierrc.json';
    expect(readFileSync(join(folder, style), 'utf8')).toBe(readFileSync(join(ROOT, style), 'utf8'));
    expect(await unformatted(folder, where)).toEqual([]);
  });

  it.runIf(EDITED[example].includes('client/schema.gen.ts'))(
    'has a typed client of its code, which `npm run examples` writes',
    { timeout: MINUTES },
    () => succeed(folder, 'tsx', 'src/main.ts', 'client', '--check'),
  );

  it('passes its own tests', { timeout: 4 * MINUTES }, () => succeed(folder, 'vitest', 'run'));

  // All others are served, and more than that, in test/contract.
  it.runIf(example === 'conduit')('serves', { timeout: MINUTES }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'crudgen-serves-'));
    const port = await freePort();
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), DATABASE_URL: `sqlite:${data}/app.db` },
      stdio: 'ignore',
    });
    try {
      expect(await ready(`http://127.0.0.1:${port}/readyz`)).toBe(200);
    } finally {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.on('close', resolve));
      rmSync(data, { recursive: true, force: true });
    }
    expect(child.exitCode).toBe(0);
  });
});

/** The rules of React's compiler, which take longer than all others, as they are set for a file. */
async function hooksRulesOf(folder: string, path: string): Promise<object> {
  const { rules } = await new ESLint({ cwd: folder }).calculateConfigForFile(join(folder, path));
  return Object.fromEntries(
    Object.entries(rules as object).filter(([name]) => name.startsWith('react-hooks/')),
  );
}

/** The files of a project's elements that are templates byte for byte. */
function templatesIn(folder: string): readonly string[] {
  const texts = new Set(templates().values());
  return [...readTree(folder)].filter(([, text]) => texts.has(text)).map(([path]) => path);
}

/** What ESLint says of some places of a project, warnings included. */
async function lintErrors(folder: string, places: readonly string[]): Promise<readonly string[]> {
  const hooks = Object.keys(await hooksRulesOf(folder, A_FILE_OF_UI));
  const eslint = new ESLint({
    cwd: folder,
    overrideConfig: [
      // Several projects in one process need to be told apart.
      { languageOptions: { parserOptions: { tsconfigRootDir: folder } } },
      {
        files: templatesIn(folder).filter((path) => /^(web|ui)\/.*\.tsx?$/.test(path)),
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        rules: Object.fromEntries(hooks.map((name) => [name, 'off' as const])),
      },
    ],
  });
  const results = await eslint.lintFiles([...places]);
  expect(results.length).toBeGreaterThan(0);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath}:${line} ${message}`),
  );
}

/** The files of some places of a project that Prettier would write in another way. */
async function unformatted(folder: string, places: readonly string[]): Promise<readonly string[]> {
  const ignorePath = join(folder, '.prettierignore');
  const wrong: string[] = [];
  const checked = new Set(templatesIn(folder));
  for (const [path, text] of readTree(folder)) {
    if (checked.has(path)) continue;
    if (!places.some((place) => place === '.' || path === place || path.startsWith(`${place}/`)))
      continue;
    const file = join(folder, path);
    const { ignored, inferredParser } = await prettier.getFileInfo(file, { ignorePath });
    // Projects leave crudgen's own files alone, whose format is checked here all the same.
    if (!isGenerated(path) && (ignored || inferredParser === null)) continue;
    const config = await prettier.resolveConfig(file, { editorconfig: true });
    if (!(await prettier.check(text, { ...config, filepath: file }))) wrong.push(path);
  }
  return wrong;
}

/** Runs a tool of the repository in an example; its output is the failure. */
async function succeed(folder: string, tool: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(join(BIN, tool), args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_ENV: undefined, CI: undefined },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(code, `${tool} ${args.join(' ')}\n${output.slice(-8000)}`).toBe(0);
}

async function ready(url: string): Promise<number | null> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
