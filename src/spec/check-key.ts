import { STRING_LENGTH } from '../model/columns.js';
import type { Field, KeySource, Model } from '../model/model.js';
import type { Position, Report } from '../problem.js';
import type { SpecField } from './spec.js';
import { WORD_FACTS, type Word } from './words.js';

/** Whether a field of this name and type may be the primary key without the modifier `key`. */
export const isKeyByName = ({ name, type }: Pick<SpecField, 'name' | 'type'>): boolean =>
  name.value === 'id' && WORD_FACTS.key.types.includes(type.value);

/** The origin of the values of a field that is the primary key; null if it is another field. */
export function checkKey(spec: SpecField, report: Report): KeySource | null {
  const { key, version } = spec.words;
  if (key === undefined && !isKeyByName(spec)) {
    if (version !== undefined)
      report.error('bad-key', 'only a key has a version of UUIDs', version.at, 'write `uuid`');
    return null;
  }
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

function sourceOf({ name, type, words }: SpecField, report: Report): KeySource {
  const { key, version } = words;
  if (key?.value === true) return 'given';
  if (type.value === 'uuid') return version?.value ?? 'v7';
  if (type.value !== 'string') return 'database';
  if (key?.value === 'generated')
    report.error(
      'bad-key',
      `nothing generates a text for \`${name.value}\``,
      key.at,
      'write `key`, so that the client gives it, or use `uuid`',
    );
  return 'given';
}

/** Modifiers that no key takes. */
const NEVER = [
  ...(['unique', 'index', 'search', 'default', 'values', 'enforce', 'unit', 'from'] as const),
  ...(['sum', 'count', 'min_of', 'max_of', 'read'] as const),
] as const satisfies readonly Word[];

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
  for (const word of NEVER) if (words[word] !== undefined) fail(word, REASONS[word] ?? '');
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

/** Reports a second key among the fields of a new model. */
export function checkOneKey(
  fields: readonly { readonly field: Field; readonly spec: SpecField }[],
  report: Report,
): void {
  const [first, second] = fields.filter(({ field }) => field.key !== null);
  if (first === undefined || second === undefined) return;
  report.error(
    'bad-key',
    `\`${second.field.name}\` is a second key beside \`${first.field.name}\``,
    second.spec.name.at,
    'a model has one key; make the other field `unique`',
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
