import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/model/model.js';
import {
  commandsOf,
  type Feature,
  featuresIn,
  featuresOf,
  writersOf,
} from '../../../src/render/features.js';
import { placesOfFeature } from '../../../src/render/project-files.js';
import { SERVICE_FEATURES } from '../../../src/render/render-registry.js';
import { renderProject } from '../../../src/render/render-project.js';
import type { Tree } from '../../../src/tree.js';
import { brokenImports } from '../../../src/refactor/broken-imports.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { appOf, MADE_AT, templates } from '../../golden/example.js';

const ROOT = join(import.meta.dirname, '../../..');
const SEARCHED = 'models:\n  Part:\n    fields:\n      name: string:search=trigram\n';
const all = featuresIn(templates());
const names = all.map(({ name }) => name);
const render = (app: App) =>
  renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) });
const app = appOf('conduit');
const having = (features: readonly string[]): App => ({
  ...app,
  features,
});

const places = new Map(all.map((feature) => [feature, placesOfFeature(feature, templates())]));

/** Whether a feature adds a file to projects. */
const isPartOf = (feature: Feature, path: string): boolean =>
  places
    .get(feature)!
    .some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

/** The folders of features that a compiler lays over each other, by its settings. */
const laidOver = (settings: string): readonly string[] =>
  (
    JSON.parse(readFileSync(join(ROOT, settings), 'utf8')) as {
      compilerOptions: { rootDirs: string[] };
    }
  ).compilerOptions.rootDirs.map((path) => path.replace('templates/features/', ''));

/** The features with files in one of some folders. */
const withCodeIn = (...folders: readonly string[]): readonly string[] =>
  names.filter((name) =>
    [...templates().keys()].some((path) =>
      folders.some((folder) => path.startsWith(`features/${name}/${folder}/`)),
    ),
  );

/** The files in which somebody looks for settings that contain a word. */
const filesWith = (tree: Tree, word: RegExp): readonly string[] =>
  [...tree].flatMap(([path, text]) =>
    /^(README\.md|Dockerfile|compose\.yaml|\.env\.example|deploy\/)/.test(path) && word.test(text)
      ? [path]
      : [],
  );

/** The list of features of a service without the settings of one that it does not have. */
const withoutRefusals = (list: string, name: string): string =>
  list
    .replace(new RegExp(`^  '?${name}'?: (?:\\{ .* \\}|\\{\\n[^}]*\\}),\\n`, 'm'), '')
    .replace('{\n}', '{}');

describe('a feature', () => {
  it('has a manifest whose words mean something: files, features that it needs', () => {
    const whole = [...render(having(names)).keys()];
    for (const feature of all) {
      expect(feature.about, feature.name).toMatch(/^(a|the) .*[^.]$/);
      expect(feature.needs.filter((name) => !names.includes(name))).toEqual([]);
      const empty = feature.rooms.filter((room) => !whole.some((path) => path.startsWith(room)));
      expect(empty, feature.name).toEqual([]);
      const brought = [
        ...placesOfFeature(feature, templates()),
        ...Object.keys(feature.dependencies),
      ];
      expect(brought, feature.name).not.toEqual([]);
    }
    expect(names.length).toBeGreaterThan(3);
  });

  it('is one tree with the others for the compilers, which check it where it stands', () => {
    expect(laidOver('tsconfig.json')).toEqual([
      'templates/service',
      ...withCodeIn('engine', 'src', 'asvs'),
    ]);
    expect(laidOver('templates/features/tsconfig.json')).toEqual(withCodeIn('ui', 'web'));
  });

  it('is deleted with its folder', () => {
    // Others have files in the rooms of one.
    for (const { name } of all.filter(({ rooms }) => rooms.length === 0)) {
      const left = new Map(
        [...templates()].filter(([path]) => !path.startsWith(`features/${name}/`)),
      );
      const features = names.filter((other) => other !== name);
      const options = { now: MADE_AT, secret: 'x'.repeat(43) };
      const without = renderProject(having(features), { ...options, templates: left });
      const off = new Map(render(having(features)));
      // Its settings are refused where it is off; a crudgen without it knows none.
      off.set(SERVICE_FEATURES, withoutRefusals(off.get(SERVICE_FEATURES)!, name));
      expect([...without], name).toEqual([...off]);
    }
  });

  it('has its settings refused where it is off, but those of others: of tests, deployments, other programs', () => {
    const [none, whole] = [[], names].map((on) => render(having(on)).get(SERVICE_FEATURES)!);
    expect(none).toContain("settings: ['JOBS', 'JOBS_CONCURRENCY', 'JOBS_LEASE', 'JOBS_KEEP'],");
    expect(none).toContain("'METRICS_PORT'");
    expect(none).not.toMatch(/BROWSER_TESTS|POSTGRES_PASSWORD|OTEL_/);
    expect(whole).toContain('absentFeatures: AbsentFeatures = {};');
  });

  it('has its commands named where it is off, which are those of its service', () => {
    const none = render(having([])).get(SERVICE_FEATURES)!;
    expect(none).toContain("\n  backup: { commands: ['backup', 'restore'] },\n");
    for (const feature of all)
      for (const command of commandsOf(feature)) {
        const code = [...templates()].filter(
          ([path]) => path.startsWith(`features/${feature.name}/`) && /-feature\.ts$/.test(path),
        );
        expect(code.map(([, text]) => text).join()).toMatch(
          new RegExp(`commands: \\{[^]*\\b${command}'?: `),
        );
      }
    expect(all.flatMap(commandsOf).sort()).toEqual([
      ...[
        'api-key',
        'backup',
        'client',
        'import',
        'privacy',
        'restore',
        'sums',
        'two-factor',
        'worker',
      ],
    ]);
  });

  it('leaves no file, package or word behind where it is off', () => {
    for (const feature of all) {
      const tree = render(having(names.filter((name) => name !== feature.name)));
      expect([...tree.keys()].filter((path) => isPartOf(feature, path))).toEqual([]);
      const { dependencies, devDependencies, scripts, imports, overrides } = JSON.parse(
        tree.get('package.json')!,
      );
      expect(Object.keys(feature.overrides).filter((name) => name in (overrides ?? {}))).toEqual(
        [],
      );
      const own = [...Object.keys(feature.scripts), ...Object.keys(feature.imports)];
      expect(own.filter((name) => name in scripts || name in imports)).toEqual([]);
      const migrations = [...tree].filter(([path]) => path.includes('/migrations/'));
      const words = migrations.map(([, text]) => text).join();
      expect(Object.keys(feature.tables).filter((table) => words.includes(table))).toEqual([]);
      if (feature.service)
        expect(tree.get('src/features.gen.ts')).not.toContain(feature.service.from);
      for (const { file } of feature.docs)
        expect(`${tree.get('docs/README.md')}${tree.get('AGENTS.md')}`).not.toContain(file);
      const packages = Object.keys({ ...feature.dependencies, ...feature.devDependencies });
      const left = { ...dependencies, ...devDependencies };
      expect(packages.filter((name) => name in left)).toEqual([]);
      if (feature.readme) expect(tree.get('README.md')).not.toContain(feature.readme.slice(0, 30));
      for (const { name } of feature.settings)
        expect(filesWith(tree, new RegExp(`\\b${name}\\b`)), name).toEqual([]);
      expect(JSON.parse(tree.get('crudgen.json')!).features).not.toContain(feature.name);
    }
  });

  it('brings versions that its packages get of what they need, and a script for each file that it writes', () => {
    const client = all.find(({ name }) => name === 'client')!;
    const manifest = JSON.parse(render(having(['client'])).get('package.json')!);
    expect(manifest.overrides).toEqual({ 'openapi-typescript': { typescript: '$typescript' } });
    expect(JSON.parse(render(having([])).get('package.json')!)).not.toHaveProperty('overrides');
    for (const { writes, scripts } of all)
      for (const script of Object.values(writes)) expect(scripts).toHaveProperty(script);
    const written = new Map([['client/schema.gen.ts', '']]);
    expect(writersOf(having(['client']), templates(), written)).toEqual(['client']);
    expect(writersOf(having(['client']), templates(), new Map())).toEqual([]);
    expect(writersOf(having([]), templates(), written)).toEqual([]);
    expect(client.writes).toEqual({ 'client/schema.gen.ts': 'client' });
  });

  it('is not in a new project unless it is a default one, and lists still have an export', () => {
    const { features: _, ...app } = appOf('clinic');
    const tree = render(app);
    expect(JSON.parse(tree.get('crudgen.json')!)).toMatchObject({
      features: ['admin', 'backup', 'containers', 'dashboard', 'search', 'sessions'],
    });
    const isPart = (path: string) => /^(?:engine|ui)\/(?:idempotency|import)\//.test(path);
    expect([...tree.keys()].filter(isPart)).toEqual([]);
    expect(tree.get('ui/components/list/list-toolbar.tsx')).toContain('<ExportCsvButton');
  });

  it('can be left out with any others: no import leads nowhere', { timeout: 120_000 }, () => {
    const whole = [...render(having(names)).keys()].filter((path) => /\.tsx?$/.test(path));
    const withCode = all.filter((one) => whole.some((path) => isPartOf(one, path)));
    const each = withCode.map(({ name }) => name);
    // An import leads nowhere where one feature is on and another off: few of them, or all but one, show every pair.
    const pairs = each.flatMap((one, at) => each.slice(at + 1).map((other) => [one, other]));
    const allButOne = each.map((name) => each.filter((other) => other !== name));
    const few = [[], ...each.map((one) => [one]), ...pairs, ...allButOne, each];
    const wholes = few.filter((one) => one.includes('admin') || one.length < 2);
    // What scripts write is not there yet.
    const later = all
      .flatMap(({ writes }) => Object.keys(writes))
      .map((path) => basename(path, '.ts'));
    const isLater = (broken: string) => later.some((name) => broken.endsWith(`./${name}.js`));
    for (const subset of wholes)
      expect(
        brokenImports(render(having(subset))).filter((one) => !isLater(one)),
        subset.join(),
      ).toEqual([]);
  });

  it('is there without being named where a model brings it', () => {
    const tasks = appOf('task-manager');
    expect(app.models.some((model) => model.name === 'Task')).toBe(false);
    const on = (of: App) => featuresOf(of, templates()).map(({ name }) => name);
    expect(on({ ...tasks, features: ['admin'] })).toEqual(['admin', 'tree']);
    expect(on({ ...app, features: ['admin'] })).toEqual(['admin']);
    expect(on({ ...tasks, features: [] })).toEqual([]);
    const orders = appOf('orders');
    const brought = ['files', 'history', 'lines', 'uploads'];
    expect(on({ ...orders, features: ['admin'] })).toEqual(['admin', ...brought]);
    expect(on({ ...orders, features: [] })).toEqual(brought);
    const searched = appOfSpec('shop', SEARCHED, { features: [] });
    expect(on(searched)).toEqual(['trigrams']);
    expect(render(searched).get('src/features.gen.ts')).toContain("from '#engine/trigrams'");
  });

  it('leaves no word of lines in a project whose models have none', () => {
    const bare = [...render({ ...appOf('task-manager'), features: ['admin'] })];
    const pages = bare.filter(([path]) => /^(?:ui|web|docs)\//.test(path));
    const words = /LinesInput|RecordLines|#ui\/lines|lines\.md/;
    expect(bare.filter(([path]) => path.startsWith('ui/lines/'))).toEqual([]);
    expect(pages.filter(([, text]) => words.test(text)).map(([path]) => path)).toEqual([]);
  });

  it('the service knows whether it has a back-office', () => {
    const told = (features: readonly string[]) =>
      /hasBackOffice: boolean = (\w+)/.exec(
        render({ ...app, features }).get('src/features.gen.ts') ?? '',
      )?.[1];
    expect([told(['admin']), told([])]).toEqual(['true', 'false']);
  });
});
