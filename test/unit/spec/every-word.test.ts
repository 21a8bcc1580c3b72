import { describe, expect, test } from 'vitest';
import { modelJson } from '../../../src/cli/model-json.js';
import { FIELD_OPTIONS } from '../../../src/code/field-options.js';
import { readProject } from '../../../src/code/read-project.js';
import { isFile } from '../../../src/model/bytes.js';
import { findModel } from '../../../src/model/change.js';
import type { App, Field, FieldType } from '../../../src/model/model.js';
import { pascalCase, snakeCase } from '../../../src/model/names.js';
import { readFieldChanges } from '../../../src/project/change/field-changes.js';
import { draftApp } from '../../../src/render/render-project.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';
import { printField } from '../../../src/spec/print-field.js';
import { TYPE_FACTS, TYPES, WORD_FACTS, type Word } from '../../../src/spec/words.js';
import type { FieldOptions } from '../../../templates/service/engine/model/field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { misfits, outputSchema } from '../../support/output-schema.js';

// Every modifier, as the example of `WORD_FACTS`, on each of its types. A model for each modifier has a field for each type; a key has a
// model for itself.

const WORDS = Object.keys(WORD_FACTS) as Word[];

/** The type of a field in the text form: `decimal=12,2`. */
const typeText = (type: FieldType): string => TYPE_FACTS[type].example.replace(/^\w+:/, '');

const fieldOf = (type: FieldType): string => `${type}_value`;

/** The field's key in JSON. */
const keyOf = (type: FieldType): string => fieldOf(type) + (type === 'ref' ? '_id' : '');

/** A default that fits the type. */
const DEFAULTS: Partial<Record<FieldType, string>> = {
  ...{ integer: '1', bigint: '1', float: '0.5', decimal: '0.5', boolean: 'true', json: '{"a":1}' },
  ...{ date: 'today', time: '08:30:00', datetime: 'now', color: '#1e88e5', enum: 's' },
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  list: '["a","b"]',
  exact: '0.5000000000',
};

/** Modifiers that another modifier needs. */
const NEEDS: Partial<Record<Word, string>> = {
  enforce: 'values=todo,done:max=80',
  pattern: 'max=80',
  pattern_message: 'max=80:pattern=^[A-Z]{2}[0-9]+$',
  version: 'key=generated',
};

/** The modifiers that another one needs on a type: an enum has its values in its type. */
const neededBy = (word: Word, type: FieldType): string | undefined =>
  word === 'steps' && type === 'string' ? 'values=todo,doing,done:enforce' : NEEDS[word];

const ofKeys: readonly Word[] = ['key', 'version'];

/** Whether a type is one of a key together with other fields only. */
const isPartAlone = (type: FieldType): boolean =>
  ['date', 'datetime', 'decimal', 'enum'].includes(type);

/** Modifiers that belong to a type: `enum=s,m,l` has values and enforces them, `decimal=12,2` has a precision and a scale. */
const isOfType = (word: Word, type: FieldType): boolean =>
  (type === 'enum' && (word === 'values' || word === 'enforce')) ||
  ['items', 'item_length', 'precision', 'scale', 'version'].includes(word);

/** A list with such items: `list=string=80`. */
const LISTS: Partial<Record<Word, string>> = {
  item_length: 'list=string=80',
  precision: 'list=decimal=12,2',
  scale: 'list=decimal=12,2',
};

/** A modifier in the text form, on a type: `max=80`. */
function wordText(word: Word, type: FieldType): string {
  const { example, shape } = WORD_FACTS[word];
  if (shape === 'source') return example.replace(/\.\w+$/, `.${keyOf(type)}`);
  if (word === 'show_if') return 'show_if=shown';
  // Each column is of one field.
  if (word === 'column') return `column=${pascalCase(type)}`;
  if (shape === 'default' && DEFAULTS[type] !== undefined) return `default=${DEFAULTS[type]}`;
  return example;
}

/** Modifiers that the type has as its value, where its example has none. */
const TYPED: Partial<Record<Word, string>> = { version: 'uuid=v4:key=generated' };

/** The type to which a modifier belongs. */
const ownType = (word: Word, type: FieldType): string =>
  (type === 'list' ? LISTS[word] : TYPED[word]) ?? typeText(type);

/** A type with a modifier behind it: strings of a length of their own are no enum, be they in a list or not; steps have values of their own. */
function typeBefore(word: Word, type: FieldType): string {
  if (word === 'columns') return 'ref=Line';
  if (word === 'steps' && type === 'enum') return 'enum=todo,doing,done';
  return type === 'list' && word === 'enforce' ? 'list=string=80' : typeText(type);
}

/** A field in the text form: `string:max=80`. */
const fieldText = (word: Word, type: FieldType): string =>
  isOfType(word, type)
    ? ownType(word, type)
    : [typeBefore(word, type), neededBy(word, type) ?? [], wordText(word, type)].flat().join(':');

/** Types without the modifiers of another type. */
const PLAIN: Partial<Record<Word, string>> = {
  precision: 'decimal=14,2',
  scale: 'decimal=12,3',
  version: 'uuid:key=generated',
};

/** Exact decimals with other digits. */
const PLAIN_EXACT: Partial<Record<Word, string>> = {
  precision: 'exact=40,10',
  scale: 'exact=30,12',
};

/** Lists of items without the modifiers. */
const PLAIN_LISTS: Partial<Record<Word, string>> = {
  items: 'list=integer',
  item_length: 'list=string=40',
  precision: 'list=decimal=14,2',
  scale: 'list=decimal=12,3',
};

/** The field without the modifier. */
function plainText(word: Word, type: FieldType): string {
  if (type === 'list' && isOfType(word, type)) return PLAIN_LISTS[word]!;
  if (type === 'exact' && isOfType(word, type)) return PLAIN_EXACT[word]!;
  if (isOfType(word, type)) return PLAIN[word] ?? 'string';
  return [typeBefore(word, type), neededBy(word, type) ?? []].flat().join(':');
}

/** The field in the object form: `{ type: string, max: 80 }`. */
function fieldObject(word: Word, type: FieldType): object {
  const isList = type === 'list';
  if (type === 'exact' && word === 'scale') return { type, precision: 30, scale: 2 };
  if (word === 'precision' || word === 'scale')
    return { type, ...(isList && { items: 'decimal' }), [word]: valueOf(word, ['2']) };
  if (isList && word === 'items') return { type, items: 'string' };
  if (word === 'item_length') return { type, items: 'string', item_length: 80 };
  if (word === 'version') return { type, version: 'v4', key: 'generated' };
  const [head = '', ...words] = fieldText(word, type).split(/:(?=[a-z_]+(?:[=:]|$))/);
  const [key, value] = head.split('=') as [string, string?];
  const typed = ['ref', 'refs', 'enum'].includes(key)
    ? { [key]: key === 'enum' ? value!.split(',') : value }
    : { type: head };
  const named = words.map((text) => {
    const [, name, rest] = /^(\w+)=?(.*)$/s.exec(text)!;
    return [name, valueOf(name as Word, text.includes('=') ? [rest!] : [])] as const;
  });
  return { ...typed, ...(Object.fromEntries(named) as object) };
}

/** The value of a key of the object form, of its text. */
function valueOf(word: Word, [text]: readonly string[]): unknown {
  const { shape } = WORD_FACTS[word];
  if (text === undefined) return true;
  if (shape === 'list') return text.split(',');
  if (shape === 'names') return text.split('+');
  if (shape !== 'number' && shape !== 'default') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const modelOf = (word: Word, type: FieldType): string => {
  const name = pascalCase(word);
  return ofKeys.includes(word) ? `Has${name}${pascalCase(type)}` : `Has${name}`;
};

const TOTALS: readonly Word[] = ['sum', 'count', 'min_of', 'max_of'];

/** A spec of the modifiers, with fields as `write` writes them, and models that they lead to. */
function specOf(write: (word: Word, type: FieldType) => unknown): string {
  const all = TYPES.map((type) => [fieldOf(type), typeText(type)]);
  const words = WORDS.flatMap((word) => {
    const { types } = WORD_FACTS[word];
    const names = [...new Set(types.map((type) => modelOf(word, type)))];
    return names.map((name) => {
      const own = types.filter((type) => modelOf(word, type) === name);
      const fields = {
        ...(word === 'from' && { part: 'ref=Part' }),
        ...(word === 'show_if' && { shown: 'string' }),
        ...(ofKeys.includes(word) && { title: 'string' }),
        ...(word === 'key' && own.every(isPartAlone) && { other: 'integer:key' }),
        ...Object.fromEntries(own.map((type) => [fieldOf(type), write(word, type)])),
      };
      return [name, { fields }];
    });
  });
  const lines = TOTALS.map((word) => {
    const whole = modelOf(word, 'integer');
    const parent = `ref=${whole}:lines:as=items`;
    return [`LineOf${whole}`, { fields: { parent, ...Object.fromEntries(all) } }];
  });
  const models = {
    Project: { fields: { name: 'string', iso: 'string=3:unique' } },
    Tag: { fields: { name: 'string' } },
    Line: { fields: { order: 'ref=Project:key', number: 'integer:key', name: 'string' } },
    Part: { fields: Object.fromEntries(all) as object },
    ...(Object.fromEntries([...lines, ...words]) as object),
  };
  return JSON.stringify({ models });
}

const appOf = (write: (word: Word, type: FieldType) => unknown): App => ({
  ...appOfSpec('every', specOf(write)),
  features: ['admin'],
});

const given = appOf(fieldText);
const plain = appOf(plainText);

const fieldIn = (app: App, word: Word, type: FieldType): Field => {
  const { fields } = findModel(app, modelOf(word, type));
  const isNamed = ({ name, reference }: Field): boolean =>
    name === keyOf(type) || reference?.relation === fieldOf(type);
  return fields.find(isNamed)!;
};

const PAIRS = WORDS.flatMap((word) =>
  WORD_FACTS[word].types.map((type) => [word, type, fieldText(word, type)] as const),
);

/** The files of a project, as their templates fill them. */
const filesOf = (app: App): ReadonlyMap<string, string> =>
  new Map(
    [...draftApp(app, { templates: templates(), migrations: [] })].map(([path, file]) => [
      path,
      typeof file === 'string' ? file : file.code,
    ]),
  );
const files = filesOf(given);

describe('the spec', () => {
  const printed = (word: Word, type: FieldType): string =>
    printField(fieldIn(given, word, type), findModel(given, modelOf(word, type)).table)!;
  const again = appOf((word, type) => {
    const text = printed(word, type).replace(/^\w+:/, '');
    return word === 'label' ? `${text}:label` : text;
  });
  const objects = appOf(fieldObject);

  test.each(PAIRS)('%s of %s is printed, and parsed again: %s', (word, type) => {
    const text = isOfType(word, type) ? ownType(word, type) : wordText(word, type);
    // The label is a setting of the model.
    if (word !== 'label') expect(`${printed(word, type)}:`).toContain(`:${text}:`);
    expect(fieldIn(again, word, type)).toEqual(fieldIn(given, word, type));
  });

  test.each(PAIRS)('%s of %s has an object form', (word, type) => {
    const field = fieldIn(objects, word, type);
    if (word === 'precision' || word === 'scale') expect(field[word]).toBe(2);
    else expect(field).toEqual(fieldIn(given, word, type));
  });
});

describe('model change-field', () => {
  // A key that the service makes takes no other modifier.
  // Who reads a reference of several columns is said of these.
  test.each(PAIRS.filter(([word]) => word !== 'version' && word !== 'columns'))(
    'keeps %s of %s if another modifier changes',
    (word, type) => {
      // A key takes no `read`.
      const other = word === 'read' || word === 'key' ? 'write' : 'read';
      const texts = [`${fieldOf(type)}:${other}=Viewer`];
      const model = findModel(given, modelOf(word, type));
      const line = commandLine(['model', 'change-field', model.name, ...texts]);
      const { fields, after, problems } = readFieldChanges(given, model, texts, line);
      expect(problems).toEqual([]);
      expect([...fields.values()]).toEqual([
        { ...fieldIn(given, word, type), [other]: ['Viewer'] },
      ]);
      expect(findModel(after, model.name).label).toBe(model.label);
    },
  );
});

describe('the entity', () => {
  const read = readProject(files);
  /** Every foreign key has an index. */
  const withoutIndex = (field: Field): Field =>
    field.type === 'ref' ? { ...field, index: false } : field;

  test.each(PAIRS)('declares %s of %s, and is read again', (word, type) => {
    expect(read.problems).toEqual([]);
    expect(withoutIndex(fieldIn(read.app, word, type))).toEqual(
      withoutIndex(fieldIn(given, word, type)),
    );
    expect(findModel(read.app, modelOf(word, type)).label).toBe(
      findModel(given, modelOf(word, type)).label,
    );
  });

  // This does not compile if `@Field` of the engine lacks an option that crudgen writes.
  const options: readonly (keyof FieldOptions)[] = FIELD_OPTIONS;

  test.each(options)('is not read if it computes %s', (name) => {
    const option = new RegExp(
      `(@Field\\(\\{ (?:.*, )?${name}: )('[^']*'|\\[.*?\\]|[\\w.]+)(?=[, ])`,
      'g',
    );
    let declared = 0;
    const computed = [...files].map(([path, code]) => {
      if (!path.endsWith('.model.ts')) return [path, code] as const;
      declared += code.match(option)?.length ?? 0;
      return [path, code.replace(option, '$1compute()')] as const;
    });
    expect(declared).toBeGreaterThan(0);
    const { problems } = readProject(new Map(computed));
    const told = problems.filter(({ code }) => code === 'unreadable-member');
    expect(told).toHaveLength(declared);
  });
});

interface Shown {
  /** The types on which the form of a model shows the modifier. */
  readonly form?: readonly FieldType[];
  /** The types on which the facts about a field do, which inputs, lists and filters read. */
  readonly facts?: readonly FieldType[];
}

const typesOf = (word: Word): readonly FieldType[] => WORD_FACTS[word].types;

/** Facts are of what lists have, whose records come without bytes, and whose pages have no files. */
const isListed = (type: FieldType): boolean => type !== 'bytes' && !isFile({ type });

/** The modifiers in the back-office. */
const SHOWN: Readonly<Record<Word, Shown>> = {
  key: { form: typesOf('key'), facts: typesOf('key') },
  required: { form: typesOf('required'), facts: typesOf('required').filter(isListed) },
  unique: { facts: typesOf('unique') },
  steps: { form: typesOf('steps'), facts: typesOf('steps') },
  index: {},
  columns: {},
  search: {},
  // The input of JSON has no default of its own; the service fills it in.
  default: { form: typesOf('default').filter((type) => type !== 'json') },
  // The database fills it in, if nobody does.
  default_sql: { facts: typesOf('default_sql') },
  counted: { form: typesOf('counted'), facts: typesOf('counted') },
  values: { form: typesOf('values'), facts: typesOf('values') },
  enforce: { form: typesOf('enforce'), facts: typesOf('enforce') },
  // A long integer is a text in forms; the service checks its bounds.
  max: { form: typesOf('max').filter((type) => type !== 'bigint') },
  min: { form: typesOf('min').filter((type) => type !== 'bigint') },
  email: { form: typesOf('email') },
  url: { form: typesOf('url') },
  pattern: { form: typesOf('pattern') },
  pattern_message: { form: typesOf('pattern_message') },
  unit: { facts: typesOf('unit') },
  placeholder: { facts: typesOf('placeholder') },
  help: { form: ['bytes', 'file', 'image'], facts: typesOf('help').filter(isListed) },
  // Both stand around inputs, and have no line of their own (`form-places.test.ts`).
  section: {},
  show_if: {},
  on_delete: { facts: typesOf('on_delete') },
  lines: { form: typesOf('lines'), facts: typesOf('lines') },
  // At the input of the reference: `fills={{ price: 'list_price' }}`.
  from: { form: typesOf('from') },
  // Sums and numbers of lines are 0 at first, and so required; no user enters a total.
  sum: { facts: typesOf('sum') },
  count: { facts: typesOf('count') },
  min_of: {},
  max_of: {},
  // No form has an input for what the service fills in.
  created: { form: ['datetime'], facts: ['datetime'] },
  updated: { form: ['datetime'], facts: ['datetime'] },
  deleted: { form: ['datetime'], facts: ['datetime'] },
  generated: { form: typesOf('generated'), facts: typesOf('generated') },
  // The service tells the back-office the permissions of the user.
  read: {},
  write: {},
  label: {},
  as: {},
  to: { form: typesOf('to'), facts: typesOf('to') },
  // A reference that is written by its relation is named by its column; the back-office knows no other columns.
  column: { form: ['ref'], facts: ['ref'] },
  items: { form: ['list'], facts: ['list'] },
  item_length: { form: ['list'] },
  precision: {},
  // The input of an exact decimal has the digits of the facts.
  scale: { form: typesOf('scale').filter((type) => type !== 'exact'), facts: typesOf('scale') },
  version: {},
  // Nobody enters a number, and forms have no input for it.
  series: { form: typesOf('series'), facts: typesOf('series') },
  // Persons are erased by a command of the service.
  personal: {},
};

describe('the back-office', () => {
  const without = filesOf(plain);
  const linesOf = (all: ReadonlyMap<string, string>, model: string, kind: string) => {
    const name = snakeCase(model).replaceAll('_', '-');
    return all.get(`web/src/pages/${name}/${name}.${kind}`)!.split('\n');
  };
  /** The types of the fields whose lines the modifier changes. */
  const changed = (word: Word, kind: string): readonly FieldType[] => {
    const about = (all: ReadonlyMap<string, string>, type: FieldType) =>
      linesOf(all, modelOf(word, type), kind).filter((line) =>
        new RegExp(`\\b${keyOf(type)}\\b`).test(line),
      );
    return typesOf(word).filter(
      (type) => String(about(files, type)) !== String(about(without, type)),
    );
  };

  test.each(WORDS)('shows %s on the types that it is for', (word) => {
    const { form = [], facts = [] } = SHOWN[word];
    expect({ form: changed(word, 'form.tsx'), facts: changed(word, 'facts.gen.ts') }).toEqual({
      form,
      facts,
    });
  });
});

describe('model show --json', () => {
  const jsonOf = (app: App, word: Word) =>
    modelJson(findModel(app, modelOf(word, typesOf(word)[0]!)));

  test.each(WORDS)('has %s, and its schema describes it', (word) => {
    const document = { ok: true, version: 1, command: 'model show', problems: [] };
    expect(misfits({ ...document, ...jsonOf(given, word) })).toEqual([]);
    expect(jsonOf(given, word)).not.toEqual(jsonOf(plain, word));
  });

  test('has every key of a field, which its schema requires', () => {
    const { fields } = jsonOf(given, 'max');
    const { required = [] } = outputSchema.$defs!['field']!;
    expect(Object.keys(fields[0]!).sort()).toEqual([...required].sort());
  });
});
