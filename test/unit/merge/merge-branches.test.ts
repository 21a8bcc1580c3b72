import { describe, expect, it } from 'vitest';
import { addFields, addModels, renameModel } from '../../../src/model/change.js';
import { checkFields, checkSpec } from '../../../src/spec/check.js';
import type { App } from '../../../src/model/model.js';
import { mergeBranches, mergeCopies } from '../../../src/merge/merge-branches.js';
import { renderApp } from '../../../src/render/render-project.js';
import {
  commandLine,
  parseFieldArguments,
  parseModelArguments,
} from '../../../src/spec/parse-arguments.js';
import { appOf, templates } from '../../golden/example.js';

const merge = (base: string, mine: string, next: string, path = 'src/a.ts') =>
  mergeBranches(path, { base, mine, next });

/** An application with a model and a field more, and a migration of its own. */
function grown(app: App, name: string, fields: readonly string[]): App {
  const line = commandLine([]);
  const { spec } = parseModelArguments(name, ['name:string', 'project:ref=Project'], {}, line);
  const after = addModels(app, checkSpec(spec, app.models).models);
  const project = after.models.find((model) => model.name === 'Project')!;
  const parsed = parseFieldArguments(fields, line).fields;
  return addFields(after, 'Project', checkFields(project, parsed, after.models).fields);
}

describe('what two branches made of a project', () => {
  const app = appOf('task-manager');
  const render = (one: App, migration: string[]) =>
    renderApp(one, { templates: templates(), migrations: migration });
  const at = (digits: string, name: string) => `src/database/migrations/${digits}-${name}.ts`;
  const base = render(app, []);
  const mine = render(grown(app, 'Label', ['code:string', 'rank:integer']), [
    at('20261122000001', 'labels'),
  ]);
  const next = render(grown(app, 'Note', ['budget:decimal=12,2', 'size:enum=small,large']), [
    at('20261122000002', 'notes'),
  ]);
  const changed = [...base.keys()].filter(
    (path) => mine.get(path) !== base.get(path) && next.get(path) !== base.get(path),
  );

  it('is more than a handful of files', () => expect(changed.length).toBeGreaterThan(9));

  it.each(changed)('is merged by structure: %s', (path) => {
    const versions = { base: base.get(path)!, mine: mine.get(path)!, next: next.get(path)! };
    const both = mergeBranches(path, versions);
    expect(both).not.toBeNull();
    const again = { ...versions, base: versions.next, mine: both! };
    expect(mergeBranches(path, again)).toBe(both);
    expect(mergeCopies(path, versions)).toBe(both);
  });

  it.each(changed)('comes out alike, whoever merges whom: %s', (path) => {
    const sides = [mine, next].map((tree) => tree.get(path)!) as [string, string];
    const both = merge(base.get(path)!, ...sides, path);
    // Elements that have become too long for a line are not broken.
    const words = (text: string | null) => text?.replaceAll(/\s+/g, '');
    expect(words(merge(base.get(path)!, sides[1], sides[0], path))).toBe(words(both));
  });
});

describe('a model that one branch renamed and both extended', () => {
  const app = appOf('task-manager');
  const files = (one: App) => renderApp(one, { templates: templates(), migrations: [] });
  const base = files(app);
  const mine = files(grown(app, 'Label', ['code:string', 'rank:integer']));
  const next = files(
    renameModel(grown(app, 'Note', ['budget:decimal=12,2']), 'Project', 'Venture'),
  );
  const renamed = (path: string) => path.replaceAll('project', 'venture');
  const own = [...base.keys()].filter(
    (path) => /models\/project\/|pages\/project\//.test(path) && mine.get(path) !== base.get(path),
  );

  it('has more than a handful of files', () => expect(own.length).toBeGreaterThan(4));

  it.each(own)('is merged by structure, whoever merges whom: %s', (path) => {
    const path2 = renamed(path);
    const sides = [mine.get(path)!, next.get(path2)!] as const;
    const both = merge(base.get(path)!, sides[0], sides[1], path2);
    expect(both).not.toBeNull();
    expect(both).toMatch(/code/);
    expect(both).toMatch(/budget/);
    expect(both).toMatch(/venture/i);
    expect(both).not.toMatch(/Project(?!s? )/);
    expect(merge(base.get(path)!, sides[1], sides[0], path2)).not.toBeNull();
    expect(mergeCopies(path2, { base: base.get(path)!, mine: sides[0], next: sides[1] })).toBe(
      both,
    );
  });

  it('is for people to decide where both renamed it', () => {
    const path = 'src/models/project/project.model.ts';
    const other = files(renameModel(app, 'Project', 'Endeavour'));
    const sides = [next, other].map(
      (tree) => [...tree].find(([at]) => /(venture|endeavour)\.model\.ts$/.test(at))![1],
    );
    expect(merge(base.get(path)!, sides[0]!, sides[1]!, path)).toBeNull();
  });
});

describe('what is for people to decide', () => {
  const body = (text: string) => `export function f() {\n  start();\n${text}}\n`;

  it.each([
    ['the same value', 'const a = 1;\n', 'const a = 2;\n', 'const a = 3;\n'],
    ['statements at one place of a function', body(''), body('  one();\n'), body('  two();\n')],
    ['statements at one place of a file', 'a();\n', 'a();\nb();\n', 'a();\nc();\n'],
    ['comments at one place', 'a();\n', 'a(); // mine\n', 'a(); // theirs\n'],
    [
      'a comment where structure sees no change',
      'const a = b + c;\n',
      'const a = b + d;\n',
      'const a = b /* not d */ + c;\n',
    ],
    [
      'a change to what the other replaced by something like it',
      "export const open = () => list({ status: 'open', sort: 'due', limit: 9 });\n",
      "export const open = () => list({ status: 'open', sort: 'due', limit: 10 });\n",
      "export const late = () => list({ status: 'late', sort: 'due', limit: 9 });\n",
    ],
    ['code in another form', "a('x');\n", "a('x', 1);\n", 'a("x");\na("y");\n'],
  ])('%s', (_, base, mine, next) => {
    expect(merge(base, mine, next)).toBeNull();
  });

  it('is neither in a copy that both changed at one place', () => {
    const versions = { base: 'a\nb\nc\n', mine: 'a\none\nc\n', next: 'a\ntwo\nc\n' };
    expect(mergeCopies('README.md', versions)).toBe('a\nc\n');
  });
});

describe('what both added', () => {
  it.each([
    ['members', 'class A {\n  a = 1;\n}\n', '  a = 1;\n'],
    ['entries of an array', 'const a = [\n  1,\n];\n', '  1,\n'],
    ['keys', 'const a = {\n  a: 1,\n};\n', '  a: 1,\n'],
    ['declarations', 'export const a = 1;\n', 'export const a = 1;\n'],
  ])('is there: %s', (_, base, line) => {
    const more = (sign: string) =>
      base.replace(line, line + line.replace(/a(?=[ :])|1(?=,\n)/, sign));
    const both = merge(base, more('x9'), more('y9'));
    for (const word of ['x9', 'y9']) expect(both).toContain(word);
  });

  it('is there in JSON', () => {
    const json = (key: string) => `{\n  "a": 1${key}\n}\n`;
    const both = merge(json(''), json(',\n  "b": 1'), json(',\n  "c": 1'), 'package.json');
    expect(JSON.parse(both!)).toEqual({ a: 1, b: 1, c: 1 });
  });
});

describe('endpoints that two branches have each added', () => {
  const ROUTES = 'src/models/task/task.routes.ts';
  const routes = (...bodies: readonly string[]) => `import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

/** Custom endpoints of tasks. */
export const taskRoutes = defineRoutes(Task, (route) => {
${bodies.join('\n')}});
`;
  const route = (method: string, path: string) => `  /** ${method} ${path} */
  route.${method}('${path}', 'list', ({ records, query }) => {
    return records.list(query);
  });
`;
  const first = route('get', '/late');
  const archive = route('post', '/:id/archive');
  const early = route('get', '/early');

  it.each([
    ['to a model without any', ''],
    ['to a model with others', routes(first)],
  ])('are both there: %s', (_, base) => {
    const had = base === '' ? [] : [first];
    const both = merge(base, routes(...had, archive), routes(...had, early), ROUTES);
    for (const one of [...had, archive, early]) expect(both).toContain(one);
    expect(both?.match(/defineRoutes\(/g)).toHaveLength(1);
  });

  it.each([
    ['one would answer what the other does', route('get', '/:name'), early],
    ['they are the same', route('get', '/early').replace('list(query)', 'list({})'), early],
    ['one has a path of any length', route('get', '/files/*path'), route('get', '/files/new')],
    ['something else is done between them', `${archive}  prepare(route);\n`, early],
  ])('are a conflict where %s', (_, mine, next) => {
    expect(merge(routes(first), routes(first, mine), routes(first, next), ROUTES)).toBeNull();
    expect(merge(routes(first), routes(first, next), routes(first, mine), ROUTES)).toBeNull();
  });
});

describe('a list that one branch has changed as a whole, and the other one in a member', () => {
  const PATH = 'web/src/pages/task/task.resource.ts';
  const CARDS = [`figure('created_at')`, `bars('status')`, `due('due_date')`];
  const lines = (cards: readonly string[]) =>
    `[\n${cards.map((card) => `    ${card},\n`).join('')}  ]`;
  const resource = (cards: readonly string[], list = lines) =>
    `export const taskResource: ModelDefinition = {\n  ...taskFacts,\n  dashboard: ${list(cards)},\n};\n`;
  const titled = CARDS.with(1, `bars('status', { title: 'State' })`);

  it.each([
    ['put in another order', [2, 0, 1], lines],
    ['put in another order beside a card more', [2, 3, 0, 1], lines],
    [
      'checked for its type',
      [0, 1, 2],
      (cards: readonly string[]) => `${lines(cards)} satisfies Cards`,
    ],
    ['made of a call', [0, 1, 2], (cards: readonly string[]) => `onlyMine(${lines(cards)})`],
    ['filtered', [0, 1, 3, 2], (cards: readonly string[]) => `${lines(cards)}.filter(Boolean)`],
  ])('has both: %s', (_, places, list) => {
    const whole = (cards: readonly string[]) =>
      resource(
        places.map((at) => [...cards, `bars('priority')`][at]!),
        list,
      );
    const versions = [resource(CARDS), whole(CARDS), resource(titled)] as const;
    const [base, one, other] = versions;
    for (const [mine, next] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(merge(base, mine, next, PATH)).toBe(whole(titled));
      expect(mergeCopies(PATH, { base, mine, next })).toBe(whole(titled));
    }
  });

  it('has what both added in the order of the one who has put it in another', () => {
    const [one, other] = [[2, 0, 1].map((at) => CARDS[at]!), [...CARDS, `bars('priority')`]];
    const both = resource([`due('due_date')`, `bars('priority')`, ...CARDS.slice(0, 2)]);
    expect(merge(resource(CARDS), resource(one), resource(other), PATH)).toBe(both);
    expect(merge(resource(CARDS), resource(other), resource(one), PATH)).toBe(both);
  });

  it('has a member more where the other one has renamed its only one', () => {
    const [one, other] = [resource(CARDS.slice(0, 2)), resource([`figure('made_at')`])];
    const both = resource([`figure('made_at')`, CARDS[1]!]);
    expect(merge(resource(CARDS.slice(0, 1)), one, other, PATH)).toBe(both);
    expect(merge(resource(CARDS.slice(0, 1)), other, one, PATH)).toBe(both);
  });

  it('is for people to decide where both have put another one in place of its only one', () => {
    const [one, other] = [resource([CARDS[1]!]), resource([`bars('created_at')`])];
    expect(merge(resource(CARDS.slice(0, 1)), one, other, PATH)).toBeNull();
    expect(merge(resource(CARDS.slice(0, 1)), other, one, PATH)).toBeNull();
  });

  it.each([
    ['have changed the same member', titled, CARDS.with(1, `bars('status', { title: 'How far' })`)],
    ['have put it in another order', [2, 0, 1].map((at) => CARDS[at]!), CARDS.toReversed()],
  ])('is for people to decide where both %s', (_, one, other) => {
    expect(merge(resource(CARDS), resource(one), resource(other), PATH)).toBeNull();
    expect(merge(resource(CARDS), resource(other), resource(one), PATH)).toBeNull();
  });
});
