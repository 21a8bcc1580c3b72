import { ACTIONS, METHOD_SETS, METHODS, type FieldType } from '../../../src/model/model.js';
import { PRESET_ROLES } from '../../../src/model/built-in.js';
import {
  MODIFIERS,
  CHOICES,
  TYPE_FACTS,
  TYPES,
  WORD_FACTS,
  type Word,
} from '../../../src/spec/words.js';
import { CARD_ABOUT, CARD_OPTIONS } from '../../../src/spec/parse-dashboard.js';
import { ROLE_KEYS } from '../../../src/spec/parse-roles.js';
import { MODEL_KEYS } from '../../../src/spec/parse-model.js';

type Json = { readonly [key: string]: unknown };

const CLASS = '^[A-Z][A-Za-z0-9]*$';
const NAME = '^[A-Za-z][A-Za-z0-9_]*$';

const string = (pattern: string): Json => ({ type: 'string', pattern });
const list = (items: Json): Json => ({ type: 'array', items });
const named = (name: string): Json => ({ $ref: `#/definitions/${name}` });
/** An object with these keys alone. */
const closed = (properties: Json, rest: Json = {}): Json => ({
  type: 'object',
  properties,
  ...rest,
  additionalProperties: false,
});

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
        roles: {
          description: 'Roles in addition to Admin, Manager and Viewer, by their names.',
          type: 'object',
          propertyNames: { not: { enum: Object.keys(PRESET_ROLES) } },
          additionalProperties: { anyOf: [named('methods'), named('role')] },
        },
        models: {
          description: 'The models by their class names, in any order.',
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
          methods: { description: ROLE_KEYS.methods, ...named('methods') },
          about: { ...string('.'), description: ROLE_KEYS.about },
        },
        { required: ['methods'] },
      ),
      methods: {
        description: ROLE_KEYS.methods,
        anyOf: [{ enum: [...METHOD_SETS] }, list({ type: 'string', enum: [...METHODS] })],
      },
      names: {
        description: 'At least two fields.',
        type: 'array',
        minItems: 2,
        items: { type: 'string' },
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
    ...closed(settings(), { required: ['fields'] }),
  };
}

/** What a project adds to the model that every project has. */
function builtIn(name: string): Json {
  const { label, group, unique, indexes, access, fields } = settings(named('some'));
  const added = { label, group, unique, indexes, access, fields } as Json;
  return {
    description: `The built-in ${name}: its additional fields, label, access and unique groups.`,
    ...closed(added),
  };
}

/** The settings of a model. */
function settings(names: Json = named('names')): Json {
  const row = (description: string): Json => ({ type: 'string', description });
  const shapes: Record<keyof typeof MODEL_KEYS, Json> = {
    table: string(NAME),
    prefix: string('^/[A-Za-z0-9][A-Za-z0-9._~-]*$'),
    label: string('\\{[^{}]+\\}'),
    group: { ...string('^\\S(.*\\S)?$'), maxLength: 60 },
    dashboard: list(named('card')),
    timestamps: { type: 'boolean', default: true },
    access: {
      type: 'object',
      additionalProperties: list({ type: 'string', enum: [...ACTIONS] }),
    },
    rows: rowRules({
      owner: row('A field that refers to User: users see their own rows.'),
      tenant: row('A field that refers to Tenant: users see the rows of their tenants.'),
      as: row('A field that refers to another model: users see the rows whose parent they see.'),
      preset: {
        type: 'boolean',
        description: 'Whether the user who creates a row becomes its owner; true by default.',
      },
    }),
    unique: list(names),
    indexes: list(names),
    fields: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: NAME },
      additionalProperties: named('field'),
    },
  };
  const properties = Object.entries(shapes).map(([key, shape]) => [
    key,
    { description: MODEL_KEYS[key as keyof typeof MODEL_KEYS], ...shape },
  ]);
  return Object.fromEntries(properties) as Json;
}

/** Row rules: for everybody, for the roles that have some below them, and the roles that are excepted. */
const rowRules = (kinds: Json): Json => ({
  type: 'object',
  properties: {
    ...kinds,
    except: {
      ...list({ type: 'string', minLength: 1 }),
      description: 'Roles that see every row; their other permissions still apply.',
    },
  },
  additionalProperties: {
    description: 'The rules of this role only.',
    minProperties: 1,
    ...closed(kinds),
  },
});

/** A card of the dashboard: named after its kind. */
function card(): Json {
  const kinds = Object.entries(CARD_ABOUT).map(([kind, description]) => [
    kind,
    { type: 'string', minLength: 1, description },
  ]);
  const value: Json = { type: ['string', 'number', 'boolean'] };
  const values = { anyOf: [value, { ...list(value), minItems: 1 }] };
  const conditions: Json = { type: 'object', additionalProperties: values };
  const shapes: Record<keyof typeof CARD_OPTIONS, Json> = {
    sum: { type: 'string', minLength: 1 },
    filter: conditions,
    done: conditions,
    title: { type: 'string', minLength: 1 },
  };
  const options = Object.entries(CARD_OPTIONS).map(([key, description]) => [
    key,
    { description, ...shapes[key as keyof typeof CARD_OPTIONS] },
  ]);
  return {
    description: 'A card of the dashboard; the first key is its kind.',
    ...closed(Object.fromEntries([...kinds, ...options]) as Json, {
      oneOf: kinds.map(([kind]) => ({ required: [kind] })),
    }),
  };
}

const TYPE_VALUES: Partial<Record<FieldType, string>> = {
  decimal: '(=[0-9]+(,[0-9]+)?)?',
  enum: '=.+',
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
    return word + (choices ? `=(${choices.join('|')})` : WORD_VALUES[WORD_FACTS[word].shape]);
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

const WORD_VALUES = {
  flag: '',
  global: '(=global)?',
  default: '=.*',
  list: '=.*',
  // A bound, or the smallest or largest value of lines.
  number: '=([-+]?[0-9.]+|[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*)',
  choice: '',
  name: '=[A-Za-z][A-Za-z0-9_]*',
  pattern: '=.+',
  text: '=.+',
  unit: '=[^:<>&]{1,12}',
  source: '=[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*',
} as const;

/** A field of lines: `items.due`. */
const OF_LINES = string('^[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*$');

const choicesOf = (word: Word): readonly string[] | undefined =>
  CHOICES[word as keyof typeof CHOICES];

function objectForm(): Json {
  const strings = list({ type: 'string' });
  const shapes: Record<(typeof WORD_FACTS)[Word]['shape'], Json> = {
    flag: { type: 'boolean' },
    global: { enum: [true, false, 'global'] },
    default: {},
    list: strings,
    number: { anyOf: [{ type: 'number' }, OF_LINES] },
    choice: {},
    name: string(NAME),
    pattern: { type: 'string', minLength: 1 },
    text: { type: 'string', minLength: 1 },
    unit: { ...string('^[^:<>&]+$'), maxLength: 12 },
    source: string('^[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*$'),
  };
  const words = (Object.keys(WORD_FACTS) as Word[]).map((word) => {
    const { says, shape } = WORD_FACTS[word];
    const choices = choicesOf(word);
    return [
      word,
      { description: capital(says), ...shapes[shape], ...(choices && { enum: choices }) },
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
