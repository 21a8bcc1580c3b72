import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featuresIn } from '../../../src/render/features.js';
import {
  coreSettings,
  detailedRows,
  exampleOf,
  settingRows,
} from '../../../src/render/settings.js';
import { renderProject } from '../../../src/render/render-project.js';
import type { Feature } from '../../../templates/service/engine/service/project.js';
import { readAllSettings } from '../../../templates/service/engine/service/start.js';
import { INITIAL_AUTH_SECRET } from '../../../templates/service/engine/settings/settings.js';
import { project as service } from '../../../templates/service/src/project.js';
import { appOf, MADE_AT, templates } from '../../golden/example.js';

const features = featuresIn(templates());
const core = coreSettings(templates());
/** What `src/features.gen.ts` imports where all features are on. */
const brought = features.flatMap(({ name, service }) =>
  service ? [{ ...service, feature: name }] : [],
);
const loaded = await Promise.all(
  brought.map(async ({ name, from, feature }) => {
    const folder = join(import.meta.dirname, '../../../templates/features', feature);
    const path = from.startsWith('.')
      ? join(folder, 'src', from).replace(/js$/, 'ts')
      : join(folder, from.replace('#engine/', 'engine/'), 'index.ts');
    return ((await import(path)) as Record<string, Feature>)[name]!;
  }),
);
const project = { ...service, features: loaded };
const all = [...core, ...features.flatMap(({ settings }) => settings)];
const nameOf = ({ name }: { readonly name: string }) => name;
const app = { ...appOf('task-manager'), features: features.map(nameOf) };
const files = renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) });

/** What the service reads of its environment that nobody sets: the kind of process, and a name of old that it warns of. */
const NO_SETTINGS = ['NODE_ENV', 'AUTH_DISABLED'];
const OPENTELEMETRY = join(import.meta.dirname, '../../../node_modules/@opentelemetry');

/** The names that somebody asks an environment for. */
function namesRead(reader: (env: Record<string, string>) => unknown): readonly string[] {
  const names = new Set<string>();
  reader(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names].sort();
}

/** The code of the packages that trace, which read variables by themselves. */
function tracingCode(): string {
  const packages = readdirSync(OPENTELEMETRY).map((name) => join(OPENTELEMETRY, name, 'build/src'));
  const paths = packages
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.js'))
        .map((path) => readFileSync(join(folder, path), 'utf8')),
    );
  return paths.join('\n');
}

describe('the settings that core and features state', () => {
  it('are stated once, in words that fit into a list', () => {
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
    for (const { name, about, details = '.' } of all) {
      expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(about, name).toMatch(/^[^|]*[^|.]$/);
      expect(details, name).toMatch(/[.)"]$/);
    }
  });

  it('have a value to begin with: a default or an example, unless a secret has neither', () => {
    for (const { name, secret, default: value, example, ...one } of all) {
      if (value !== undefined) expect(example, name).toBeUndefined();
      else if (!secret) expect(example, name).toMatch(/^[^'\n]+$/);
      if (one.container !== undefined) expect(value, name).toBeDefined();
      if (one.required) expect(one.for, name).toBeUndefined();
    }
  });

  it('are those that the code reads, and no others', () => {
    const read = namesRead((env) => readAllSettings(project, env));
    const stated = all.map(nameOf);
    expect(read.filter((name) => !stated.includes(name))).toEqual([...NO_SETTINGS].sort());
    const elsewhere: Record<string, string> = {
      service: tracingCode(),
      tests: `${files.get('vitest.config.ts')}${files.get('test/back-office.test.ts')}`,
      compose: files.get('compose.yaml')!,
    };
    // The last word of a name may be a variable of the code: `OTEL_EXPORTER_OTLP_${signal}HEADERS`.
    for (const { name, for: reader = 'service' } of all)
      if (!read.includes(name))
        expect(elsewhere[reader], name).toContain(name.replace(/(?<=^OTEL_.*_)HEADERS$/, ''));
  });

  it.each(
    features
      .filter(({ service, settings }) => service && settings.length > 0)
      .map((one) => [one.name, one] as const),
  )('of `%s` are those that its code reads, with the same defaults', (name, { settings }) => {
    const feature = project.features!.find((one) => one.name === name)!;
    const read = new Map<string, string>();
    feature.readSettings!((variable, initial, parse) => {
      read.set(variable, initial);
      return parse(initial);
    });
    expect(read.size).toBeGreaterThan(0);
    const defaults = [...read].map(([variable, initial]) => [variable, initial || undefined]);
    const stated = settings.map((one) => [one.name, one.default]);
    expect(
      stated.filter(([variable]) => !variable!.startsWith('OTEL_') || read.has(variable!)),
    ).toEqual(defaults);
  });

  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'a secret that is long enough for all',
  };
  const { settings, own } = readAllSettings(project, production);

  it('have the defaults of the code', () => {
    const defaults = all.flatMap(({ name, default: value }) => (value ? [[name, value]] : []));
    expect(defaults.length).toBeGreaterThan(25);
    const read = readAllSettings(project, { ...Object.fromEntries(defaults), ...production });
    expect(read.settings).toEqual(settings);
    expect([...read.own.values()]).toEqual([...own.values()]);
  });

  it('are as good as missing where they are empty', () => {
    const empty = Object.fromEntries(
      [...all.map(nameOf), 'AUTH_DISABLED'].map((name) => [name, '']),
    );
    const read = readAllSettings(project, { ...empty, ...production });
    expect(read.settings).toEqual(settings);
    expect([...read.own.values()]).toEqual([...own.values()]);
  });

  it('have an initial secret that production refuses', () => {
    expect(core.find(({ name }) => name === 'AUTH_SECRET')?.initial).toBe(INITIAL_AUTH_SECRET);
  });
});

describe('a setting', () => {
  const setting = {
    name: 'PLACE',
    about: 'the `place`, of two words or more',
    details: 'Long. '.repeat(25).trim(),
  };

  it('is explained in `.env.example`, in lines of 120 characters, and commented out unless new projects have it', () => {
    expect(exampleOf({ ...setting, example: 'here', required: true })).toBe(
      `# The place, of two words or more. Required in production.${' Long.'.repeat(10)}
# ${'Long. '.repeat(15).trim()}
#PLACE=here`,
    );
    expect(exampleOf({ name: 'A', about: 'b', default: '1', initial: '2' })).toBe('# B.\nA=2');
  });

  it('is a row of a table, in the docs with its details', () => {
    const given = [
      { ...setting, required: true },
      { ...setting, details: 'Such as:\n  node -p 1', default: '1' },
      { name: 'A', about: 'b' },
    ];
    const head = ['Setting', 'Default', 'Meaning'];
    const required = `${setting.about}; required in production`;
    expect(settingRows(given)).toEqual([
      head,
      ['`PLACE`', '', required],
      ['`PLACE`', '`1`', setting.about],
      ['`A`', '', 'b'],
    ]);
    expect(detailedRows(given)).toEqual([
      head,
      ['`PLACE`', '', `${required}. ${setting.details}`],
      ['`PLACE`', '`1`', `${setting.about}. Such as: \`node -p 1\``],
      ['`A`', '', 'b'],
    ]);
  });
});

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
const bare = renderProject(
  { ...app, features: [] },
  { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) },
);
const COMMON = [
  ...['DATABASE_URL', 'AUTH_SECRET', 'ADMIN_USERNAME', 'ADMIN_PASSWORD', 'HOST', 'PORT'],
  ...['PUBLIC_URL', 'CORS_ORIGINS', 'TRUST_PROXY', 'LOG_LEVEL', 'DOCS'],
];

describe('`.env.example`', () => {
  it('has what people set, and leads to the rest', () => {
    const text = bare.get('.env.example')!;
    expect(namesIn(text)).toEqual(COMMON);
    expect(text).toMatch(/\n\n# .*: docs\/settings\.md\.\n$/);
    expect(text).not.toContain('##');
  });

  it('has a block for each feature, with what people set of it', () => {
    const [core = '', ...blocks] = files.get('.env.example')!.split(/^## /m);
    expect(namesIn(core)).toEqual(COMMON);
    const found = blocks.map((block) => [/^[\w-]+(?=: )/.exec(block)?.[0], ...namesIn(block)]);
    expect(found).toEqual([
      ['containers', 'POSTGRES_PASSWORD'],
      ['jobs', 'JOBS', 'JOBS_CONCURRENCY', 'JOBS_KEEP'],
      ['mail', 'MAIL_URL', 'MAIL_FROM'],
      [
        ...['metrics', 'METRICS_PORT', 'METRICS_TOKEN', 'SLOW_QUERY_MS'],
        'OTEL_EXPORTER_OTLP_ENDPOINT',
      ],
      ['oidc', 'OIDC_PROVIDERS'],
      ['replicas', 'DATABASE_REPLICA_URLS'],
      ['two-factor', 'TWO_FACTOR_ROLES', 'TWO_FACTOR_GRACE'],
      ['webhooks', 'WEBHOOKS_PRIVATE_NETWORKS', 'WEBHOOKS_HTTP', 'WEBHOOKS_KEEP'],
      ['workers', 'WORKERS'],
    ]);
  });
});

describe('`docs/settings.md`', () => {
  const rowsOf = (tree: ReadonlyMap<string, string>) =>
    [
      ...tree
        .get('docs/settings.md')!
        .matchAll(/^\| `(\w+)` +\| (?:`([^`]*)`)? +\| (\S.*\S) +\|$/gm),
    ].map(([, name, value, about]) => ({ name, value, about }));

  it.each([
    ['no feature', bare, core],
    ['all features', files, all],
  ])(
    'has each setting of a project with %s once, with its default and meaning',
    (_, tree, given) => {
      const rows = rowsOf(tree);
      expect(rows.map(({ name }) => name).sort()).toEqual(given.map(nameOf).sort());
      for (const { name, about, default: value, details = '' } of given) {
        const row = rows.find((one) => one.name === name)!;
        expect(row.value, name).toBe(value);
        expect(row.about!.startsWith(about), name).toBe(true);
        expect(row.about, name).toContain(details.split('\n')[0]);
      }
    },
  );

  it('has them below headings', () => {
    const headings = (tree: ReadonlyMap<string, string>) =>
      [...tree.get('docs/settings.md')!.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    const groups = ['Database', 'Signing in', 'Service', 'Limits'];
    expect(headings(bare)).toEqual(groups);
    const own = features.filter(({ settings }) => settings.length > 0);
    expect(headings(files)).toEqual([...groups, ...own.map(({ name }) => `Feature \`${name}\``)]);
  });
});
