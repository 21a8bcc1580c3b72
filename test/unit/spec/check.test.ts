import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import type { App, Model } from '../../../src/model/model.js';
import { parseSpec } from '../../support/parse-spec.js';

function check(yaml: string, existing: readonly Model[] = []) {
  const { spec, problems } = parseSpec('models.yaml', yaml);
  expect(problems).toEqual([]);
  return checkSpec(spec, existing);
}

function codes(yaml: string, existing: readonly Model[] = []): string[] {
  return check(yaml, existing).problems.map(
    ({ code, at }) => `${code} ${at!.text.slice(at!.column - 1, at!.column - 1 + at!.length)}`,
  );
}

const one = (fields: string, more = '') =>
  `models:\n  Task:\n${more.replace(/^(?=.)/gm, '    ')}\n    fields: { ${fields} }\n`;
const fieldsOf = (models: App['models'], name = 'Task') =>
  models.find((model) => model.name === name)!.fields;

describe('references', () => {
  it('go in circles, to the model itself, to User and Tenant, in any order', () => {
    const { models, problems } = check(`models:
  A: { fields: { b: ref=B, user: ref=User:required } }
  B: { fields: { a: ref=A, parent: ref=B:as=children, tenant_id: ref=Tenant } }`);
    expect(problems).toEqual([]);
    expect(fieldsOf(models, 'A').map(({ name, reference }) => [name, reference])).toEqual([
      ['b_id', { model: 'B', relation: 'b', inverse: 'as', onDelete: 'set_null', lines: false }],
      [
        'user_id',
        { model: 'User', relation: 'user', inverse: null, onDelete: 'restrict', lines: false },
      ],
    ]);
    expect(fieldsOf(models, 'B').map(({ reference }) => reference!.inverse)).toEqual([
      'bs',
      'children',
      null,
    ]);
  });

  it('are named on the other side by the plural of the table, one-to-one by the table', () => {
    const { models } = check(`models:
  Person: { fields: { name: string } }
  Category: { table: kind, fields: { p: ref=Person } }
  Passport: { fields: { p: ref=Person:unique } }`);
    expect(fieldsOf(models, 'Category')[0]!.reference!.inverse).toBe('kinds');
    expect(fieldsOf(models, 'Passport')[0]!.reference!.inverse).toBe('passport');
  });

  it('have foreign keys of any name, which groups and rules know by the relation, too', () => {
    const { models, problems } = check(`models:
  Task:
    label: '{title} {boss_code}'
    unique: [[title, boss]]
    rows: { owner: boss }
    fields: { title: string, boss: ref=User:column=boss_code }`);
    expect(problems).toEqual([]);
    const [{ fields, unique, rows }] = models as [Model];
    expect(fields[1]).toMatchObject({ name: 'boss_code', column: 'boss_code' });
    expect(fields[1]!.reference!.relation).toBe('boss');
    expect([unique, rows.owner]).toEqual([[['title', 'boss_code']], 'boss_code']);
    expect(codes(one('a: ref=User:column=a'))).toEqual(['duplicate-field a']);
    expect(codes(one('a: ref=User:column=id'))).toEqual(['reserved-name id']);
    expect(codes(one('a: ref=User:column=a-b'))).toEqual(['invalid-name a-b']);
    expect(codes(one('b: string, a: ref=User:column=b'))).toEqual(['duplicate-field a']);
  });

  it('have a column of another name than the field, if they are written by the field', () => {
    const { models, problems } = check(one('boss_id: ref=User:column=boss'));
    expect(problems).toEqual([]);
    expect(fieldsOf(models, 'Task')[0]).toMatchObject({ name: 'boss_id', column: 'boss' });
    expect(fieldsOf(models, 'Task')[0]!.reference!.relation).toBe('boss');
    const help = 'to name the column alone, write `boss_id:ref=User:column=boss`';
    expect(check(one('boss: ref=User:column=boss')).problems).toMatchObject([{ help }]);
  });

  it('need names where two would share one, and clash with nothing', () => {
    expect(codes(one('a: ref=Task, b: ref=Task'))).toEqual(['missing-as a', 'missing-as b']);
    expect(codes(one('a: ref=Task, b: ref=Task:as=others'))).toEqual([]);
    expect(codes(one('tasks: string, a: ref=Task'))).toEqual(['inverse-clash Task']);
    expect(codes(one('a: ref=Task:as=a'))).toEqual(['inverse-clash a']);
    expect(codes(one('a: ref=Task:as=kids, b: ref=Task:as=Kids'))).toEqual(['inverse-clash Kids']);
    expect(codes(one('t: ref=Tenant:as=tasks'))).toEqual(['inverse-on-built-in tasks']);
    expect(codes(one('u: ref=User:as=tasks'))).toEqual([]);
    expect(codes(one('u: ref=User:as=email'))).toEqual(['inverse-clash email']);
    expect(codes(one('r: ref=Role'))).toEqual(['unknown-model Role']);
    expect(codes(one('a: ref=Task:as=created_at'))).toEqual(['reserved-name created_at']);
  });

  it('meet the models that a project has', () => {
    const { models } = check('models:\n  Project: { fields: { name: string } }');
    expect(codes(one('p: ref=Project'), models)).toEqual([]);
    expect(codes(one('p: ref=Projct'), models)).toEqual(['unknown-model Projct']);
    expect(codes('models:\n  Project: { fields: { a: string } }', models)).toEqual([
      'duplicate-model Project',
    ]);
    expect(
      codes('models:\n  Other: { table: PROJECT, prefix: /o, fields: { a: string } }', models),
    ).toEqual(['duplicate-table PROJECT']);
    const withTask = check(one('p: ref=Project'), models).models;
    expect(
      codes('models:\n  Todo: { fields: { p: ref=Project:as=tasks } }', [...models, ...withTask]),
    ).toEqual(['inverse-clash tasks']);
  });

  it('warn of a cycle of required references', () => {
    expect(
      check(
        `models:\n  A: { fields: { b: ref=B:required } }\n  B: { fields: { a: ref=A:required } }`,
      ).problems,
    ).toMatchObject([
      {
        code: 'required-circle',
        severity: 'warning',
        message: 'required references form a cycle: `A` -> `B` -> `A`',
      },
    ]);
  });
});

describe('columns', () => {
  const fields = (text: string) => fieldsOf(check(one(text)).models, 'Task');

  it('are named like their fields, or otherwise', () => {
    const text = 'title: string:column=Title, order: integer:column=select, no: string';
    expect(fields(text)).toMatchObject([
      { name: 'title', column: 'Title' },
      { name: 'order', column: 'select' },
      { name: 'no', column: 'no' },
    ]);
    expect(codes(one('a: string:column=a-b c'))).toEqual([]);
    expect(codes(one(`a: { type: string, column: 'a"b' }`))).toEqual(["invalid-name 'a\"b'"]);
    expect(codes(one('a: { type: string, column: "a\\nb" }'))).toEqual(['invalid-name "a\\nb"']);
    expect(codes(one(`a: string:column=${'a'.repeat(64)}`))).toEqual([
      `name-too-long ${'a'.repeat(64)}`,
    ]);
  });

  it('are one for each field, in whatever capitals', () => {
    expect(codes(one('a: string:column=X, b: string:column=x'))).toEqual(['duplicate-column x']);
    expect(codes(one('a: string, b: string:column=A'))).toEqual(['duplicate-column A']);
    expect(codes(one('a: string:column=id'))).toEqual(['duplicate-column id']);
    expect(codes(one('a: string:column=Created_At'))).toEqual(['duplicate-column Created_At']);
    expect(codes(one('a: string:column=b, b: string:column=a'))).toEqual([]);
  });

  it('may be called id if they are not the key', () => {
    const text = 'no: integer:key, old: string:column=id';
    expect(codes(one(text))).toEqual([]);
    expect(fields(text)).toMatchObject([{ column: 'no' }, { name: 'old', column: 'id' }]);
    expect(fields('id: integer:column=TaskId')).toMatchObject([
      { name: 'id', column: 'TaskId', key: 'database' },
    ]);
    expect(fields('id: integer:column=id, a: string')).toHaveLength(1);
  });
});

describe('moments that the service fills in', () => {
  const model = (fields: string, rest = 'timestamps: false') =>
    `models: { Task: { ${rest}, fields: { ${fields} } } }`;

  it('are fields that the service fills in, in a table without the usual two', () => {
    const { models, problems } = check(
      model('created_at: datetime:created, changed_on: datetime:updated:column=Changed'),
    );
    expect(problems).toEqual([]);
    const filled = { type: 'datetime', required: true, default: { kind: 'now' } };
    expect(fieldsOf(models, 'Task')).toMatchObject([
      { ...filled, name: 'created_at', stamp: 'created' },
      { ...filled, name: 'changed_on', column: 'Changed', stamp: 'updated' },
    ]);
  });

  it.each([
    ['a: datetime:created:updated', 'bad-stamp updated'],
    ['a: datetime:created:required', 'bad-stamp required'],
    ['a: datetime:updated:deleted', 'bad-stamp deleted'],
    ['a: datetime:deleted:default=now', 'bad-stamp now'],
    ['a: datetime:deleted, b: datetime:deleted', 'bad-stamp deleted'],
    ['a: datetime:updated:default=now', 'bad-stamp now'],
    ['created_at: datetime', 'reserved-name created_at'],
    ['updated_at: datetime:created', 'reserved-name updated_at'],
    ['created_at: datetime:created, updated_at: datetime:updated', 'bad-stamp updated_at'],
  ])('refuses { %s }', (fields, code) => expect(codes(model(fields))).toEqual([code]));

  it('refuses one that is there already', () =>
    expect(codes(model('created_at: datetime:created', 'timestamps: true'))).toEqual([
      'duplicate-column created_at',
    ]));
});

describe('fields that the database fills in', () => {
  const model = (fields: string) => `models: { Guest: { fields: { first: string, ${fields} } } }`;

  it('may have a default that the database makes, or numbers that it counts', () => {
    const { models, problems } = check(
      model(`token: "string:required:unique:default_sql=md5('a')", no: "bigint:counted:unique"`),
    );
    expect(problems).toEqual([]);
    expect(fieldsOf(models, 'Guest').slice(1)).toMatchObject([
      { required: true, default: { kind: 'database', sql: "md5('a')" } },
      { default: { kind: 'counted' } },
    ]);
  });

  it('have one expression', () => {
    const { models, problems } = check(
      model(`loud: "string=80:required:index:generated=upper(first) || ':text'"`),
    );
    expect(problems).toEqual([]);
    expect(fieldsOf(models, 'Guest')[1]).toMatchObject({
      ...{ required: true, index: true, max: 80, default: null },
      generated: "upper(first) || ':text'",
    });
  });

  it.each([
    ['a: "string:generated=upper(first"', 'bad-sql ('],
    ['a: "string:generated=upper(first))"', 'bad-sql )'],
    ['a: "string:generated=first; DROP TABLE guest"', 'bad-sql ;'],
    [`a: "string:generated=first || 'x"`, "bad-sql '"],
    ['a: "string:generated=/* nothing */"', 'bad-sql /* nothing */'],
    ['a: "string:generated=first:default=x"', 'bad-generated x'],
    ['a: "datetime:generated=first:updated"', 'bad-generated updated'],
    ['a: "string:default=x:default_sql=y"', 'bad-default y'],
    ['a: "integer:default=1:counted"', 'bad-default counted'],
    ['a: "integer:counted:write=Admin"', 'bad-default write'],
    ['a: "string:generated=first:default_sql=x"', 'bad-generated x'],
    ['a: "string:default_sql=f("', 'bad-sql ('],
    ['a: "integer:key:generated=first"', 'bad-key first'],
  ])('are refused: { %s }', (fields, code) => expect(codes(model(fields))).toEqual([code]));
});

describe('names', () => {
  it.each(['Date', 'Map', 'Error', 'Promise', 'Array', 'Object', 'Role', 'Define'])(
    'refuses the model %s',
    (name) =>
      expect(codes(`models:\n  ${name}: { prefix: /x, fields: { a: string } }`)).toEqual([
        `reserved-model-name ${name}`,
      ]),
  );

  it.each([
    ...['Order', 'Group', 'Table', 'Select', 'Comment', 'Document', 'Location', 'Event', 'File'],
    ...['Class', 'Import', 'Relation', 'Crypto', 'Case', 'Package', 'Request', 'Column', 'Set'],
  ])('takes the model %s', (name) =>
    expect(
      codes(
        `models:\n  ${name}: { fields: { a: string, order: string, group: string, class: string } }`,
      ),
    ).toEqual([]),
  );

  it.each([
    'auth_user',
    'AUTH_ROLE',
    'auth_tenant',
    'migrations',
    'crudgen_migrations',
    'sqlite_x',
  ])('refuses the table %s', (table) =>
    expect(codes(one('a: string', `table: ${table}\nprefix: /x`))).toEqual([
      `reserved-table ${table}`,
    ]),
  );

  it.each(['Config', 'Doc', 'Metric'])('knows the prefixes of the service: %s', (name) => {
    const taken = name === 'Config' ? [`reserved-prefix ${name}`] : [];
    expect(codes(`models:\n  ${name}: { fields: { a: string } }`)).toEqual(taken);
    expect(codes(one('a: string', 'prefix: /Docs'))).toEqual(['reserved-prefix /Docs']);
    expect(codes(one('a: string', 'prefix: /a/b'))).toEqual(['invalid-prefix /a/b']);
  });

  it('knows the pages of the back-office', () => {
    const [login] = check('models:\n  Login: { fields: { a: string } }').problems;
    expect(login).toMatchObject({
      code: 'reserved-prefix',
      message: 'the back-office has its own page at `/login`',
    });
    expect(login?.help).toContain('--prefix /logins');
    expect(codes('models:\n  Login: { prefix: /logins, fields: { a: string } }')).toEqual([]);
    expect(codes(one('a: string', 'prefix: /Access-Denied'))).toEqual([
      'reserved-prefix /Access-Denied',
    ]);
  });

  it.each(['q', '_x', 'id', 'ID', 'created_at', 'updated_at', 'constructor', '__proto__'])(
    'refuses the field %s',
    (name) => expect(codes(one(`${name}: text`))).toEqual([`reserved-name ${name}`]),
  );

  it.each([
    ['constructor', 'is a property of every JavaScript object'],
    ['then', 'would make a record look like a promise'],
    ['toJSON', 'would change how a record is written as JSON'],
    ['save', 'is a method of TypeORM entities'],
  ])('says what is wrong with the field %s', (name, why) =>
    expect(check(one(`${name}: string`)).problems[0]!.message).toBe(`\`${name}\` ${why}`),
  );

  it('refuses names that are none', () => {
    expect(codes(one('"due date": date, 1st: string'))).toEqual([
      'invalid-name "due date"',
      'invalid-name 1st',
    ]);
    expect(check(one('"due date": date')).problems[0]!.help).toContain('due_date');
    expect(codes(one(`${'x'.repeat(64)}: string`))).toHaveLength(1);
  });

  it('refuses two properties of one name, also through a reference', () => {
    expect(codes(one('project: string, project_id: ref=User'))).toEqual([
      'duplicate-field project_id',
    ]);
    expect(codes(one('project_id: integer, project: ref=User'))).toEqual([
      'duplicate-field project',
    ]);
    expect(codes(one('a: string, A: string'))).toEqual(['duplicate-field A']);
  });

  it('refuses names that read as filters only beside their column', () => {
    expect(codes(one('price: float, price__gte: float'))).toEqual(['ambiguous-name price__gte']);
    expect(check(one('price: float, price_gte: float')).problems).toMatchObject([
      { severity: 'warning' },
    ]);
    expect(codes(one('price_gte: float, a_ne: string, b__in: string'))).toEqual([]);
  });

  it('keeps join tables apart from tables', () => {
    const yaml =
      'models:\n  A: { fields: { tags: refs=B } }\n  B: { fields: { n: string } }\n  C: { table: a_tags, fields: { n: string } }';
    expect(codes(yaml)).toEqual(['duplicate-table tags']);
  });

  it('refuses a join table with a longer name than PostgreSQL keeps', () => {
    const yaml = (field: string) =>
      `models:\n  ${'A'.padEnd(50, 'b')}: { fields: { ${field}: refs=B } }\n  B: { fields: { n: string } }`;
    expect(codes(yaml('twelve_chars'))).toEqual([]);
    expect(codes(yaml('thirteen_char'))).toEqual(['name-too-long thirteen_char']);
  });
});

describe('defaults', () => {
  it.each([
    ['string:default=', { kind: 'value', value: '' }],
    ['string:default=now', { kind: 'value', value: 'now' }],
    ['string:default=null', null],
    ['integer:default=-3', { kind: 'value', value: -3 }],
    ['bigint:default=9223372036854775807', { kind: 'value', value: '9223372036854775807' }],
    ['float:default=1e3', { kind: 'value', value: 1000 }],
    ['boolean:default=false', { kind: 'value', value: false }],
    ['date:default=2024-02-29', { kind: 'value', value: '2024-02-29' }],
    ['date:default=today', { kind: 'today' }],
    ['time:default=08:30', { kind: 'value', value: '08:30:00' }],
    ['datetime:default=now', { kind: 'now' }],
    [
      'datetime:default=2026-01-01T10:00+02:00',
      { kind: 'value', value: '2026-01-01T08:00:00.000Z' },
    ],
    ['json:default=[]', { kind: 'value', value: [] }],
    ['decimal=4,2:default=12.50', { kind: 'value', value: 12.5 }],
  ])('%s', (type, given) => {
    const { models, problems } = check(one(`a: '${type}'`));
    expect(problems).toEqual([]);
    expect(fieldsOf(models)[0]!.default).toEqual(given);
  });

  it('may quote the digits of a decimal in the object form', () => {
    const quoted = (text: string) =>
      check(one(`a: { type: decimal, precision: 4, scale: 2, default: "${text}" }`));
    const { models, problems } = quoted('4.99');
    expect(problems).toEqual([]);
    expect(fieldsOf(models)[0]!.default).toEqual({ kind: 'value', value: 4.99 });
    expect(quoted('a lot').problems[0]?.message).toContain('not a number');
  });

  it.each([
    'integer:default=1.5',
    'integer:default=',
    'integer:default=9007199254740993',
    'bigint:default=9223372036854775808',
    'float:default=x',
    'boolean:default=yes',
    'date:default=2023-02-29',
    'date:default=now',
    'datetime:default=today',
    'datetime:default=2026-01-01T10:00',
    'time:default=24:00',
    'uuid:default=x',
    'color:default=red',
    'json:default={',
    'decimal=4,2:default=123',
    'decimal=4,2:default=1.234',
    'integer:min=5:default=4',
    'string:max=3:default=abcd',
    'string:values=a,b:default=c',
    'enum=a,b:default=c',
    'string:required:default=null',
    'string:required:default=',
    'string:email:default=x',
    'string:url:default=x',
  ])('%s does not fit', (type) =>
    expect(codes(one(`a: '${type}'`))).toEqual([expect.stringMatching(/^bad-default/)]),
  );

  it('counts code points', () => expect(codes(one('a: "string:max=2:default=😀😀"'))).toEqual([]));
});

describe('rules of a model', () => {
  it('name fields as they were asked for, as they are stored, and by relation', () => {
    const { models, problems } = check(
      one(
        'number: string, customer: ref=User, by: ref=User, t_id: ref=Tenant',
        'label: "{number} {customer}"\nunique: [[number, customer]]\nindexes: [[customer_id, created_at]]\nrows: { owner: by, tenant: t, except: [Admin, Boss, Admin] }\naccess: { Viewer: [list, list], "*": [show] }',
      ),
    );
    expect(problems).toEqual([]);
    expect(models[0]).toMatchObject({
      label: '{number} {customer_id}',
      unique: [['number', 'customer_id']],
      indexes: [['customer_id', 'created_at']],
      rows: { owner: 'by_id', tenant: 't_id', except: ['Admin', 'Boss'] },
      access: { Viewer: ['list'], '*': ['show'] },
    });
  });

  it('refuse what does not exist or cannot be', () => {
    expect(codes(one('a: text, b: string', 'unique: [[a, b], [b, b], [b, c], [b]]'))).toEqual([
      'bad-group a',
      'bad-group [b, b]',
      'unknown-field c',
      'bad-group [b]',
    ]);
    expect(codes(one('a: integer, u: ref=User', 'rows: { owner: a, tenant: u }'))).toEqual([
      'bad-row-rule a',
      'bad-row-rule u',
    ]);
    const following = 'rows: { as: up }';
    expect(codes(one('up: ref=User', following))).toEqual(['bad-row-rule up']);
    expect(codes(one('up: ref=Task:as=below', following))).toEqual(['bad-row-rule up']);
    expect(codes(one('up: string', following))).toEqual(['bad-row-rule up']);
    const byRole = (rows: string) => codes(one('u: ref=User, t: ref=Tenant, a: string', rows));
    expect(
      byRole('rows: { Office: { tenant: t }, Teacher: { owner: u }, except: [Admin] }'),
    ).toEqual([]);
    expect(byRole('rows: { Office: { tenant: u } }')).toEqual(['bad-row-rule u']);
    expect(byRole('rows: { Office: { owner: zzz } }')).toEqual(['unknown-field zzz']);
    expect(byRole('rows: { "*": { owner: u } }')).toEqual(['bad-role "*"']);
    const [ruled] = check(
      one('u: ref=User, t: ref=Tenant', 'rows: { owner: u, B: { tenant: t }, A: { tenant: t } }'),
    ).models;
    expect(ruled!.rows).toEqual({
      ...{ owner: 'u_id', tenant: null, as: null, except: [] },
      byRole: [{ kind: 'tenant', field: 't_id', roles: ['B', 'A'] }],
    });
    const excepting = (rows: string) => codes(one('by: ref=User', `rows: ${rows}`));
    expect(excepting('{ except: [Admin] }')).toEqual(['bad-row-rule except']);
    expect(excepting('{ owner: by, except: ["*", ""] }')).toEqual(['bad-role "*"', 'bad-role ""']);
    expect(excepting('{ owner: by, except: [Admn] }')).toEqual(['role-name Admn']);
    expect(codes(one('a: string', 'access: { Viewer: [reed] }'))).toEqual(['unknown-action reed']);
    expect(codes(one('a: string:label', 'label: "{a}"'))).toHaveLength(1);
    expect(codes(one('a: string', 'label: a'))).toHaveLength(1);
  });

  it('name the cards of the dashboard, each by its kind and a field that suits it', () => {
    const fields =
      'at: date, total: "decimal=12,2", state: "enum=open,paid", body: text, by: ref=User';
    const cards = (...given: readonly string[]) =>
      one(fields, `dashboard:\n${given.map((card) => `  - ${card}`).join('\n')}`);
    const { models, problems } = check(
      cards(
        '{ figure: at, sum: total, filter: { state: [open], total__gte: 5, by__isnull: false } }',
        '{ bars: by, title: Busy }',
        '{ due: at, sum: total, done: { state: paid } }',
        'series: created_at',
      ),
    );
    expect(problems).toEqual([]);
    const filter = { state: ['open'], total__gte: 5, by_id__isnull: false };
    expect(models[0]!.dashboard).toEqual([
      { kind: 'figure', field: 'at', sum: 'total', filter },
      { kind: 'bars', field: 'by_id', title: 'Busy' },
      { kind: 'due', field: 'at', sum: 'total', done: { state: 'paid' } },
      { kind: 'series', field: 'created_at' },
    ]);
    expect(check(one(fields, 'dashboard: []')).models[0]!.dashboard).toEqual([]);
    expect(check(one(fields)).models[0]!.dashboard).toBeUndefined();

    expect(codes(cards('figure: total', 'bars: body', '{ series: at, sum: state }'))).toEqual([
      'bad-card total',
      'bad-card body',
      'bad-card state',
    ]);
    expect(
      codes(cards('{ due: at, sum: state }', '{ bars: state, done: { state: paid } }')),
    ).toEqual(['bad-card state', 'bad-card state']);
    expect(
      codes(
        cards('bars: stat', '{ bars: state, filter: { state: opne, state__nee: paid, stat: x } }'),
      ),
    ).toEqual(['unknown-field stat', 'bad-card opne', 'bad-card state__nee', 'unknown-field stat']);
    expect(
      codes(
        cards(
          '{ low: total, filter: { total__lt_field: tota } }',
          '{ low: total, sum: total, filter: { total__lte_field: total } }',
          'low: at',
        ),
      ),
    ).toEqual(['unknown-field tota', 'bad-card total', 'bad-card at']);
    expect(codes('models:\n  User: { dashboard: [], fields: { a: string } }')).toEqual([
      'built-in-model dashboard',
    ]);
  });

  it('except roles by a list, and by no other word', () => {
    const told = (rows: string) => {
      const { problems } = parseSpec('models.yaml', one('u: ref=User', `rows: ${rows}`));
      return problems.map(({ code, help }) => [code, help]);
    };
    expect(told('{ owner: u, except: Admin }')).toEqual([
      ['not-a-list', 'write `except: [Admin]`'],
    ]);
    expect(told('{ owner: u, excpt: [Admin] }')).toEqual([
      ['unknown-key', 'did you mean `except`?'],
    ]);
  });

  it('preset an owner, unless they say that it is somebody else', () => {
    const rows = (text: string) => check(one('u: ref=User', `rows: ${text}`)).models[0]?.rows;
    expect(rows('{ owner: u, preset: false }')).toEqual({
      ...{ owner: 'u_id', tenant: null, as: null, except: [], preset: false },
    });
    expect(rows('{ owner: u, preset: true }')).toEqual({
      ...{ owner: 'u_id', tenant: null, as: null, except: [] },
    });
    const inRole = '{ A: { owner: u, preset: false }, B: { owner: u }, C: { owner: u } }';
    expect(rows(inRole)?.byRole).toEqual([
      { kind: 'owner', field: 'u_id', roles: ['A'], preset: false },
      { kind: 'owner', field: 'u_id', roles: ['B', 'C'] },
    ]);
    const wrong = (text: string) => codes(one('u: ref=User, t: ref=Tenant', `rows: ${text}`));
    expect(wrong('{ tenant: t, preset: false }')).toEqual(['bad-row-rule preset']);
    expect(wrong('{ B: { owner: u }, A: { tenant: t, preset: false } }')).toEqual([
      'bad-row-rule preset',
    ]);
    const { problems } = parseSpec('models.yaml', one('u: ref=User', 'rows: { preset: no }'));
    expect(problems.map(({ code, help }) => [code, help])).toEqual([
      ['not-a-boolean', 'write `preset: false`, or leave it out for true'],
    ]);
  });

  it('warn where somebody who creates rows for others would own them', () => {
    const warned = (rows: string, more = '') => {
      const fields = 'guardian: ref=User, created_by: ref=User, t: ref=Tenant';
      return codes(one(fields, `rows: ${rows}${more}`));
    };
    expect(warned('{ owner: guardian, tenant: t }')).toEqual(['owner-preset guardian']);
    expect(warned('{ owner: guardian, except: [Manager] }')).toEqual(['owner-preset guardian']);
    expect(warned('{ owner: guardian, Office: { tenant: t } }')).toEqual(['owner-preset guardian']);
    for (const fine of [
      '{ owner: guardian }',
      '{ owner: guardian, except: [Admin] }',
      '{ Guardian: { owner: guardian }, Office: { tenant: t } }',
      '{ owner: guardian, except: [Viewer, Admin] }\naccess: { Viewer: [list] }',
      '{ owner: guardian, tenant: t, preset: false }',
      '{ owner: created_by, tenant: t, except: [Manager] }',
    ])
      expect([fine, warned(fine)]).toEqual([fine, []]);
  });

  it('help with a name near that of a field with a problem of its own', () => {
    const { spec } = parseSpec(
      'models.yaml',
      'models: { Task: { label: "{nmae}", fields: { name: strng, n: string } } }',
    );
    expect(checkSpec(spec).problems).toMatchObject([
      { code: 'unknown-field', help: 'did you mean `name`?' },
    ]);
  });

  it('make a label of marked fields', () => {
    expect(check(one('a: string:label, b: string:label')).models[0]!.label).toBe('{a} {b}');
  });

  it.each([
    one('a: string:unique=global'),
    one('a: string:unique=global, t: ref=Tenant', 'rows: { tenant: t }'),
  ])('keep unique=global: %s', (text) => {
    expect(fieldsOf(check(text).models)[0]).toMatchObject({ unique: true, uniqueGlobal: true });
  });

  it.each(['access: { __proto__: [list] }', 'access: { "": [list] }'])(
    'refuse a role that can have no rules: %s',
    (access) => {
      expect(codes(one('a: string', access))).toMatchObject([
        expect.stringContaining('bad-role') as string,
      ]);
    },
  );

  it('warn of rows that are for everybody and belong to rows that are not', () => {
    const { problems } = check(
      'models: { Ticket: { rows: { tenant: t }, fields: { t: ref=Tenant } }, Log: { fields: { ticket: "ref=Ticket:required" } } }',
    );
    expect(problems).toMatchObject([
      {
        code: 'open-rows',
        severity: 'warning',
        help: expect.stringContaining('rows: { as: ticket }') as string,
      },
    ]);
  });

  it('say which unique fields would tell of hidden rows when those go by their parents', () => {
    const log =
      'ticket: "ref=Ticket:required", a: "string:unique", b: "string:unique=global", c: "integer", d: "integer"';
    const { problems } = check(
      `models: { Ticket: { rows: { tenant: t }, fields: { t: ref=Tenant } }, Log: { unique: [[c, d], [ticket, c]], fields: { ${log} } } }`,
    );
    expect(problems[0]?.help).toContain('`unique: [[ticket, a], [ticket, c, d]]`');
  });

  it('warn of what not everybody can fill, and of roles that are nearly a preset', () => {
    const { problems } = check(one('a: "string:required:write=Admin", b: "string:read=admin"'));
    expect(problems).toMatchObject([
      { code: 'required-not-writable', severity: 'warning' },
      { code: 'role-name', severity: 'warning' },
    ]);
    const typed = check(one('a: "string:read=Admn,Doctor,Reviewer"', 'access: { Viewr: [list] }'));
    expect(typed.problems.map(({ help }) => help)).toEqual([
      'did you mean `Viewer`?',
      'did you mean `Admin`?',
    ]);
    expect(codes(one('by: "ref=User:required:write="', 'rows: { owner: by }'))).toEqual([]);
  });
});

describe('users', () => {
  const user = (text: string) => codes(`models:\n  User: { ${text} }\n`);

  it('take fields of the project`s own', () => {
    expect(
      user('fields: { bio: text, boss: ref=User:as=team, level: integer:required:default=1 }'),
    ).toEqual([]);
  });

  it('may have login fields that are unique or indexed, and need no fields of the project for that', () => {
    expect(user('unique: [[email]]')).toEqual([]);
    const [found] = check(
      'models:\n  User: { unique: [[email], [first_name, bio]], indexes: [[last_name]], fields: { bio: string } }\n',
    ).models;
    const login = new Map(found!.login!.map((field) => [field.name, field]));
    expect([login.get('email')?.unique, login.get('last_name')?.index]).toEqual([true, true]);
    expect([found!.unique, found!.indexes]).toEqual([[['first_name', 'bio']], []]);
    expect(user('unique: [[emial]]')).toEqual(['unknown-field emial']);
    expect(user('unique: [[password_hash]]')).toEqual(['unknown-field password_hash']);
    expect(user('unique: [[bio]], fields: { bio: string }')).toEqual(['bad-group [bio]']);
  });

  it('keep their login fields, their table and an administrator who can be made', () => {
    expect(user('fields: { email: string }')).toEqual(['login-field email']);
    expect(user('fields: { tenants: text }')).toEqual(['login-field tenants']);
    expect(user('fields: { level: integer:required }')).toEqual(['required-of-users level']);
    expect(user('table: people, fields: { bio: text }')).toEqual(['built-in-model people']);
    expect(user('rows: { owner: boss }, fields: { boss: ref=User }')).toEqual([
      'built-in-model boss',
    ]);
  });
});

describe('tenants', () => {
  const tenant = (text: string) => codes(`models:\n  Tenant: { ${text} }\n`);

  it('take fields of the project`s own, and relations by them', () => {
    const spec = 'fields: { street: string, head: ref=User, size: integer:required:default=1 }';
    expect(tenant(spec)).toEqual([]);
    const [found] = check(`models:\n  Tenant: { ${spec} }\n`).models;
    expect(found).toMatchObject({ table: 'auth_tenant', prefix: '/tenant', label: null });
    expect(
      codes(`models:
  Tenant: { fields: { street: string } }
  Task: { fields: { title: string, branch: ref=Tenant:as=tasks } }`),
    ).toEqual([]);
  });

  it('keep their built-in fields, their table and a row of their name alone', () => {
    expect(tenant('fields: { domain: string }')).toEqual(['built-in-field domain']);
    expect(tenant('fields: { size: integer:required }')).toEqual(['required-of-tenants size']);
    expect(tenant('table: branch, fields: { size: integer }')).toEqual(['built-in-model branch']);
    expect(tenant('rows: { owner: head }, fields: { head: ref=User }')).toEqual([
      'built-in-model head',
    ]);
  });
});

describe('roles', () => {
  const withRoles = (roles: string, access = '{}') =>
    `roles: ${roles}\nmodels:\n  Task: { access: ${access}, fields: { a: string } }\n`;

  it('have methods by a word or a list', () => {
    const roles =
      '{ Office: { methods: write, about: Runs a branch }, Guest: read, Bot: [POST, GET] }';
    const checked = check(withRoles(roles));
    expect(checked.problems).toEqual([]);
    expect(checked.roles).toEqual([
      { name: 'Office', methods: 'write', about: 'Runs a branch' },
      { name: 'Guest', methods: 'read' },
      { name: 'Bot', methods: ['GET', 'POST'] },
    ]);
    expect(check(one('a: string'))).not.toHaveProperty('roles');
  });

  it('are not those of every project, and have methods that there are', () => {
    expect(codes(withRoles('{ Admin: read, "*": read, One: some, Two: [GET, FETCH] }'))).toEqual([
      'preset-role Admin',
      'bad-role "*"',
      'bad-methods some',
      'bad-methods FETCH',
    ]);
  });

  it('are known to rules: a name like theirs is a likely typo, their own is not', () => {
    const roles = '{ Office: write, Managers: read }';
    expect(codes(withRoles(roles, '{ Ofice: [list], Managers: [list] }'))).toEqual([
      'role-name Ofice',
    ]);
  });

  it('that a project has are not added again, and not changed by a spec', () => {
    const known = [{ name: 'Office', methods: 'write' }] as const;
    const added = (roles: string) => {
      const { spec } = parseSpec('models.yaml', withRoles(roles));
      const checked = checkSpec(spec, [], known);
      return [checked.roles, checked.problems.map(({ code }) => code)];
    };
    expect(added('{ Office: write }')).toEqual([undefined, []]);
    expect(added('{ Office: read }')).toEqual([undefined, ['role-exists']]);
  });
});
