import { STRING_LENGTH } from '../model/columns.js';
import { KEY_TYPES } from '../model/keys.js';
import type { Field, FieldType, KeySource, Model } from '../model/model.js';
import type { Position, Report } from '../problem.js';
import type { SpecField } from './spec.js';
import type { Word } from './words.js';

/** Whether a type is one of a primary key of one column. */
const isKeyType = (type: FieldType): boolean => KEY_TYPES.some((one) => one === type);

/** Whether a field of this name and type may be the primary key without the modifier `key`. */
export const isKeyByName = ({ name, type }: Pick<SpecField, 'name' | 'type'>): boolean =>
  name.value === 'id' && isKeyType(type.value);

/** The origin of the values of a field that is the primary key; null if it is another field. */
export function checkKey(spec: SpecField, report: Report): KeySource | null {
  const { key, version } = spec.words;
  if (key === undefined && !isKeyByName(spec)) {
    if (version?.value === 'public') reportPublic(version.at, report);
    else if (version !== undefined)
      report.error('bad-key', 'only a key has a version of UUIDs', version.at, 'write `uuid`');
    return null;
  }
  if (version?.value === 'public' && spec.name.value !== 'id') reportPublic(version.at, report);
  const source = sourceOf(spec, report);
  if (source === 'given' && version !== undefined)
    report.error(
      'bad-key',
      `the client gives the key \`${spec.name.value}\`, so the service makes no UUIDs`,
      version.at,
      'write `uuid:key`, or `uuid=v4:key=generated`',
    );
  reportWords(spec, source, report);
  reportLength(spec, report);
  return source;
}

/** Reports a field of the kind `public` that is not the id of its rows. */
const reportPublic = (at: Position, report: Report): void =>
  void report.error(
    'bad-key',
    'a public id is called `id`: it is what the world sees of a row instead of its number',
    at,
    'write `id:public`, or `uuid` for another field',
  );

function sourceOf({ name, type, words }: SpecField, report: Report): KeySource {
  const { key, version } = words;
  if (key?.value === true) return 'given';
  if (type.value === 'uuid') return version?.value ?? 'v7';
  if (type.value === 'integer' || type.value === 'bigint') return 'database';
  if (key?.value === 'generated')
    report.error(
      'bad-key',
      `nothing generates ${VALUES[type.value] ?? 'a text'} for \`${name.value}\``,
      key.at,
      'write `key`, so that the client gives it, or use `uuid`',
    );
  return 'given';
}

/** What nothing generates, by its type; a text for any other type. */
const VALUES: Partial<Record<FieldType, string>> = {
  date: 'a date',
  datetime: 'a datetime',
  decimal: 'a decimal',
  ref: 'a reference',
};

/** Modifiers that no key takes. */
const NEVER = [
  ...([
    'unique',
    'index',
    'search',
    'default',
    'default_sql',
    'values',
    'enforce',
    'unit',
    'from',
  ] as const),
  ...(['sum', 'count', 'min_of', 'max_of', 'created', 'updated', 'deleted'] as const),
  ...(['generated', 'counted', 'read'] as const),
] as const satisfies readonly Word[];

const ENUM: readonly Word[] = ['values', 'enforce'];

/** Modifiers of values that a client gives. */
const GIVEN = ['min', 'max', 'placeholder', 'write'] as const satisfies readonly Word[];

function reportWords({ name, words }: SpecField, source: KeySource, report: Report): void {
  const fail = (word: Word, why: string) =>
    report.error(
      'bad-key',
      `\`${word.replace(/_of$/, '')}\` cannot be used with the key \`${name.value}\`${why}`,
      words[word]!.at,
      'leave it out',
    );
  // An enum has its values as these modifiers; a single key cannot be one.
  const never = NEVER.filter((word) => words.enforce === undefined || !ENUM.includes(word));
  // Only the first part of a key has an index by itself.
  const isUsual = (word: Word) => word === 'index' && words.index?.value === 'none';
  for (const word of never)
    if (words[word] !== undefined && !isUsual(word)) fail(word, REASONS[word] ?? '');
  if (source === 'given') return;
  for (const word of GIVEN) if (words[word] !== undefined) fail(word, ': no client gives it');
}

const REASONS: Partial<Record<Word, string>> = {
  unique: ', which is unique by itself',
  index: ', which has an index by itself',
  read: ': everybody who reads a row reads its key',
};

function reportLength({ type, words: { max } }: SpecField, report: Report): void {
  if (type.value !== 'string' || max === undefined || max.value <= STRING_LENGTH) return;
  report.error(
    'bad-key',
    `a key of ${max.value} characters is too long`,
    max.at,
    `write at most ${STRING_LENGTH}`,
  );
}

/** Reports fields of a new model that cannot be a primary key, alone or together. */
export function checkKeys(
  fields: readonly { readonly field: Field; readonly spec: SpecField }[],
  report: Report,
): void {
  const [first, ...others] = fields.filter(({ field }) => field.key !== null);
  if (first === undefined) return;
  if (others.length > 0)
    for (const part of [first, ...others])
      reportPart(part, first === part ? others[0]! : first, report);
  else reportAlone(first, report);
}

/** Reports a key that is one together with other fields only. */
function reportAlone(
  { field: { name, type, enforce }, spec }: { readonly field: Field; readonly spec: SpecField },
  report: Report,
): void {
  if (!enforce && (type === 'ref' || isKeyType(type))) return;
  report.error(
    'bad-key',
    `\`${name}\` is ${enforce ? 'a choice of values' : `a ${type}`}, which is a key together with other fields only`,
    spec.words.key?.at ?? spec.name.at,
    'add `key` to a second field, or make this one `unique`',
  );
}

/** Reports a part of a composite key that no client gives, or that has the name of the whole. */
function reportPart(
  { field: { name, key }, spec }: { readonly field: Field; readonly spec: SpecField },
  { field: other }: { readonly field: Field },
  report: Report,
): void {
  if (name === 'id')
    report.error(
      'bad-key',
      `\`id\` is a second key beside \`${other.name}\`, but the \`id\` of a row is made up of all parts of its key`,
      spec.name.at,
      `leave one of the two out, or choose another name than \`id\``,
    );
  else if (key !== 'given')
    report.error(
      'bad-key',
      `\`${name}\` is a part of a key beside \`${other.name}\`, and nothing generates parts`,
      spec.words.key?.at ?? spec.name.at,
      'write `key`, so that the client gives it, or make the other field `unique`',
    );
}

/** Reports a change that would give the rows of a model another key. */
export function reportFixedKey(model: Model, at: Position, report: Report): void {
  const { message, help } = fixedKey(model);
  report.error('fixed-key', message, at, help);
}

/** The words of the refusal to give the rows of a model another key. */
export const fixedKey = (model: Model): { readonly message: string; readonly help: string } => ({
  message: `\`${model.name}\` keeps its key, because other rows may refer to it`,
  help: 'to change the kind of ids, write migrations of your own: crudgen help ids',
});
