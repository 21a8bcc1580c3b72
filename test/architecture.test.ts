import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { circlesIn } from './support/rooms.js';

const SRC = join(import.meta.dirname, '../src');

/** From the ground up: a layer may import itself and what stands before it. */
const LAYERS = [
  'integer.ts',
  'problem.ts',
  'version.ts',
  'tree.ts',
  'once.ts',
  'format',
  'model',
  'schema',
  'spec',
  'pull',
  'render',
  'code',
  'merge',
  'refactor',
  'plan',
  'disk',
  'project',
  'cli',
];

/** The folders of `project/`, from the ground up by the same rule. */
const STAGES = ['history', 'open', 'change', 'tell', 'plan', 'inspect'];

interface Import {
  readonly from: string;
  readonly target: string;
  readonly types: boolean;
  readonly lazy: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const textOf = (path: string) => readFileSync(join(SRC, path), 'utf8');
const code = (path: string) => textOf(path).replace(/\/\*[^]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, '');

function importsOf(path: string): Import[] {
  const found = [
    ...code(path).matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?[^'";]*?from\s*'([^']+)'|import\('([^']+)'\)/g,
    ),
  ];
  return found.map(([, types, from, lazy]) => {
    const target = (from ?? lazy)!;
    const local = target.startsWith('.');
    const resolved = local
      ? relative(SRC, join(SRC, dirname(path), target))
          .replaceAll('\\', '/')
          .replace(/\.js$/, '.ts')
      : target;
    return { from: path, target: resolved, types: types !== undefined, lazy: lazy !== undefined };
  });
}

const imports = files.flatMap(importsOf);

interface NamedFunction {
  readonly name: string;
  readonly body: ts.Node;
  readonly type: ts.TypeNode | undefined;
}

/** The named functions of a file. */
function functionsIn(path: string): NamedFunction[] {
  const found: NamedFunction[] = [];
  const visit = (node: ts.Node): void => {
    const made = ts.isVariableDeclaration(node) ? node.initializer : node;
    const { name } = node as { name?: ts.Node };
    if (made && name && (ts.isFunctionDeclaration(made) || ts.isArrowFunction(made)) && made.body)
      found.push({ name: name.getText(), body: made.body, type: made.type });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether code throws problems itself. */
function refuses(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return /\b(?:refusal|misuse|Refusal)\b/.test(node.getText());
  if (ts.isCallExpression(node) && node.expression.getText() === 'refuseErrors') return true;
  return ts.forEachChild(node, (child) => refuses(child) || undefined) ?? false;
}
const inner = imports.filter(({ target }) => files.includes(target));
const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[0]!);
const stageOf = (path: string) => STAGES.indexOf(path.split('/')[1]!);

describe('the architecture', () => {
  it('sees the imports', () => expect(inner.length).toBeGreaterThan(50));

  it('knows every layer', () => {
    expect(files.filter((path) => layerOf(path) < 0)).toEqual([]);
  });

  it('has every layer on the map, in this order', () => {
    const [map = ''] = readFileSync(join(SRC, 'README.md'), 'utf8').split(
      '\n## How a command runs',
    );
    const named = [...map.matchAll(/^\| `([\w.]+)\/?` /gm)].map(([, name]) => name);
    expect(named).toEqual(LAYERS);
  });

  it('has layers that point one way', () => {
    const wrong = inner.filter(({ from, target }) => layerOf(target) > layerOf(from));
    expect(wrong.map(({ from, target }) => `${from} -> ${target}`)).toEqual([]);
  });

  it('has stages of a command in project/ that point one way', () => {
    const own = inner.filter(({ from, target }) =>
      [from, target].every((path) => path.startsWith('project/')),
    );
    expect(own.filter(({ from }) => stageOf(from) < 0)).toEqual([]);
    const [, map = ''] = readFileSync(join(SRC, 'README.md'), 'utf8').split('\n| Folder ');
    expect([...map.matchAll(/^\| `(\w+)\/` /gm)].map(([, name]) => name)).toEqual(STAGES);
    const wrong = own.filter(({ from, target }) => stageOf(target) > stageOf(from));
    expect(wrong.map(({ from, target }) => `${from} -> ${target}`)).toEqual([]);
  });

  it('has no cycles, those of types included', () => {
    const graph = new Map(
      files.map((path) => [
        path,
        inner.filter(({ from }) => from === path).map(({ target }) => target),
      ]),
    );
    const cycles = circlesIn({ files, imports: graph });
    expect(cycles).toEqual([]);
  });

  it('touches files and processes only in disk/, but for prettier', () => {
    const touching = imports.filter(({ target }) =>
      /^(node:)?(fs|child_process|worker_threads)(\/|$)/.test(target),
    );
    const others = touching.filter(({ from }) => !/^(?:disk|format)\//.test(from));
    expect(others.map(({ from }) => from)).toEqual([]);
  });

  it('prints and asks only in cli/', () => {
    const printing = files.filter((path) =>
      /\bconsole\.|process\.(stdout|stderr|stdin|exit)|from 'prompts'/.test(code(path)),
    );
    expect(printing.filter((path) => !path.startsWith('cli/'))).toEqual([]);
  });

  it('imports only packages that crudgen is installed with', () => {
    const { dependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const isPackage = (target: string) => /^[@a-z]/.test(target) && !/^node:|\.ts$/.test(target);
    const missing = files
      .flatMap(importsOf)
      .filter(({ target, types }) => isPackage(target) && !types)
      .map(({ from, target }) => [from, /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]] as const)
      .filter(([, name]) => !Object.hasOwn(dependencies, name));
    expect(missing).toEqual([]);
  });

  it('takes time and chance as inputs in the pure layers', () => {
    const pure = files.filter((path) =>
      /^(model|schema|spec|render|code|merge|refactor|plan|project)\//.test(path),
    );
    expect(
      pure.filter((path) =>
        /new Date\(\)|Date\.now|Math\.random|randomBytes|process\.env/.test(code(path)),
      ),
    ).toEqual([]);
  });

  it('has no default exports and no barrels', () => {
    expect(files.filter((path) => /^export (default|\*)/m.test(code(path)))).toEqual([]);
    expect(files.filter((path) => /(^|\/)index\.ts$/.test(path))).toEqual([]);
  });

  it('says in a sentence what each exported function promises', () => {
    const bare = files.flatMap((path) =>
      [...textOf(path).matchAll(/(.*)\n(export (?:async )?function \w+)/g)]
        .filter(([, before]) => !before!.trimEnd().endsWith('*/'))
        .map(([, , name]) => `${path}: ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('tells by the verb whether problems come back or are thrown', () => {
    const wrong = files.flatMap((path) =>
      functionsIn(path)
        .filter(
          ({ name, body, type }) =>
            (/^(?:check|warnOf|report)[A-Z]/.test(name) && refuses(body)) ||
            (/^require[A-Z]/.test(name) && /\bProblem\b/.test(type?.getText() ?? '')),
        )
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('loads nothing but commander for --help', () => {
    const eager = new Set<string>();
    const follow = (path: string): void => {
      for (const { target, types, lazy } of importsOf(path)) {
        if (types || lazy || eager.has(target)) continue;
        eager.add(target);
        if (files.includes(target)) follow(target);
      }
    };
    follow('cli/main.ts');
    expect([...eager].sort()).toEqual([
      '@commander-js/extra-typings',
      'cli/declare-access.ts',
      'cli/declare-additions.ts',
      'cli/declare-evolution.ts',
      'cli/declare-features.ts',
      'cli/declare-models.ts',
      'cli/declare-plumbing.ts',
      'cli/declare-pull.ts',
      'cli/declare-reports.ts',
      'cli/declare-search.ts',
      'cli/declare.ts',
      'cli/plan-flags.ts',
      'cli/program.ts',
      'version.ts',
    ]);
  });
});
