import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import type { ColumnSpec } from '../../../templates/service/engine/database/steps/schema.js';
import type { PlainType as EngineType } from '../../../templates/service/engine/fields/plain-type.js';
import type { fresh } from '../../../templates/service/engine/testing/index.js';
import type { FieldType, ScalarType } from '../../../src/model/model.js';
import { sampleValues } from '../../../src/model/sample-value.js';
import { EMPTY_VALUES } from '../../../src/model/value.js';
import { renderApp } from '../../../src/render/render-project.js';
import { reservedClass } from '../../../src/spec/reserved.js';
import { TYPES } from '../../../src/spec/words.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

/*
 * A field type is known in many places. Where the compiler does not name one that lacks it, and no other test would fail, one here
 * does.
 */

/** Types that features bring, whose columns are of the type `sql`. */
type Added = 'bytes' | 'exact' | 'file' | 'image' | 'list' | 'native';
type PlainType = Exclude<ScalarType, Added>;
const OTHERS: readonly FieldType[] = [
  ...(['bytes', 'exact', 'file', 'image'] as const),
  ...(['list', 'native', 'ref', 'refs'] as const),
];
/** Types that no value is written of: it is uploaded, or only PostgreSQL has it. */
const UNWRITTEN: readonly FieldType[] = ['bytes', 'file', 'image', 'native'];
const isPlain = (type: FieldType): type is PlainType => !OTHERS.includes(type);
const scalars = TYPES.filter(isPlain);
/** An enum is stored as a string. */
const stored = scalars.filter((type) => type !== 'enum');

const fields = scalars.map((type) => `a_${type}: '${type === 'enum' ? 'enum=x,y' : type}'`);
const app = appOfSpec('types', `models: { Thing: { fields: { ${fields.join(', ')} } } }`);
const [thing] = app.models;

it('crudgen, the engine and its migrations have the same types', () => {
  expectTypeOf<EngineType>().toEqualTypeOf<PlainType>();
  expectTypeOf<ColumnSpec['type']>().toEqualTypeOf<Exclude<PlainType, 'enum'> | 'id' | 'sql'>();
});

it('generated tests find new values of every type', () => {
  type Written = 'string' | 'integer' | 'float' | 'decimal' | 'boolean' | 'json' | 'enum';
  expectTypeOf<Exclude<PlainType, Written | keyof typeof fresh>>().toBeNever();
});

it.each(stored)('rows that are there may get a value: %s', (type) =>
  expect(EMPTY_VALUES).toHaveProperty(type),
);

it.each(scalars)('generated tests have two values: %s', (type) =>
  expect(
    sampleValues(
      thing!,
      thing!.fields.find((one) => one.type === type)!,
    ),
  ).toHaveLength(2),
);

it('features of others may have columns of every type', () => {
  const path = join(import.meta.dirname, '../../../templates/feature.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as {
    definitions: { column: { properties: { type: { enum: string[] } } } };
  };
  const { enum: listed } = schema.definitions.column.properties.type;
  expect(listed.toSorted()).toEqual(['id', ...stored].toSorted());
});

it('what columns are made of is imported, and no model has its name', () => {
  const files = new Map(renderApp(app, { templates: templates(), migrations: [] }));
  const entity = files.get('src/models/thing/thing.model.ts')!;
  const words = [...entity.matchAll(/@Column\(([A-Z_]+)/g)].map(([, word]) => word!);
  expect(words).not.toEqual([]);
  const [, imported] = /import \{([^}]*)\} from '#engine'/.exec(entity) ?? [];
  for (const word of words) {
    expect(imported?.split(/[\s,]+/)).toContain(word);
    expect(reservedClass(word), word).not.toBeNull();
  }
});

it('the contract is tested with every type', () => {
  const path = join(import.meta.dirname, '../../contract/every-type.ts');
  const text = readFileSync(path, 'utf8');
  for (const type of TYPES.filter((one) => !UNWRITTEN.includes(one)))
    expect(text).toMatch(new RegExp(`: ${type}\\b`));
});
