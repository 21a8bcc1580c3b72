import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/problem.js';
import { parseSpec } from '../../support/parse-spec.js';

const brief = ({ code, at }: Problem) =>
  `${code} ${at?.line}:${at?.column} ${at?.text.slice(at.column - 1, at.column - 1 + at.length)}`;

function problems(text: string, file = 'models.yaml') {
  return parseSpec(file, text).problems;
}

const task = (fields: string) =>
  `models:\n  Task:\n    fields:\n${fields.replace(/^/gm, '      ')}\n`;

describe('a spec in YAML', () => {
  it('says a space after the colon, wherever it stands, and reads on', () => {
    const found = problems(
      task('title: string: required\nname: strng\nbody: { type: text }\nx: text: required # why'),
    );
    expect(found.map(brief)).toEqual([
      'space-after-colon 4:14 string: required',
      'space-after-colon 7:10 text: required',
      'unknown-type 5:13 strng',
    ]);
    expect(found[0]!.help).toContain('`string:required`');
    expect(
      problems('models: { Task: { fields: { a: string: required, b: text } } }').map(brief),
    ).toEqual(['space-after-colon 1:32 string: required']);
    expect(problems(task('title:\n  string: required'))[0]!.help).toContain(
      '`title: string:required`',
    );
  });

  it('says a comma that ends a value inside braces', () => {
    const [found, ...others] = problems(task('total: { type: decimal=12,2, required: true }'));
    expect(others).toEqual([]);
    expect(brief(found!)).toBe('unquoted-comma 4:22 decimal=12,2');
    expect(found!.help).toBe(
      'quote it: `type: "decimal=12,2"`, or `type: decimal, precision: 12, scale: 2`',
    );
    expect(problems(task('size: { type: enum=s,m,l }')).map(brief)).toEqual([
      'unquoted-comma 4:21 enum=s,m,l',
    ]);
  });

  it('says numbers among strings one by one', () => {
    const found = problems(task('a: { type: string, values: [1, two, 3.0, true] }'));
    expect(found.map(({ help }) => help)).toEqual([
      'quote it: "1"',
      'quote it: "3.0"',
      'quote it: "true"',
    ]);
  });

  it('says how an enum is written whose values stand beside it', () => {
    const help = (field: string) => problems(task(field)).map((one) => one.help);
    expect(help('size: { type: enum, values: [a, b c] }')).toEqual([
      'write `enum: [a, "b c"]` instead of `type` and `values`',
    ]);
    expect(help('size: enum:values=a,b')).toEqual([
      'write `enum=a,b` instead of `enum` and `values`',
    ]);
    expect(problems(task('size: { enum: [a, "b c"] }'))).toEqual([]);
    expect(help('size: { type: enum }')).toEqual([
      'list the values: `enum=small,large`, or `enum: [small, large]` in the object form',
    ]);
  });

  it('says keys that are there twice', () => {
    const twice = `${task('a: string\na: text')}  Task:\n    fields: { b: string }\n`;
    expect(problems(twice).map(brief).sort()).toEqual([
      'duplicate-field 5:7 a',
      'duplicate-model 6:3 Task',
    ]);
  });

  it('says what is wrong with the shape', () => {
    expect(problems('').map(({ code }) => code)).toEqual(['empty-spec']);
    expect(problems('# nothing').map(({ code }) => code)).toEqual(['empty-spec']);
    expect(problems('- a').map(({ code }) => code)).toEqual(['not-an-object']);
    expect(problems('Task:\n  fields: { a: string }').map(({ code }) => code)).toEqual([
      'missing-models',
    ]);
    expect(problems('models: []').map(({ code }) => code)).toEqual(['not-an-object']);
    expect(problems('models: {}').map(({ code }) => code)).toEqual(['no-models']);
    expect(problems('models:\n  Task:').map(({ code }) => code)).toEqual(['not-an-object']);
    expect(problems('models:\n  Task: { fields: }').map(({ code }) => code)).toEqual(['no-fields']);
    expect(problems('models:\n\tTask: x').map(({ code }) => code)).toContain('yaml-syntax');
  });

  it.each([
    ['label: 3', 'not-a-string 3:12 3', 'quote it: "3"'],
    ['label: {number}', 'not-a-string 3:12 {number}', 'write `label: "{number} {customer}"`'],
    ['group: ""', 'not-a-string 3:12 ""', 'write `group: "Sales"`'],
    [
      'timestamps: no',
      'not-a-boolean 3:17 no',
      'write `timestamps: false`, or leave it out for true',
    ],
    ['unique: [a, b]', 'not-a-list 3:14 a', 'write `["project","number"]`'],
    ['unique: [[1, b]]', 'not-a-string 3:15 1', 'quote it: "1"'],
    ['access: { Viewer: list }', 'not-a-list 3:23 list', 'write `Viewer: [list]`'],
    ['rows: { onwer: user }', 'unknown-key 3:13 onwer', 'did you mean `owner`?'],
    ['rows: { Teacher: { onwer: user } }', 'unknown-key 3:24 onwer', 'did you mean `owner`?'],
    [
      'dashboard: { bars: a }',
      'not-a-list 3:16 { bars: a }',
      'write `dashboard: [{"bars":"status"}]`',
    ],
    ['dashboard: [{ bar: a }]', 'unknown-key 3:19 bar', 'did you mean `bars`?'],
    [
      'dashboard: [{ bars: a, filter: { a: {} } }]',
      'bad-value 3:41 {}',
      'A value, or a list of values: `[open, paid]`.',
    ],
    ['charts: []', 'unknown-key 3:5 charts', 'did you mean `dashboard`?'],
    ['labell: x', 'unknown-key 3:5 labell', 'did you mean `label`?'],
    [
      'xyz: x',
      'unknown-key 3:5 xyz',
      'known: table, prefix, label, about, group, dashboard, search_by, timestamps, read_only, history, trash, access, rows, sentences, unique, indexes, sql_indexes, checks, no_overlap, frozen, board, calendar, fields',
    ],
  ])('says where %s is wrong, and what to write', (setting, place, help) => {
    const [found] = problems(`models:\n  Task:\n    ${setting}\n    fields: { a: string }`);
    expect([brief(found!), found!.help]).toEqual([place, help]);
  });

  it('says what is wrong with roles', () => {
    const roles = (text: string) =>
      problems(`models: { A: { fields: { a: string } } }\nroles: ${text}`).map(
        (one) => `${brief(one)}: ${one.help}`,
      );
    expect(roles('{ Office: { about: x } }')).toEqual([
      'no-methods 2:18 { about: x }: write `methods: "write"`',
    ]);
    expect(roles('{ Office: { mehtods: write, methods: 3 } }')).toEqual([
      'unknown-key 2:20 mehtods: did you mean `methods`?',
      expect.stringMatching(/^bad-value 2:45 3: read; write/),
    ]);
    expect(roles('{ Office: [GET, 1] }')).toEqual(['not-a-string 2:24 1: quote it: "1"']);
  });

  it('names the nearest key', () => {
    const [found] = problems(
      'models:\n  Task:\n    colums: { a: string }\n    fields: { a: string }',
    );
    expect(found).toMatchObject({ code: 'unknown-key' });
    expect(problems(task('a: { type: string, maxLength: 5 }'))[0]!.help).toContain('`max`');
    expect(problems(task('a: { type: string, nullable: true }'))[0]!.help).toContain(
      'leave it out',
    );
    expect(problems(task('a: { type: string:required }'))[0]!.help).toContain('`type: string`');
  });

  it('reads anchors, and stops at floods of them', () => {
    const { spec, problems: none } = parseSpec(
      'm.yaml',
      'models:\n  A: &a\n    fields: { n: string }\n  B: *a\n',
    );
    expect(none).toEqual([]);
    expect(spec.models.map(({ name }) => name.value)).toEqual(['A', 'B']);
    const bomb = [
      'a0: &a0 [x, x]',
      ...Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`),
    ];
    expect(problems(bomb.join('\n')).map(({ code }) => code)).toContain('yaml-alias');
    expect(problems('models: &m\n  A: *m').length).toBeGreaterThan(0);
  });
});

describe('a spec in JSON', () => {
  it('says where it is broken and how to mend it', () => {
    const json = (text: string) => problems(text, 'models.jsonc').map(brief);
    expect(json('{"models": {"A": {"fields": {"a": "strng"}}}}')).toEqual([
      'unknown-type 1:36 strng',
    ]);
    expect(json("{'models': 1}")).toEqual(["json-syntax 1:2 'models'"]);
    expect(json('{"models" 1}')).toEqual(['json-syntax 1:11 1']);
    expect(json('{"models": {}')).toHaveLength(1);
    expect(json('{"models": undefined}')).toEqual(['json-syntax 1:12 undefined']);
    expect(json('{"models": "a\nb"}')).toHaveLength(1);
    expect(json(`${'['.repeat(500)}`)).toHaveLength(1);
  });

  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const syntax = problems(text, 'a.json').filter(({ code }) => code === 'json-syntax');
        expect(syntax).toEqual([]);
      }),
    );
  });
});

it('never throws', () => {
  const piece = fc.constantFrom(
    'models:',
    '\n',
    '  ',
    'A:',
    'fields:',
    '{',
    '}',
    '[',
    ']',
    ',',
    ': ',
    '"',
    "'",
    '&a',
    '*a',
    '- ',
    '|',
    '#',
    'string',
    '\t',
    '<<: ',
    '? ',
    '!!x ',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('a.yaml', 'a.json'),
      (given, file) => void parseSpec(file, given),
    ),
    { numRuns: 1000 },
  );
});
