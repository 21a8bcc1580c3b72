import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featuresIn } from '../../../src/render/features.js';
import { coreSettings, exampleOf, settingRows } from '../../../src/render/settings.js';
import { renderProject } from '../../../src/render/render-project.js';
import { readAllSettings } from '../../../templates/service/src/engine/service/start.js';
import { INITIAL_AUTH_SECRET } from '../../../templates/service/src/engine/settings/settings.js';
import { project } from '../../../templates/service/src/project.js';
import { appOf, MADE_AT, templates } from '../../golden/example.js';

const features = featuresIn(templates());
const core = coreSettings(templates());
const all = [...core, ...features.flatMap(({ settings }) => settings)];
const nameOf = ({ name }: { readonly name: string }) => name;
const app = { ...appOf('orders'), features: features.map(nameOf) };
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

  it.each(features.filter(({ service }) => service).map((one) => [one.name, one] as const))(
    'of `%s` are those that its code reads, with the same defaults',
    (name, { settings }) => {
      const feature = project.features!.find((one) => one.name === name)!;
      const read = new Map<string, string>();
      feature.readSettings!((variable, initial, parse) => {
        read.set(variable, initial);
        return parse(initial);
      });
      expect([...read.keys()].length).toBeGreaterThan(1);
      const defaults = [...read].map(([variable, initial]) => [variable, initial || undefined]);
      const stated = settings.map((one) => [one.name, one.default]);
      expect(
        stated.filter(([variable]) => !variable!.startsWith('OTEL_') || read.has(variable!)),
      ).toEqual(defaults);
    },
  );

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

  it('is a row of one table of the README', () => {
    const given = [
      { ...setting, table: 'usual', required: true },
      { ...setting, table: 'limits', default: '1' },
      setting,
    ] as const;
    const head = ['Setting', 'Default', 'Meaning'];
    const row = ['`PLACE`', '', `${setting.about}; required in production`];
    expect(settingRows(given, 'usual')).toEqual([head, row]);
    expect(settingRows(given, 'limits')).toEqual([head, ['`PLACE`', '`1`', setting.about]]);
  });
});
