import { ACTIONS, type FieldType } from '../model/model.js';
import { MODIFIERS, ON_DELETE, TYPE_FACTS, TYPES, WORD_FACTS, type Word } from './words.js';
import { MODEL_KEYS } from './parse-model.js';

type Json = { readonly [key: string]: unknown };

/** The JSON Schema of spec files, by which editors complete and check them; made of the parser's own words. */
export function specSchema(): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'crudgen models',
    description:
      'The models of an application: crudgen init --models FILE, crudgen model add --from FILE.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'Where this schema is, for editors.' },
      models: {
        description: 'The models by their class names, in any order.',
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$' },
        additionalProperties: { $ref: '#/definitions/model' },
      },
    },
    required: ['models'],
    additionalProperties: false,
    definitions: {
      model: model(),
      field: field(),
      text: textForm(),
      object: objectForm(),
      names: names(),
    },
  };
}

function model(): Json {
  const shapes: Record<keyof typeof MODEL_KEYS, Json> = {
    table: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]*$' },
    prefix: { type: 'string', pattern: '^/[A-Za-z0-9][A-Za-z0-9._~-]*$' },
    label: { type: 'string', pattern: '\\{[^{}]+\\}' },
    timestamps: { type: 'boolean', default: true },
    access: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', enum: [...ACTIONS] } },
    },
    rows: {
      type: 'object',
      properties: {
        owner: {
          type: 'string',
          description: 'A field that refers to User: users see their own rows.',
        },
        tenant: {
          type: 'string',
          description: 'A field that refers to Tenant: users see the rows of their tenants.',
        },
      },
      additionalProperties: false,
    },
    unique: { type: 'array', items: { $ref: '#/definitions/names' } },
    indexes: { type: 'array', items: { $ref: '#/definitions/names' } },
    fields: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_]*$' },
      additionalProperties: { $ref: '#/definitions/field' },
    },
  };
  const properties = Object.entries(shapes).map(([key, shape]) => [
    key,
    { description: MODEL_KEYS[key as keyof typeof MODEL_KEYS], ...shape },
  ]);
  const description = 'One model: a table, its endpoints and its pages.';
  return {
    description,
    type: 'object',
    properties: Object.fromEntries(properties) as Json,
    required: ['fields'],
    additionalProperties: false,
  };
}

function field(): Json {
  return {
    description: 'A field: type[:modifier...], or an object with the same words as keys.',
    anyOf: [{ $ref: '#/definitions/text' }, { $ref: '#/definitions/object' }],
  };
}

const TYPE_VALUES: Partial<Record<FieldType, string>> = {
  decimal: '(=[0-9]+(,[0-9]+)?)?',
  enum: '=.+',
  ref: '=[A-Z][A-Za-z0-9]*',
  refs: '=[A-Z][A-Za-z0-9]*',
};

const TYPE = `(${TYPES.map((type) => type + (TYPE_VALUES[type] ?? '')).join('|')})`;

function textForm(): Json {
  const words = MODIFIERS.map((word) => word + WORD_VALUES[WORD_FACTS[word].shape]);
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
  number: '=[-+]?[0-9.]+',
  choice: `=(${ON_DELETE.join('|')})`,
  name: '=[A-Za-z][A-Za-z0-9_]*',
} as const;

function objectForm(): Json {
  const strings = { type: 'array', items: { type: 'string' } };
  const shapes: Record<(typeof WORD_FACTS)[Word]['shape'], Json> = {
    flag: { type: 'boolean' },
    global: { enum: [true, false, 'global'] },
    default: {},
    list: strings,
    number: { type: 'number' },
    choice: { enum: [...ON_DELETE] },
    name: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]*$' },
  };
  const words = (Object.keys(WORD_FACTS) as Word[]).map((word) => {
    const { says, shape } = WORD_FACTS[word];
    return [word, { description: capital(says), ...shapes[shape] }];
  });
  const target = { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$' };
  const types = {
    type: { description: 'The type.', type: 'string', pattern: `^${TYPE}$`, examples: TYPES },
    ref: { description: capital(TYPE_FACTS.ref.says), ...target },
    refs: { description: capital(TYPE_FACTS.refs.says), ...target },
    enum: { description: capital(TYPE_FACTS.enum.says), ...strings, minItems: 1 },
  };
  return {
    type: 'object',
    properties: { ...types, ...(Object.fromEntries(words) as Json) },
    anyOf: Object.keys(types).map((key) => ({ required: [key] })),
    additionalProperties: false,
  };
}

function names(): Json {
  const description = 'At least two fields.';
  return { description, type: 'array', minItems: 2, items: { type: 'string' } };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
