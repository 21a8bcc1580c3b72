import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vitest/config';
import { ROOT } from '../support/project-on-disk.js';

const FOLDER = join(ROOT, `.tmp/mutants/tests-${process.pid}`);
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** vitest keeps the code of a path: no run has a path of another run. */
let written = 0;

/** A test file that is run under a mutant; -1 stands for the engine as it is. */
export interface Stub {
  readonly path: string;
  readonly id: number;
}

/**
 * Writes a file for each of these runs, in their order: vitest runs a file once, but one run shall try many mutants, and load the
 * engine once. `stubs` gives each of them the code of its test file.
 */
export function writeStubs(wanted: readonly Stub[]): readonly string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  return wanted.map((stub) => {
    const name = `${String(written++).padStart(6, '0')}-${basename(stub.path)}`;
    writeFileSync(join(FOLDER, name), JSON.stringify(stub));
    return join(FOLDER, name);
  });
}

/** The run that a file stands for; null for other files. */
export const stubOf = (path: string | undefined): Stub | null =>
  path?.startsWith(FOLDER) ? (JSON.parse(readFileSync(path, 'utf8')) as Stub) : null;

const NO_TEST = "import { test } from 'vitest'; test.skip('killed before', () => {});";

/** A suite for both databases is a function, and stands in no test file alone. */
function codeOf(path: string): string {
  const code = readFileSync(path, 'utf8');
  const [, suite] = /-suite\.ts$/.test(path) ? (/^export \w+ (describe\w+)/m.exec(code) ?? []) : [];
  return suite === undefined
    ? code
    : `import { newFiles } from '../fixtures/new-databases.js';
import { ${suite} } from './${basename(path, '.ts')}.js';
${suite}(newFiles());`;
}

/** The settings of `tsconfig.json` for decorators do not reach the folder of stubs. */
const compiled = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      experimentalDecorators: true,
      useDefineForClassFields: false,
      inlineSourceMap: true,
    },
  }).outputText;

/** The code of stubs, and of what they import; nothing for a mutant that is killed. */
export const stubs = (killed: ReadonlySet<number>): Plugin => ({
  name: 'tests-under-mutants',
  enforce: 'pre',
  load(id: string) {
    const stub = stubOf(id);
    if (!stub) return null;
    if (killed.has(stub.id)) return NO_TEST;
    return compiled(`globalThis.mutant.begin(${stub.id});\n${codeOf(stub.path)}`);
  },
  resolveId(specifier: string, importer: string | undefined) {
    const stub = stubOf(importer);
    return stub && this.resolve(specifier, stub.path);
  },
});
