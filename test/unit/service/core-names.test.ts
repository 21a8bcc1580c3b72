import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featuresIn, type Feature } from '../../../src/render/features.js';
import { renderExample, templates } from '../../golden/example.js';

/** The rooms that no feature owns; the back-office is a feature that others add to. */
const CORE = ['service/engine/', 'service/src/', 'features/admin/ui/', 'features/admin/web/'];

/** Words that stand for a feature, beside those of its manifest. */
const SAID: Readonly<Record<string, readonly RegExp[]>> = {
  idempotency: [/idempotency/i],
  import: [
    /\b_(?:ex|im)ports?\b/,
    /\bdataImport\b/,
    /\bimport(?:ed|s)? (?:of )?(?:files?|rows)\b/i,
  ],
  lines: [
    /\b(?:LinesInput|LineChangesOf|lineDifferences|lineChanges|knownLines)\b/,
    /\b(?:lineSteps|checkLines|linesPastEndpoints|withLines|writeLines|addLines|linesScope|lineSchemas)\b/,
    /\b(?:settledIn|positionOf|touchParents|MAX_LINES)\b/,
    /\blines-(?:frame|bar)\b/,
  ],
  replicas: [/write-position/],
};

/** Words of manifests that mean something else in the core, too. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  // Folders of tests, which the runner of tests tells from others.
  'engine-tests': ['engine/test/'],
  // A kind of factor in signing in, as codes are.
  passkeys: ['passkey'],
  // A member of one's own profile.
  'password-reset': ['pending_email'],
};

const features = featuresIn(templates()).filter(({ name }) => name !== 'admin');

/** What names a feature: modules that it adds, its tables, settings and pages. */
function namesOf(feature: Feature): readonly RegExp[] {
  const { name, imports, layers, tables, settings, docs } = feature;
  const aliases = Object.keys(imports).map((alias) => `['"]${alias}['"]`);
  const words = [
    ...[...Object.keys(layers), ...Object.keys(tables)],
    ...[...settings.map((one) => one.name), ...docs.map(({ file }) => file)],
  ].filter((word) => !SHARED[name]?.includes(word));
  return [
    ...aliases.map((alias) => new RegExp(alias)),
    ...words.map((word) => new RegExp(`(?<![\\w-])${word}(?!\\w)`)),
    ...(SAID[name] ?? []),
  ];
}

const lines = (text: string, names: readonly RegExp[]): readonly string[] =>
  text.split('\n').filter((line) => names.some((name) => name.test(line)));

describe('the core of a project', () => {
  const code = [...templates()].filter(
    ([path]) => CORE.some((room) => path.startsWith(room)) && /\.tsx?$/.test(path),
  );

  it('is found', () => expect(code.length).toBeGreaterThan(350));

  it.each(features.map((feature) => [feature.name, feature] as const))(
    'names nothing of the feature %s',
    (_name, feature) => {
      const names = namesOf(feature);
      const found = code.flatMap(([path, text]) =>
        lines(text, names).map((line) => `${path}: ${line.trim()}`),
      );
      expect(found).toEqual([]);
    },
  );

  it('says nothing in its pages of importing, nor of keys of requests, without the features', () => {
    const words = [...SAID['idempotency']!, ...SAID['import']!, /\b(?:an?|the|in) imports?\b/];
    const bare = [...renderExample('orders', ['admin', 'dashboard', 'search', 'sessions'])].filter(
      ([path]) => path.endsWith('.md'),
    );
    expect(bare.length).toBeGreaterThan(20);
    const found = bare.flatMap(([path, text]) =>
      lines(text, words).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});

it('the words above are those of features', () => {
  const named = [...Object.keys(SAID), ...Object.keys(SHARED)];
  expect(features.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const IDEMPOTENCY = 'templates/features/idempotency/engine/idempotency/idempotency-feature.ts';
  expect(lines(read(IDEMPOTENCY), SAID['idempotency']!)).not.toEqual([]);
});
