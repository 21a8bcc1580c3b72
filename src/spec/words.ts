import { STRING_LENGTH, UNIT_TYPES } from '../model/columns.js';
import { PART_TYPES } from '../model/keys.js';
import { type FieldType, ITEM_TYPES } from '../model/model.js';
import { TOTAL_TYPES } from '../model/totals.js';
import type { WordValues } from './spec.js';

export type Word = keyof WordValues;

/** The kind of value after a modifier's `=`. */
export type WordShape =
  | 'flag'
  | 'option'
  | 'default'
  | 'list'
  | 'number'
  | 'choice'
  | 'name'
  | 'names'
  | 'pattern'
  | 'text'
  | 'sql'
  | 'unit'
  | 'source'
  | 'personal';

export interface WordFacts {
  readonly shape: WordShape;
  /** The types that accept the modifier. */
  readonly types: readonly FieldType[];
  readonly example: string;
  readonly says: string;
}

/** The values of modifiers with a fixed choice. */
export const CHOICES = {
  on_delete: ['set_null', 'restrict', 'cascade'],
  search: ['trigram'],
  version: ['v7', 'v4', 'public'],
  items: ITEM_TYPES,
} as const;

/** The values of modifiers that may also stand alone. */
export const OPTIONS = { unique: 'global', key: 'generated', index: 'none' } as const;

const LENGTHS = [
  ...(['string', 'text', 'integer', 'bigint', 'float', 'decimal', 'exact', 'list'] as const),
] as const;
const INDEXABLE =
  'string integer bigint float decimal exact boolean date time datetime uuid color enum native ref'.split(
    ' ',
  ) as FieldType[];
const PLAIN: readonly FieldType[] = [...INDEXABLE, 'text', 'json', 'list'];
/** The types of all fields with a column of their own. */
const OWN_COLUMN: readonly FieldType[] = [...PLAIN, 'bytes', 'file', 'image'];
/** Types with values of their own. */
const DEFAULTED = PLAIN.filter((type) => type !== 'ref');
/** Types with a value of their own in one column, which the database can compute. */
const VALUED = DEFAULTED.filter((type) => type !== 'list');
const TEXTS: readonly FieldType[] = ['string', 'text', 'enum'];
/** The types whose values people type, or find by typing. */
const TYPED =
  'string text integer bigint float decimal exact uuid color json list native ref'.split(
    ' ',
  ) as FieldType[];

/** Every field type with its description, in the order of `crudgen help types`. */
export const TYPE_FACTS: Readonly<Record<FieldType, { example: string; says: string }>> = {
  string: {
    example: 'title:string',
    says: `one line of text, up to ${STRING_LENGTH} characters or the number in max=; string=80 is string:max=80`,
  },
  text: { example: 'body:text', says: 'text of any length' },
  integer: { example: 'count:integer', says: 'a whole number up to 9007199254740991' },
  bigint: { example: 'serial:bigint', says: 'a whole number of 64 bits; a string in JSON' },
  float: { example: 'hours:float', says: 'a number with a decimal point' },
  decimal: {
    example: 'total:decimal=12,2',
    says: 'an exact number with 12 digits in all (at most 15), 2 of them after the point; a number in JSON',
  },
  exact: {
    example: 'balance:exact=30,10',
    says: 'a number that keeps all its digits: 30 in all (at most 1000), 10 of them after the point, or any without them; a string in JSON',
  },
  boolean: { example: 'active:boolean', says: 'true or false' },
  date: { example: 'due:date', says: 'a date, such as 2026-11-21' },
  time: { example: 'opens:time', says: 'a time of day, such as 08:30:00' },
  datetime: {
    example: 'sent_at:datetime',
    says: 'a date and time in UTC, such as 2026-11-21T08:30:00.000Z',
  },
  uuid: {
    example: 'token:uuid',
    says: 'a UUID; as a key that the service makes, of version 7, or with uuid=v4 of version 4; id:public is a random one beside a number that nobody sees',
  },
  color: { example: 'color:color', says: 'a colour, such as #1e88e5; #abc is stored as #aabbcc' },
  json: { example: 'settings:json', says: 'any JSON value' },
  enum: { example: 'size:enum=s,m,l', says: 'one of these strings; the service refuses others' },
  native: {
    example: 'ip:native=inet',
    says: 'a value of another type of PostgreSQL, as the text that the database prints and reads: `native=interval`, `native=bit(8)`; on SQLite a text',
  },
  list: {
    example: 'tags:list=string',
    says: `values of one type in their order: list=string=80, list=integer, list=decimal=12,2, list=enum=s,m,l; an array in JSON`,
  },
  bytes: {
    example: 'picture:bytes',
    says: 'the content of a small file, such as a picture, in base64; at most 1 MB, or bytes=500kb',
  },
  file: {
    example: 'contract:file',
    says: 'an uploaded file, kept in a folder or in S3; at most 10 MB, or file=50mb',
  },
  image: {
    example: 'photo:image',
    says: 'an uploaded picture, stored without what the camera wrote into it, and shown in small; at most 5 MB, or image=20mb',
  },
  ref: {
    example: 'project:ref=Project',
    says: 'one row of another model; the column is project_id',
  },
  refs: { example: 'tags:refs=Tag', says: 'many rows of another model (many-to-many)' },
};

export const TYPES = Object.keys(TYPE_FACTS) as FieldType[];

const word = (
  shape: WordShape,
  types: WordFacts['types'],
  example: string,
  says: string,
): WordFacts => ({ shape, types, example, says });

/**
 * Every modifier; `min_of` and `max_of` are `min` and `max` of lines, and `items`, `item_length`, `precision`, `scale` and `version`
 * exist as keys of the object form only.
 */
export const WORD_FACTS: Readonly<Record<Word, WordFacts>> = {
  key: word(
    'option',
    [...PART_TYPES, 'ref'],
    'key',
    'the primary key, which the client gives when it creates a row; on several fields, they are the key together, in their order; with key=generated the database counts, or the service makes a UUID; a field called id is the key without this word',
  ),
  required: word('flag', OWN_COLUMN, 'required', 'must have a value'),
  unique: word(
    'option',
    INDEXABLE,
    'unique',
    'no two rows may share a value; per tenant in a model with tenants, unless unique=global; on a ref: one-to-one',
  ),
  index: word(
    'option',
    INDEXABLE,
    'index',
    'an index for filters and sorting; a reference has one without this word, and none with index=none',
  ),
  search: word(
    'choice',
    TEXTS,
    'search=trigram',
    'an index for `contains` and the search, for tables with many rows; it makes each write slower',
  ),
  default: word(
    'default',
    DEFAULTED,
    'default=todo',
    'the value if a new row has none; default= is "", default=now and default=today are the time of the insert',
  ),
  default_sql: word(
    'sql',
    [...VALUED, 'ref'],
    'default_sql=md5(random()::text)',
    'the value, if a new row has none, is made by the database with this SQL',
  ),
  counted: word(
    'flag',
    ['integer', 'bigint'],
    'counted',
    'the database counts the values, as it does for keys; nobody writes them; PostgreSQL only',
  ),
  values: word(
    'list',
    [...TEXTS, 'list'],
    'values=todo,done',
    'the values that forms offer; the service accepts others, unless you add enforce',
  ),
  enforce: word('flag', [...TEXTS, 'list'], 'enforce', 'the service refuses other values'),
  max: word(
    'number',
    LENGTHS,
    'max=80',
    'the maximum length of a text, the largest number, or the most items of a list',
  ),
  min: word(
    'number',
    LENGTHS,
    'min=0',
    'the minimum length of a text, the smallest number, or the fewest items of a list',
  ),
  email: word('flag', ['string'], 'email', 'must look like an e-mail address'),
  url: word('flag', ['string', 'text'], 'url', 'must be an http or https address'),
  pattern: word(
    'pattern',
    ['string', 'text'],
    'pattern=^[A-Z]{2}[0-9]+$',
    'a regular expression that the text must match; ^ and $ stand for its ends',
  ),
  pattern_message: word(
    'text',
    ['string', 'text'],
    'pattern_message=Two letters and some digits',
    'the message if a text does not match its pattern',
  ),
  unit: word(
    'unit',
    UNIT_TYPES,
    'unit=EUR',
    'the unit of the number: the ISO code of a currency, or a word or sign such as km or %',
  ),
  placeholder: word(
    'text',
    TYPED,
    'placeholder=such as 4711-A',
    'the text that an empty input shows in forms',
  ),
  help: word(
    'text',
    OWN_COLUMN,
    'help=in full years',
    'a sentence about the field, which forms show below the input, and /openapi.json has',
  ),
  section: word(
    'text',
    OWN_COLUMN,
    'section=Schedule',
    'the title of the section of the form that the field is in',
  ),
  show_if: word(
    'text',
    OWN_COLUMN,
    'show_if=kind=company',
    'forms show the field only where another field has this value, one of several (kind=a,b) or any (kind)',
  ),
  on_delete: word(
    'choice',
    ['ref'],
    'on_delete=cascade',
    'what happens when the other row is deleted: set_null (default), restrict (default if required) or cascade',
  ),
  lines: word(
    'flag',
    ['ref'],
    'lines',
    'the rows are lines of the other row, which is read and written with them; implies required and on_delete=cascade',
  ),
  from: word(
    'source',
    PLAIN,
    'from=part.price',
    'forms copy the value from this field of the other record when somebody chooses the record',
  ),
  sum: word(
    'source',
    TOTAL_TYPES.sum,
    'sum=items.amount',
    'the service keeps the sum of this field of the lines; min=items.due and max=items.due keep the smallest and the largest value',
  ),
  count: word(
    'name',
    TOTAL_TYPES.count,
    'count=items',
    'the service keeps the number of the lines',
  ),
  min_of: word('source', TOTAL_TYPES.min, 'min=items.due', 'the smallest value of the lines'),
  max_of: word('source', TOTAL_TYPES.max, 'max=items.due', 'the largest value of the lines'),
  created: word(
    'flag',
    ['datetime'],
    'created',
    'the service keeps the moment of the insert in the field, in a table without the usual timestamps',
  ),
  updated: word(
    'flag',
    ['datetime'],
    'updated',
    'the service keeps the moment of the last change in the field',
  ),
  deleted: word(
    'flag',
    ['datetime'],
    'deleted',
    'DELETE keeps the row and sets this moment; nobody sees the row any more',
  ),
  generated: word(
    'sql',
    VALUED,
    'generated=coalesce(first, last)',
    'the database computes the field by this SQL from other columns of the row, and stores it; nobody writes it',
  ),
  read: word(
    'list',
    [...OWN_COLUMN, 'refs'],
    'read=Admin,Manager',
    'only these roles may read the field',
  ),
  write: word(
    'list',
    [...OWN_COLUMN, 'refs'],
    'write=Admin',
    'only these roles may write the field',
  ),
  label: word(
    'flag',
    PLAIN.filter((type) => type !== 'json' && type !== 'list'),
    'label',
    'rows are displayed by this field',
  ),
  as: word('name', ['ref', 'refs'], 'as=tasks', 'the name of the relation on the other model'),
  to: word(
    'name',
    ['ref'],
    'to=iso',
    'the unique field of the other model whose values the reference has, in place of its key',
  ),
  column: word(
    'name',
    OWN_COLUMN,
    'column=Title',
    'the name of the column, if it is not that of the field; boss:ref=User:column=boss_code names the field, too, and boss_id:ref=User:column=boss_code the column alone',
  ),
  columns: word(
    'names',
    ['ref'],
    'columns=order_id+line_number',
    'the columns of a reference to rows whose key has several, in the order of that key: fields of the model, or new ones; without this word, they are <name>_<column of the key>',
  ),
  items: word('choice', ['list'], 'items: string', 'the type of the items of a list'),
  item_length: word(
    'number',
    ['list'],
    'item_length: 80',
    'the maximum length of each string in a list',
  ),
  precision: word(
    'number',
    ['decimal', 'exact', 'list'],
    'precision: 12',
    'digits in all, at most 15, or 1000 of `exact`',
  ),
  scale: word('number', ['decimal', 'exact', 'list'], 'scale: 2', 'digits after the point'),
  version: word(
    'choice',
    ['uuid'],
    'version: v4',
    'the version of the UUIDs of a generated key; `public` for random ones beside a number that nobody sees',
  ),
  series: word(
    'text',
    ['string'],
    'series=INV-{year}-{0000}',
    'the service gives each new row the next number of this series, without gaps, per tenant in a model with tenants; {year} and {month} are those of the creation; implies required and unique',
  ),
  personal: word(
    'personal',
    [...OWN_COLUMN, 'refs'],
    'personal',
    'the field tells something of a person, and is emptied when the person is erased; personal=replace and personal=replace=1900-01-01 put another value in its place, personal=delete deletes the row, personal=keep=tax law, 10 years keeps the value for this reason; on a ref, personal=follow says that the row is about the person to whom it refers',
  ),
  steps: word(
    'list',
    ['string', 'enum'],
    'steps=todo/doing,doing/done,done/todo@Admin+Manager',
    'the value of an enum changes by these steps alone, each for everybody or for the roles behind @; /todo is a first value of new rows',
  ),
};

/** The words that the text form writes into the type, or by another name. */
const OF_OBJECTS: readonly Word[] = [
  ...(['items', 'item_length', 'precision', 'scale', 'version'] as const),
  ...(['min_of', 'max_of'] as const),
];

/** The modifiers of the text form, in the order of `crudgen help types`. */
export const MODIFIERS = (Object.keys(WORD_FACTS) as Word[]).filter(
  (word) => !OF_OBJECTS.includes(word),
);

const MODIFIER = new RegExp(`:(?:${MODIFIERS.join('|')})(?:[=:]|$)`);

/** Whether the text form would read a modifier in a value. */
export const holdsModifier = (value: string): boolean => MODIFIER.test(value);

/** Maps the names used elsewhere, listed in one string each, to the ones used here. */
export const synonyms = (known: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(known).flatMap(([word, others]) => others.split(' ').map((one) => [one, word])),
  );

/** Names of types in SQL, TypeScript and other generators. */
export const TYPE_SYNONYMS = synonyms({
  string: 'str varchar char',
  integer: 'int int4 smallint',
  bigint: 'long int8',
  float: 'number double real',
  bytes: 'bytea blob binary varbinary',
  file: 'attachment upload document',
  image: 'picture photo avatar',
  'native=inet': 'inet cidr',
  'native=interval': 'interval duration',
  'decimal=12,2': 'numeric money',
  'exact=30,10': 'bigdecimal big_decimal bignumeric',
  boolean: 'bool',
  datetime: 'timestamp timestamptz',
  json: 'jsonb object',
  color: 'colour hex hex_color hex_colour rgb',
  'string:email': 'email',
  'string:url': 'url',
  'ref=<Model>': 'references reference belongs_to fk many_to_one',
  'refs=<Model>': 'many_to_many',
  'ref=<Model>:as=<name>` on the other model, or `refs=<Model>': 'has_many',
  'enum=a,b,c': 'choice',
  'list=string': 'array tags strings',
});

/** Names of modifiers elsewhere. */
export const WORD_SYNONYMS = synonyms({
  key: 'primary primary_key pk',
  required: 'not_null notnull mandatory',
  max: 'length max_length maxlength',
  min: 'min_length minlength',
  values: 'options choices',
  default_sql: 'db_default database_default default_expression server_default dbgenerated',
  counted: 'serial identity autoincrement auto_increment sequence',
  pattern: 'regex regexp match matches format',
  pattern_message: 'message error_message pattern_error pattern_help',
  unit: 'units uom currency suffix',
  placeholder: 'hint prompt input_hint ghost_text place_holder',
  help: 'help_text helper_text comment description about doc',
  section: 'fieldset form_section tab form_group panel',
  show_if: 'visible_if visible_when show_when depends_on conditional',
  search: 'trigram fulltext full_text searchable',
  on_delete: 'ondelete',
  as: 'inverse related_name',
  lines: 'line items line_items embedded inline nested',
  from: 'copy copy_from fill_from filled_from',
  sum: 'total aggregate rollup',
  count: 'count_of number_of counter_cache',
  created: 'created_at create_date creation inserted',
  updated: 'updated_at update_date changed modified',
  deleted: 'deleted_at soft_delete paranoid delete_date deletion',
  generated: 'computed generated_as as_expression expression calculated',
  read: 'read_roles',
  write: 'write_roles',
  steps: 'transitions workflow state_machine states',
  columns: 'join_columns foreign_keys composite',
  series: 'numbering number_range sequence_pattern autonumber auto_number',
  personal: 'pii gdpr private sensitive personal_data anonymize anonymise erase',
});

/** Names of the keys of a model elsewhere. */
export const KEY_SYNONYMS = synonyms({
  about: 'description comment help doc',
  read_only: 'view readonly materialized',
  board: 'kanban columns_by pipeline',
  calendar: 'schedule agenda',
  frozen: 'locked lock immutable freeze closed_when',
  history: 'audit versions versioned paper_trail revisions track',
  trash: 'bin recycle recycle_bin paranoid soft_delete soft_deletes undelete',
  table: 'tablename table_name tableName',
  prefix: 'path url route',
  group: 'section menu category',
  dashboard: 'cards charts widgets',
  search_by: 'search_fields searchable searched_by search_through',
  access: 'permissions roles',
  indexes: 'index indices',
  fields: 'columns attributes properties',
});
