import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../src/spec/check.js';
import { PLAIN_FIELD, type Field, type Model } from '../../../src/model/model.js';
import { MODIFIERS, TYPES } from '../../../src/spec/words.js';
import { type Problem, Report } from '../../../src/problem.js';
import { parseField } from '../../../src/spec/parse-field.js';
import { printField } from '../../../src/spec/print-field.js';
import { locateIn } from '../../../src/spec/source.js';

function parse(text: string) {
  const report = new Report();
  const field = parseField(text, locateIn('argv', text), report);
  return { field, problems: report.problems };
}

function wordsOf(text: string) {
  const { field, problems } = parse(text);
  expect(problems).toEqual([]);
  const entries = Object.entries(field!.words).map(([word, { value }]) => [word, value]);
  return { type: field!.type.value, target: field!.target?.value, ...Object.fromEntries(entries) };
}

const marked = ({ at }: Problem) => at!.text.slice(at!.column - 1, at!.column - 1 + at!.length);

describe('the field grammar', () => {
  it('ends a value only before a known modifier', () => {
    expect(wordsOf('at:time:default=08:30:00:required')).toMatchObject({
      default: { text: '08:30:00' },
      required: true,
    });
    expect(wordsOf('a:string:default=x:y=z:max=9')).toMatchObject({
      default: { text: 'x:y=z' },
      max: 9,
    });
    expect(wordsOf('a:string:default=required_by:b')).toMatchObject({
      default: { text: 'required_by:b' },
    });
  });

  it('splits at the first =, and at commas only in lists', () => {
    expect(wordsOf('a:string:default=a=b,c')).toMatchObject({ default: { text: 'a=b,c' } });
    expect(wordsOf('a:string:values=x=1,y')).toMatchObject({
      values: [{ value: 'x=1' }, { value: 'y' }],
    });
    expect(wordsOf('a:decimal=12,2:min=-1.5')).toMatchObject({
      precision: 12,
      scale: 2,
      min: -1.5,
    });
    expect(wordsOf('a:string:default=')).toMatchObject({ default: { text: '' } });
    expect(wordsOf('a:string:read=')).toMatchObject({ read: [] });
  });

  it('knows what numbers are of', () => {
    expect(wordsOf('a:decimal=12,2:unit=EUR:min=0')).toMatchObject({ unit: 'EUR', min: 0 });
    expect(wordsOf('a:float:required:unit=%')).toMatchObject({ required: true, unit: '%' });
    expect(wordsOf('a:integer:unit=l/100 km')).toMatchObject({ unit: 'l/100 km' });
  });

  it('knows references and one-to-one', () => {
    expect(wordsOf('p:ref=Project:as=tasks:unique:on_delete=cascade')).toMatchObject({
      type: 'ref',
      target: 'Project',
      as: 'tasks',
      unique: true,
      on_delete: 'cascade',
    });
    expect(wordsOf('p:ref=Person:column=owner_code')).toMatchObject({ column: 'owner_code' });
    expect(wordsOf('n:string:unique=global')).toMatchObject({ unique: 'global' });
  });

  it.each([
    ['title:strng', 'unknown-type', 'strng', 'did you mean `string`?'],
    ['title:int', 'unknown-type', 'int', 'did you mean `integer`?'],
    ['title:String', 'unknown-type', 'String', 'did you mean `string`?'],
    ['title:string:requird', 'unknown-modifier', 'requird', 'did you mean `required`?'],
    ['title:string:requird=x', 'unknown-modifier', 'requird', 'did you mean `required`?'],
    ['title:string:required:uniqe', 'unknown-modifier', 'uniqe', 'did you mean `unique`?'],
    ['title:string:nullable', 'unknown-modifier', 'nullable', 'leave it out'],
    ['title:string:text', 'two-types', 'text', 'remove one'],
    ['title:required', 'missing-type', 'required', '`string:required`'],
    ['title', 'missing-type', 'title', '`title:string`'],
    ['title:', 'missing-type', 'title:', 'without a space'],
    [':string', 'missing-name', ':', '`name:type`'],
    ['a:string:max', 'missing-value', 'max', 'max=80'],
    ['a:string:max=', 'not-a-number', ':', ''],
    ['a:string:max=ten', 'not-a-number', 'ten', 'max=80'],
    ['a:string:max=10:requird', 'unknown-modifier', 'requird', 'required'],
    ['a:string:required=true', 'unexpected-value', 'true', '`required`'],
    ['a:string=long', 'unexpected-value', 'long', 'write just `string`'],
    ['a:decimal=x', 'bad-decimal', 'x', 'decimal=12,2'],
    ['a:decimal=10,2:requird', 'unknown-modifier', 'requird', 'did you mean `required`?'],
    ['a:ref=Person:requird', 'unknown-modifier', 'requird', 'did you mean `required`?'],
    ['a:ref', 'missing-value', 'ref', 'ref=Project'],
    ['a:enum', 'missing-value', 'enum', 'enum=small,large'],
    ['a:ref=User:on_delete=nullify', 'unknown-choice', 'nullify', 'set_null'],
    ['a:string:search=fulltext', 'unknown-choice', 'fulltext', 'it is `trigram`'],
    ['a:integer:search=trigram', 'modifier-not-for-type', 'search', 'string, text, enum'],
    ['a:text:unique', 'modifier-not-for-type', 'unique', 'max='],
    ['a:string:unit=km', 'modifier-not-for-type', 'unit', 'integer, bigint, float, decimal'],
    ['a:ref=Project:unit=km', 'modifier-not-for-type', 'unit', 'integer, bigint, float, decimal'],
    ['a:integer:unit=km:requird', 'unknown-modifier', 'requird', 'did you mean `required`?'],
    ['a:float:units=km', 'unknown-modifier', 'units', 'did you mean `unit`?'],
    ['a:string:hint=b', 'unknown-modifier', 'hint', 'did you mean `placeholder`?'],
    ['a:float:unit', 'missing-value', 'unit', 'unit=EUR'],
    ['a:json:unique', 'modifier-not-for-type', 'unique', 'string'],
    ['a:integer:email', 'modifier-not-for-type', 'email', 'string:email'],
    ['a:string:max=1:max=2', 'duplicate-modifier', 'max', 'remove one'],
    ['a:enum=x:values=y', 'duplicate-modifier', 'values', 'enum='],
  ])('%s: %s', (text, code, under, help) => {
    const { field, problems } = parse(text);
    expect(field).toBeNull();
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    if (under !== ':') expect(marked(problems[0]!)).toBe(under);
    expect(problems[0]!.help).toContain(help);
  });

  it('finds all problems of one field', () => {
    const { problems } = parse('a:strng:max=x:min=y');
    expect(problems.map(marked)).toEqual(['strng']);
    expect(parse('a:string:max=x:min=y:as=b').problems.map(marked)).toEqual(['x', 'y', 'as']);
  });

  it('takes what looks like a modifier as written, and says so', () => {
    const { field, problems } = parse('a:string:default=x:requird');
    expect(field!.words.default!.value).toEqual({ form: 'text', text: 'x:requird' });
    expect(problems).toMatchObject([{ code: 'looks-like-modifier', severity: 'warning' }]);
  });

  it('never throws, and says a problem whenever there is no field', () => {
    const word = fc.constantFrom(
      ...TYPES,
      ...MODIFIERS,
      ':',
      '=',
      ',',
      'x',
      '',
      ' ',
      '\t',
      '語',
      '1',
      '-',
      '__proto__',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(
        text,
        fc.array(word).map((words) => words.join(':')),
        (name, rest) => {
          for (const given of [name, `a:${name}`, `${name}:${rest}`]) {
            const { field, problems } = parse(given);
            const errors = problems.filter(({ severity }) => severity !== 'warning');
            expect(field === null).toBe(errors.length > 0);
            for (const problem of problems) expect(problem.at!.column).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const NONE: Model = {
  name: 'Thing',
  table: 'thing',
  prefix: '/thing',
  label: null,
  timestamps: true,
  fields: [],
  unique: [],
  indexes: [],
  access: {},
  rows: { owner: null, tenant: null, as: null, except: [] },
};
const OTHER: Model = { ...NONE, name: 'Project', table: 'project', prefix: '/project' };

function check(text: string): { fields: readonly Field[]; errors: Problem[] } {
  const { field, problems } = parse(text);
  if (field === null) return { fields: [], errors: problems };
  const checked = checkFields(NONE, [field], [NONE, OTHER]);
  return {
    fields: checked.fields,
    errors: checked.problems.filter(({ severity }) => severity !== 'warning'),
  };
}

const letters = (first: string) =>
  fc
    .tuple(fc.constantFrom(...first), fc.array(fc.constantFrom(...'abcdez_1'), { maxLength: 8 }))
    .map(([a, b]) => `${a}${b.join('')}x`);
const roles = fc.option(
  fc.array(letters('ABM'), { maxLength: 3 }).map((list) => [...new Set(list)]),
  { nil: null },
);
const strings: fc.Arbitrary<Field> = fc
  .record({
    name: letters('abc'),
    text: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null }),
    required: fc.boolean(),
    index: fc.boolean(),
    search: fc.constantFrom('trigram' as const, null),
    read: roles,
    write: roles,
  })
  .map(({ name, text, ...rest }) => ({
    ...PLAIN_FIELD,
    ...rest,
    name,
    column: name,
    type: 'string' as const,
    default: text === null ? null : { kind: 'value' as const, value: text },
  }));
const decimals: fc.Arbitrary<Field> = fc
  .record({
    name: letters('abc'),
    precision: fc.integer({ min: 3, max: 15 }),
    scale: fc.integer({ min: 0, max: 3 }),
    min: fc.option(fc.integer(), { nil: null }),
    unit: fc.constantFrom('EUR', 'km/h', '%', null),
    unique: fc.boolean(),
  })
  .map(({ name, ...rest }) => ({
    ...PLAIN_FIELD,
    ...rest,
    name,
    column: name,
    type: 'decimal' as const,
  }));
const refs: fc.Arbitrary<Field> = fc
  .record({
    name: letters('abc'),
    inverse: letters('de'),
    onDelete: fc.constantFrom('restrict' as const, 'cascade' as const),
    required: fc.boolean(),
    lines: fc.boolean(),
  })
  .map(({ name, inverse, onDelete, required, lines }) => ({
    ...PLAIN_FIELD,
    name: `${name}_id`,
    column: `${name}_id`,
    type: 'ref' as const,
    required: required || lines,
    reference: {
      model: 'Project',
      relation: name,
      inverse,
      onDelete: lines ? ('cascade' as const) : onDelete,
      lines,
    },
  }));

describe('printField', () => {
  it('is read back as the same field', () => {
    fc.assert(
      fc.property(fc.oneof(strings, decimals, refs), (field) => {
        const text = printField(field, 'thing');
        if (text === null) return;
        expect(check(text)).toEqual({ fields: [field], errors: [] });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    'title:string:required',
    'status:string:default=todo:values=todo,done',
    'size:enum=s,m,l:default=m',
    'total:decimal=12,2:min=0',
    'project:ref=Project',
    'owner:ref=User:required:on_delete=cascade',
    'twin:ref=Thing:unique:as=twin_of',
    'tags:refs=Project',
    'project:ref=Project:lines',
    'project:ref=Project:lines:as=items',
    'sent:datetime:default=now',
    'meta:json:default={"a":1}',
    'opens:time:default=08:30:00',
    'mail:string:email:read=Admin:write=',
  ])('writes %s as it was given', (text) => {
    const { fields, errors } = check(text);
    expect(errors).toEqual([]);
    expect(printField(fields[0]!, 'thing')).toBe(text);
  });

  it('knows what has no text form', () => {
    const { fields } = check('a:string:values=x,y');
    expect(printField({ ...fields[0]!, values: ['x,y'] }, 'thing')).toBeNull();
    expect(
      printField(
        { ...fields[0]!, values: [], default: { kind: 'value', value: 'a:required' } },
        'thing',
      ),
    ).toBeNull();
  });
});
