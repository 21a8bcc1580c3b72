import {
  ACTIONS,
  type CARD_KINDS,
  METHOD_SETS,
  METHODS,
  type FieldType,
} from '../../../src/model/model.js';
import { PRESET_ROLES } from '../../../src/model/built-in.js';
import {
  MODIFIERS,
  CHOICES,
  OPTIONS,
  TYPE_FACTS,
  TYPES,
  WORD_FACTS,
  type Word,
} from '../../../src/spec/words.js';

type Json = { readonly [key: string]: unknown };

const CLASS = '^[A-Z][A-Za-z0-9]*$';
const NAME = '^[A-Za-z][A-Za-z0-9_]*$';
/** What quotes of SQL carry. */
const SQL_NAME = '^[^"\\u0000-\\u001f\\u007f]+$';

const string = (pattern: string): Json => ({ type: 'string', minLength: 1, pattern });
const list = (items: Json): Json => ({ type: 'array', items });
const named = (name: string): Json => ({ $ref: `#/definitions/${name}` });
/** An object with these keys alone. */
const closed = (properties: Json, rest: Json = {}): Json => ({
  type: 'object',
  properties,
  ...rest,
  additionalProperties: false,
});

/** The keys of a brand. */
const BRAND: Json = {
  name: {
    ...string('.'),
    description: 'What the application is called.',
    examples: ['Garage Moser'],
  },
  color: {
    ...string('^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$'),
    description: 'The colour from which those of the back-office are computed.',
    examples: ['#0f766e'],
  },
  logo: {
    ...string('.'),
    description: 'A picture of at most 32 kB, relative to the spec: SVG, PNG, JPEG or WebP.',
    examples: ['logo.svg'],
  },
};

/** The keys of a role. */
const ROLE_KEYS = {
  methods: 'read; write, which includes reading; all, which includes deleting; or HTTP methods.',
  about: 'What the role is for.',
} as const;

/** Each kind of card, with the values of the field that it shows. */
const CARD_ABOUT: Readonly<Record<(typeof CARD_KINDS)[number], string>> = {
  figure: 'The rows whose date is in the current month: their number, or the sum of a field.',
  series: 'The number of rows, or the sum of a field, for each of the last twelve months.',
  bars: 'The number of rows for each value of a field.',
  due: 'The rows that are overdue or due in the next days, by their date.',
  low: 'The rows of the filter with the lowest values of the field, such as parts below their reorder level.',
};

/** The JSON Schema of spec files, by which editors complete and check them; made of the parser's own words. */
export function specSchema(): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'crudgen models',
    description:
      'The models of an application: crudgen init --models FILE, crudgen model add --from FILE.',
    ...closed(
      {
        $schema: { type: 'string', description: 'The place of this schema, for editors.' },
        brand: {
          description: 'What people recognise the application by: its back-office and its mails.',
          ...closed(BRAND),
          minProperties: 1,
          examples: [{ name: 'Garage Moser', color: '#0f766e' }],
        },
        roles: {
          description: 'Roles in addition to Admin, Manager and Viewer, by their names.',
          type: 'object',
          examples: [{ Office: { methods: 'write', about: 'Runs a branch' } }],
          propertyNames: { not: { enum: Object.keys(PRESET_ROLES) } },
          additionalProperties: { anyOf: [named('methods'), named('role')] },
        },
        models: {
          description:
            'The models by their class names: write `models:` above them and indent them.',
          type: 'object',
          minProperties: 1,
          propertyNames: { pattern: CLASS },
          properties: { User: builtIn('user'), Tenant: builtIn('tenant') },
          additionalProperties: named('model'),
        },
      },
      { required: ['models'] },
    ),
    definitions: {
      model: model(),
      field: {
        description: 'A field: type[:modifier...], or an object with these words as keys.',
        anyOf: [named('text'), named('object')],
      },
      text: textForm(),
      object: objectForm(),
      card: card(),
      role: closed(
        {
          methods: {
            description: ROLE_KEYS.methods,
            examples: ['write'],
            ...named('methods'),
          },
          about: { ...string('.'), description: ROLE_KEYS.about },
        },
        { required: ['methods'] },
      ),
      methods: {
        description: ROLE_KEYS.methods,
        examples: ['write'],
        anyOf: [
          { type: 'string', minLength: 1, enum: [...METHOD_SETS] },
          list({ type: 'string', enum: [...METHODS], examples: ['GET'] }),
        ],
      },
      sentence: {
        description:
          'A sentence that begins with `never:` or `only:`; YAML needs no quotes for it.',
        examples: ['never: a Viewer deletes Invoice'],
        // YAML reads a sentence without quotes as an object with its first word as the key.
        type: ['string', 'object'],
        pattern: '^\\s*(never|only)\\s*:',
        propertyNames: { enum: ['never', 'only'] },
        additionalProperties: { type: 'string', minLength: 1 },
        minProperties: 1,
        maxProperties: 1,
      },
      names: {
        description: 'A group of at least two fields.',
        examples: [['project', 'number']],
        type: 'array',
        minItems: 2,
        items: { type: 'string', examples: ['number'] },
      },
      some: {
        description: 'Fields; a login field such as `email` may stand alone.',
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
      },
    },
  };
}

function model(): Json {
  return {
    description: 'One model: a table, its endpoints and its pages.',
    examples: [{ fields: { title: 'string:required' } }],
    ...closed(settings(), { required: ['fields'] }),
  };
}

/** What a project adds to the model that every project has. */
function builtIn(name: string): Json {
  const { label, group, about, unique, indexes, access, sentences, fields } = settings(
    named('some'),
  );
  const added = { label, group, about, unique, indexes, access, sentences, fields } as Json;
  return {
    description: `The built-in ${name}: its additional fields, label, description, access and unique groups.`,
    ...closed(added),
  };
}

/** The settings of a model. */
function settings(names: Json = named('names')): Json {
  const row = (description: string, example: string): Json => ({
    ...{ type: 'string', minLength: 1, description, examples: [example] },
  });
  const rules: Json = {
    owner: row('A field that refers to User: users see their own rows.', 'user'),
    tenant: row('A field that refers to Tenant: users see the rows of their tenants.', 'tenant'),
    as: row(
      'A field that refers to another model: users see the rows whose parent they see.',
      'project',
    ),
    preset: {
      type: 'boolean',
      description: 'Whether the user who creates a row becomes its owner; true by default.',
      default: true,
      examples: [false],
    },
  };
  return {
    table: {
      description:
        'The table name; by default the model name in snake case. A table in a schema of PostgreSQL is called `sales.invoice`; on SQLite, it is `sales_invoice`.',
      ...string(SQL_NAME),
      maxLength: 127,
      examples: ['invoice', 'sales.invoice'],
    },
    prefix: {
      description:
        'The URL prefix, one segment such as `/invoices`; by default `/` and the table name.',
      ...string('^/[A-Za-z0-9][A-Za-z0-9._~-]*$'),
      examples: ['/invoices'],
    },
    label: {
      description: 'How a row is displayed: a template such as `{number} {customer}`.',
      ...string('\\{[^{}]+\\}'),
      examples: ['{number} {customer}'],
    },
    about: {
      description: 'A sentence about the records of the model, for `/openapi.json`.',
      ...string('^\\S(.*\\S)?$'),
      maxLength: 500,
      examples: ['What a customer has ordered'],
    },
    group: {
      description: 'The heading of the model in the menu of the back-office.',
      ...string('^\\S(.*\\S)?$'),
      maxLength: 60,
      examples: ['Sales'],
    },
    dashboard: {
      description:
        'The cards of the model on the dashboard; by default crudgen chooses cards for its fields.',
      ...list(named('card')),
      examples: [[{ bars: 'status' }], []],
    },
    search_by: {
      description:
        'Text fields of records that the model refers to, by which its rows are searched, too: the reference, a dot and the field. `config/search.json` keeps them.',
      anyOf: [string('^\\w+\\.\\w+$'), list(string('^\\w+\\.\\w+$'))],
      examples: ['customer.last_name', ['customer.last_name', 'customer.phone']],
    },
    timestamps: {
      description: 'Whether rows have created_at and updated_at; true by default.',
      type: 'boolean',
      default: true,
      examples: [false],
    },
    read_only: {
      description:
        'Whether the rows are only read: those of a view, or of a table that other programs write. One of the fields has `key`; migrations leave them alone.',
      type: 'boolean',
      default: false,
      examples: [true],
    },
    history: {
      description:
        'Whether each change of a row is kept, with who made it; or for how long: days or years. It brings the feature `history`.',
      anyOf: [{ type: 'boolean' }, string('^[1-9]\\d{0,4}[dy]$')],
      examples: [true, '90d'],
    },
    trash: {
      description:
        'Whether deleted rows go to the trash, from which they come back; or for how long: days or years. It brings the feature `trash` and, unless there is a field with `deleted`, the column `deleted_at`.',
      anyOf: [{ type: 'boolean' }, string('^[1-9]\\d{0,4}[dy]$')],
      examples: [true, '30d'],
    },
    access: {
      description:
        'Exceptions: a role (or "*" for every other role) with the actions that it keeps in this model.',
      type: 'object',
      additionalProperties: {
        ...list({ type: 'string', enum: [...ACTIONS], examples: ['list'] }),
        examples: [['list', 'show']],
      },
      examples: [{ Viewer: ['list', 'show'] }],
    },
    rows: {
      description:
        'The rules that decide which rows a user sees. owner, tenant and as name fields that refer to User, to Tenant and to the parent model; except lists roles that see every row. A role as a key has its own rules.',
      ...rowRules(rules),
      examples: [{ owner: 'user' }],
    },
    sentences: {
      description:
        'Sentences about the access rules, which `crudgen access prove` tries to break; docs/row-rule.md of a project has the grammar.',
      ...list(named('sentence')),
      examples: [['never: a Viewer deletes Invoice', 'only: the owner or an Admin edits Invoice']],
    },
    unique: {
      description: 'Groups of fields that are unique together.',
      ...list(names),
      examples: [[['project', 'number']]],
    },
    indexes: {
      description: 'Groups of fields that get an index together.',
      ...list(names),
      examples: [[['project', 'number']]],
    },
    sql_indexes: {
      description:
        'Indexes that groups of fields cannot say, by name: what stands behind the table in CREATE INDEX, with UNIQUE before it.',
      ...map({ type: 'string', minLength: 1 }),
      examples: [{ guest_email: 'UNIQUE (lower(email)) WHERE removed_on IS NULL' }],
    },
    checks: {
      description: 'Conditions that the database checks, by name.',
      ...map({ type: 'string', minLength: 1 }),
      examples: [{ guest_nights: 'nights > 0' }],
    },
    no_overlap: {
      description:
        'Periods that do not overlap: the fields with their beginning and their end, and those that are equal in records whose periods must not.',
      ...closed(
        {
          fields: {
            description: 'The fields with the beginning and the end of the period.',
            examples: [['starts_at', 'ends_at']],
            type: 'array',
            minItems: 2,
            maxItems: 2,
            items: { type: 'string', examples: ['starts_at'] },
          },
          by: {
            description: 'Fields that are equal in records whose periods must not overlap.',
            examples: [['room']],
            ...list({ type: 'string', examples: ['room'] }),
          },
        },
        { required: ['fields'] },
      ),
      examples: [{ fields: ['starts_at', 'ends_at'], by: ['room'] }],
    },
    frozen: {
      description:
        'The rows that change no more, nor their lines: those with a value of a field, such as status=paid,void, or with any value of it.',
      anyOf: [
        { type: 'string', minLength: 1, examples: ['status=paid'] },
        closed(
          {
            when: {
              description: 'The field with its values; a field alone stands for any value.',
              ...{ type: 'string', minLength: 1, examples: ['status=paid'] },
            },
            except: {
              description: 'Roles that change these rows nevertheless.',
              ...list({ type: 'string', examples: ['Admin'] }),
            },
          },
          { required: ['when'] },
        ),
      ],
      examples: [{ when: 'status=paid', except: ['Admin'] }],
    },
    board: {
      description:
        'The field by which the list of the back-office is also a board: an enum, a text with values, or a reference with few values. It brings the feature `board`.',
      ...{ type: 'string', minLength: 1, examples: ['status'] },
    },
    calendar: {
      description:
        'The date by which the list of the back-office is also a calendar, or the beginning and the end. It brings the feature `calendar`.',
      anyOf: [
        { type: 'string', minLength: 1, examples: ['starts_at'] },
        closed(
          {
            from: {
              description: 'A date or a datetime.',
              ...{ type: 'string', minLength: 1, examples: ['starts_at'] },
            },
            to: {
              description: 'The end, of the same type.',
              ...{ type: 'string', minLength: 1, examples: ['ends_at'] },
            },
          },
          { required: ['from'] },
        ),
      ],
      examples: [{ from: 'starts_at', to: 'ends_at' }],
    },
    fields: {
      description: 'The fields, in the order in which people see them.',
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: NAME },
      additionalProperties: named('field'),
    },
  };
}

const map = (values: Json): Json => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: values,
});

/** Row rules: for everybody, for the roles that have some below them, and the roles that are excepted. */
const rowRules = (kinds: Json): Json => ({
  type: 'object',
  properties: {
    ...kinds,
    except: {
      ...list({ type: 'string', examples: ['Manager'] }),
      description: 'Roles that see every row; their other permissions still apply.',
      examples: [['Manager']],
    },
  },
  additionalProperties: {
    description:
      'The rules of the role with this name: `{ owner: user }`. The other keys are owner, tenant, as, preset and except.',
    minProperties: 1,
    ...closed(kinds),
  },
});

/** A card of the dashboard: named after its kind. */
function card(): Json {
  const kinds = Object.entries(CARD_ABOUT).map(([kind, description]) => [
    kind,
    { type: 'string', minLength: 1, description, examples: ['status'] },
  ]);
  const value: Json = { type: ['string', 'number', 'boolean'], examples: ['open'] };
  const conditions: Json = {
    type: 'object',
    additionalProperties: {
      description: 'A value, or a list of values: `[open, paid]`.',
      anyOf: [value, { ...list(value), minItems: 1 }],
    },
    examples: [{ status: ['open', 'paid'] }],
  };
  const options: Json = {
    sum: {
      description: 'The field whose values are added up; by default rows are counted.',
      ...{ type: 'string', minLength: 1, examples: ['total'] },
    },
    filter: {
      description:
        'Conditions, written like the filters of a list: { status: [open, paid], total__gte: 100 }.',
      ...conditions,
    },
    done: {
      description:
        'The values that mark a row as done: { status: [paid] }, or { paid_on__isnull: false }.',
      ...conditions,
    },
    title: {
      description: 'Your own heading for the card.',
      ...{ type: 'string', minLength: 1, examples: ['Overdue'] },
    },
  };
  return {
    description:
      'A card of the dashboard. Exactly one of the keys figure, series, bars, due and low names its field: `{ bars: status }`.',
    examples: [{ bars: 'status' }],
    ...closed(
      { ...(Object.fromEntries(kinds) as Json), ...options },
      {
        oneOf: kinds.map(([kind]) => ({ required: [kind] })),
      },
    ),
  };
}

const TYPE_VALUES: Partial<Record<FieldType, string>> = {
  string: '(=[0-9]+)?',
  uuid: '(=(v[47]|public))?|public',
  decimal: '(=[0-9]+(,[0-9]+)?)?',
  exact: '(=[0-9]+(,[0-9]+)?)?',
  enum: '=.+',
  native: '=.+',
  list: '(=.+)?',
  bytes: '(=[1-9][0-9]*(b|kb|mb)?)?',
  file: '(=[1-9][0-9]*(b|kb|mb)?)?',
  image: '(=[1-9][0-9]*(b|kb|mb)?)?',
  ref: '=[A-Z][A-Za-z0-9]*',
  refs: '=[A-Z][A-Za-z0-9]*',
};

const TYPE = `(${TYPES.map((type) => type + (TYPE_VALUES[type] ?? '')).join('|')})`;

/** A type as it is written: with its value where it needs one. */
function exampleOf(type: FieldType): string {
  return new RegExp(`^${TYPE}$`).test(type) ? type : TYPE_FACTS[type].example.replace(/^\w+:/, '');
}

function textForm(): Json {
  const words = MODIFIERS.map((word) => {
    const choices = choicesOf(word);
    const option = optionOf(word);
    if (option) return `${word}(=${option})?`;
    return (
      word +
      (choices
        ? `=(${choices.join('|')})`
        : (OWN_VALUES[word] ?? WORD_VALUES[WORD_FACTS[word].shape]))
    );
  });
  const says = [
    ...TYPES.map(
      (type) => `${TYPE_FACTS[type].example.replace(/^\w+:/, '')}: ${TYPE_FACTS[type].says}`,
    ),
    ...MODIFIERS.map((word) => `${WORD_FACTS[word].example}: ${WORD_FACTS[word].says}`),
  ];
  return {
    type: 'string',
    pattern: `^${TYPE}(:(${words.join('|')}))*$`,
    description: `type[:modifier...]\n\n${says.join('\n')}`,
    examples: [
      'string:required',
      'string:default=todo:values=todo,done',
      'decimal=12,2:min=0',
      'ref=Project:as=tasks',
    ],
  };
}

/** Words with values of their own: a column has any name that quotes carry. */
const OWN_VALUES: Partial<Record<Word, string>> = { column: '=[^":]{1,63}' };

/** What erasing a person does with a field. */
const ERASING = '(replace|delete|follow|(replace|keep)=.+)';

const WORD_VALUES = {
  flag: '',
  option: '',
  default: '=.*',
  list: '=.*',
  // A bound, or the smallest or largest value of lines.
  number: '=([-+]?[0-9.]+|[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*)',
  choice: '',
  name: '=[A-Za-z_][A-Za-z0-9_]*',
  names: '=[A-Za-z_][A-Za-z0-9_]*(\\+[A-Za-z_][A-Za-z0-9_]*)*',
  pattern: '=.+',
  text: '=.+',
  sql: '=.+',
  unit: '=[^:<>&]{1,12}',
  source: '=[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*',
  personal: `(=${ERASING})?`,
} as const;

/** Words with shapes of their own in the object form. */
const OWN_SHAPES: Partial<Record<Word, Json>> = {
  column: { ...string(SQL_NAME), maxLength: 63 },
  steps: {
    anyOf: [
      { ...list(string('/')), examples: [['todo/doing', 'doing/done', 'done/todo@Admin']] },
      {
        type: 'object',
        additionalProperties: { anyOf: [list({ type: 'string' }), { type: 'string' }] },
        examples: [{ todo: ['doing'], doing: ['done', 'todo@Admin'] }],
      },
    ],
  },
};

/** A field of lines: `items.due`. */
const OF_LINES = string('^[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*$');

/** The value of a modifier that may stand alone; undefined for any other modifier. */
const optionOf = (word: Word): string | undefined => OPTIONS[word as keyof typeof OPTIONS];

const choicesOf = (word: Word): readonly string[] | undefined =>
  CHOICES[word as keyof typeof CHOICES];

function objectForm(): Json {
  const strings = list({ type: 'string' });
  const shapes: Record<(typeof WORD_FACTS)[Word]['shape'], Json> = {
    flag: { type: 'boolean' },
    option: {},
    default: {},
    list: strings,
    number: { anyOf: [{ type: 'number' }, OF_LINES] },
    choice: {},
    name: string('^[A-Za-z_][A-Za-z0-9_]*$'),
    names: { ...list(string('^[A-Za-z_][A-Za-z0-9_]*$')), examples: [['order_id', 'line_number']] },
    pattern: { type: 'string', minLength: 1 },
    text: { type: 'string', minLength: 1 },
    sql: { type: 'string', minLength: 1 },
    unit: { ...string('^[^:<>&]+$'), maxLength: 12 },
    source: string('^[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*$'),
    personal: {
      anyOf: [
        { type: 'boolean' },
        string(`^${ERASING}$`),
        closed(
          {
            keep: {
              description: 'Why the value is kept, and for how long.',
              ...{ type: 'string', minLength: 1, examples: ['tax law, 10 years'] },
            },
            replace: {
              description: 'What the value is replaced with.',
              anyOf: ['string', 'number', 'boolean'].map((type) => ({ type })),
              examples: ['1900-01-01'],
            },
          },
          { minProperties: 1, maxProperties: 1 },
        ),
      ],
      examples: [true, { keep: 'tax law, 10 years' }],
    },
  };
  const words = (Object.keys(WORD_FACTS) as Word[]).map((word) => {
    const { says, shape } = WORD_FACTS[word];
    const option = optionOf(word);
    const choices = option ? [true, false, option] : choicesOf(word);
    return [
      word,
      {
        description: capital(says),
        ...(OWN_SHAPES[word] ?? shapes[shape]),
        ...(choices && { enum: choices }),
      },
    ];
  });
  const typed = (type: 'ref' | 'refs' | 'enum', shape: Json): Json => ({
    description: capital(TYPE_FACTS[type].says),
    ...shape,
  });
  const types = {
    type: { description: 'The type.', ...string(`^${TYPE}$`), examples: TYPES.map(exampleOf) },
    ref: typed('ref', string(CLASS)),
    refs: typed('refs', string(CLASS)),
    enum: typed('enum', { ...strings, minItems: 1 }),
  };
  return closed(
    { ...types, ...(Object.fromEntries(words) as Json) },
    { anyOf: Object.keys(types).map((key) => ({ required: [key] })) },
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
