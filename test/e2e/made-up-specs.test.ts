import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { check, resolveConfig } from 'prettier';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { renderProject } from '../../src/render/render-project.js';
import type { Tree } from '../../src/tree.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { makeFolder, run } from './evolution/project.js';

const ROOT = join(import.meta.dirname, '../..');
const SPECS = join(ROOT, 'test/fixtures/specs');
const ENGINE = join(ROOT, 'templates/service/engine');
const BIN = join(ROOT, 'node_modules/.bin');
const MINUTES = 60_000;
const names = readdirSync(SPECS).map((file) => file.replace('.yaml', ''));

let folder: string;
const trees = new Map<string, Tree>();

/** Their tests are of one project, so that a process loads the engine once: all have the same one. */
const CONFIG = `
import { defineConfig } from 'vitest/config';

process.env.DATABASE_URL = 'sqlite::memory:';
export default defineConfig({
  test: {
    include: ['*/src/models/**/*.test.ts'],
    globalSetup: [${JSON.stringify(join(ROOT, 'test/support/spec-databases.ts'))}],
    setupFiles: [${JSON.stringify(join(ROOT, 'test/support/place-of-spec.ts'))}],
    isolate: false,
    maxWorkers: ${Math.max(2, availableParallelism() - 1)},
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
`;

beforeAll(() => {
  folder = makeFolder('specs');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.js'), CONFIG);
  for (const name of names) {
    const text = readFileSync(join(SPECS, `${name}.yaml`), 'utf8');
    const tree = renderProject(appOfSpec(name, text, { features: ['containers'] }), {
      templates: templates(),
      now: MADE_AT,
      secret: 'x'.repeat(43),
    });
    trees.set(name, tree);
    write(join(folder, name), tree);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a project whose engine is the one of the templates. */
function write(project: string, tree: Tree): void {
  for (const [path, text] of tree) {
    if (path.startsWith('engine/')) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  symlinkSync(ENGINE, join(project, 'engine'));
}

/** What the compiler says of all projects together: the engine is looked at once, at the place that they link to. */
function typeErrors(compilerOptions: object): string {
  const include = names.flatMap((name) => [`${name}/src`, `${name}/test`]);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { compilerOptions, include },
    ts.sys,
    folder,
  );
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, importer, redirected, settings, source) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, settings);
      const { text } = literal;
      const found = ts.resolveModuleName(
        text,
        importer,
        settings,
        host,
        undefined,
        redirected,
        mode,
      );
      return { resolvedModule: found.resolvedModule && atItsPlace(found.resolvedModule) };
    });
  const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host));
  return ts.formatDiagnostics(found, host);
}

const atItsPlace = (module: ts.ResolvedModuleFull): ts.ResolvedModuleFull => ({
  ...module,
  resolvedFileName: realpathSync(module.resolvedFileName),
});

describe("a made-up trade's project", () => {
  let results: JsonTestResults['testResults'];
  beforeAll(() => {
    const report = join(folder, 'report.json');
    const args = ['run', '--reporter=json', `--outputFile=${report}`];
    const { stdout, stderr } = run(folder, join(BIN, 'vitest'), args);
    try {
      results = (JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults).testResults;
    } catch {
      throw new Error(stdout + stderr);
    }
  }, 10 * MINUTES);

  it.each(names)('of %s passes its own tests, untouched', (name) => {
    const own = results.filter((file) => file.name.startsWith(join(folder, name)));
    const failed = own.flatMap((file) => {
      const path = relative(join(folder, name), file.name);
      const tests = file.assertionResults.filter(({ status }) => status !== 'passed');
      return [
        ...(file.message ? [`${path}: ${file.message}`] : []),
        ...tests.map(
          (test) => `${path}: ${test.fullName}: ${test.failureMessages?.[0]?.split('\n')[0]}`,
        ),
      ];
    });
    expect(failed).toEqual([]);
    const tested = [...trees.get(name)!.keys()].filter((path) =>
      /^src\/models\/.*\.test\.ts$/.test(path),
    );
    expect(own.map((file) => relative(join(folder, name), file.name)).sort()).toEqual(tested);
  });
});

describe('the code of made-up trades', () => {
  it('type-checks', { timeout: 5 * MINUTES }, () => {
    const { compilerOptions } = JSON.parse(trees.get(names[0]!)!.get('tsconfig.json')!) as {
      compilerOptions: object;
    };
    expect(typeErrors(compilerOptions)).toBe('');
  });

  it('is laid out as prettier lays it out', { timeout: 2 * MINUTES }, async () => {
    const config = await resolveConfig(join(ROOT, 'package.json'));
    const wrong: string[] = [];
    for (const [name, tree] of trees)
      for (const [path, text] of tree)
        if (/^src\/.*\.ts$/.test(path) && !(await check(text, { ...config, filepath: path })))
          wrong.push(join(name, path));
    expect(wrong).toEqual([]);
  });

  it('is lint-clean', { timeout: 2 * MINUTES }, async () => {
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: join(names[0]!, 'eslint.config.js'),
    });
    const results = await eslint.lintFiles(names.map((name) => `${name}/src/models/**/*.ts`));
    const found = results.flatMap(({ filePath, messages }) =>
      messages.map(({ message }) => `${relative(folder, filePath)}: ${message}`),
    );
    expect(results.length).toBeGreaterThan(names.length);
    expect(found).toEqual([]);
  });
});
