import { isDeepStrictEqual } from 'node:util';
import { changeFields } from '../../model/change.js';
import { isText } from '../../model/columns.js';
import {
  type Default,
  type Field,
  type Model,
  PLAIN_FIELD,
  type Reference,
} from '../../model/model.js';
import { referenceRelation, snakeCase } from '../../model/names.js';
import { warning } from '../../problem.js';
import { WORD_FACTS, type Word } from '../../spec/words.js';
import { withReference } from './adopt-field.js';
import { factsOf, type FieldDifference, placeOf, type ReferenceSetting } from './differences.js';
import { fieldAt, freeName, type Merging, propertiesOf } from './merging.js';

/** Gives a field of the developer's what changed of its column, as far as they have not changed it themselves. */
export function mergeField(merging: Merging, table: string, difference: FieldDifference): void {
  const model = merging.app.models.find((one) => one.table === table)!;
  const place = placeOf(merging.theirs, theirModel(merging, table), difference.now);
  const field = fieldAt(merging.app, model, place);
  if (field === undefined) {
    const message = `column \`${table}.${place}\` has changed in the database, and \`${model.name}\` has no field of it`;
    merging.problems.push(warning('no-field', message));
    return;
  }
  if (difference.settings.includes('key')) {
    merging.problems.push(ofKey(model, field));
    return;
  }
  const told: string[] = [];
  const now = withReference(merging, model, difference.now);
  const merge: FieldMerge = { merging, model, field, difference: { ...difference, now }, told };
  const merged = fitting(merge, withLink(merge, withSettings(merge, field)));
  if (isDeepStrictEqual(merged, field)) return;
  merging.app = changeFields(merging.app, model.name, new Map([[field, merged]]));
  const change = told.join(', ');
  const what = 'change-field';
  merging.told.push({ what, model: model.name, field: field.name, change, reasons: [] });
}

interface FieldMerge {
  readonly merging: Merging;
  readonly model: Model;
  readonly field: Field;
  readonly difference: FieldDifference;
  readonly told: string[];
}

const theirModel = ({ theirs }: Merging, table: string): Model =>
  theirs.models.find((one) => one.table === table)!;

/** The settings that only the database has changed. What a reference leads to comes with its type. */
function withSettings(merge: FieldMerge, field: Field): Field {
  const { was, now, settings } = merge.difference;
  const changed = settings.flatMap((key): [string, unknown][] => {
    const [before, after, mine] = [was[key], now[key], field[key]];
    return isTaken(merge, key, { before, after, mine }) ? [[key, after]] : [];
  });
  return { ...field, ...Object.fromEntries(changed) };
}

interface Values {
  readonly before: unknown;
  readonly after: unknown;
  readonly mine: unknown;
}

/** Whether a setting is taken over from the database; one that both sides changed stays as the developer has it, which is said. */
function isTaken(merge: FieldMerge, setting: string, { before, after, mine }: Values): boolean {
  if (isDeepStrictEqual(mine, after) || isDeepStrictEqual(before, after)) return false;
  const { merging, model, field, told } = merge;
  const word = snakeCase(setting);
  if (isDeepStrictEqual(mine, before)) {
    told.push(`${word} ${shown(before)} -> ${shown(after)}`);
    return true;
  }
  const message = `\`${model.name}.${field.name}\`: \`${word}\` changed from ${shown(before)} to ${shown(after)} in the database, and is ${shown(mine)} in the model, where it stays`;
  const help = `to follow the database: crudgen model change-field ${model.name} ${field.name}${changeOf(word, after)}`;
  merging.problems.push(warning('both-changed', message, help));
  return false;
}

/** A setting as `change-field` takes it: `:max=80`, `:-required`. */
function changeOf(word: string, value: unknown): string {
  if (word === 'type') return `:${String(value)}`;
  if (value === null || value === undefined || value === false) return `:-${word}`;
  if (value === true) return `:${word}`;
  const given = word === 'default' ? (value as Default) : null;
  const text = given === null ? value : given.kind === 'value' ? given.value : given.kind;
  return `:${word}=${typeof text === 'object' ? JSON.stringify(text) : String(text)}`;
}

/** A value as people read it; of a default the value that it gives, or `now`. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value;
  const { kind, value: given } = value as Partial<Extract<Default, { readonly kind: 'value' }>>;
  return kind === undefined ? JSON.stringify(value) : shown(given ?? kind);
}

const ofKey = (model: Model, field: Field) =>
  model.readOnly
    ? warning(
        'key-changed',
        `the rows of \`${model.table}\` no longer show that \`${field.name}\` names each of them; \`${model.name}\` keeps its key`,
        `look whether it still does: crudgen model show ${model.name}`,
      )
    : warning(
        'key-changed',
        `\`${model.name}.${field.name}\` is in the primary key in another way than before, which a model cannot follow`,
        `remove the model and keep its table, then pull again: crudgen model remove ${model.name} --keep`,
      );

/** The field with the reference that came, without the one that went, or with what changed of it. */
function withLink(merge: FieldMerge, field: Field): Field {
  const { merging, difference } = merge;
  const { was, now, ofReference } = difference;
  if (field.type === 'refs') return field;
  if (field.type !== 'ref') return { ...field, reference: null };
  if (field.reference === null) return { ...field, reference: newReference(merge, field) };
  const facts = factsOf(merging.app, field)!;
  const [before, after] = [factsOf(merging.before, was), guessedFacts(merge)];
  if (before === null || after === null) return field;
  const taken = ofReference.filter((key) =>
    isTaken(merge, key, { before: before[key], after: after[key], mine: facts[key] }),
  );
  const reference = withFacts({ mine: field.reference, theirs: now.reference! }, taken);
  return { ...field, reference };
}

/** The facts of the reference that is guessed now, whose class is the developer's. */
const guessedFacts = ({ merging, difference }: FieldMerge) => factsOf(merging.app, difference.now);

/** The reference of a field that had none; its relation is called after the field. */
function newReference({ merging, model, difference }: FieldMerge, { name }: Field): Reference {
  const guessed = difference.now.reference!;
  const taken = propertiesOf(merging.app, model);
  const own = referenceRelation(name);
  const wanted = own === name ? guessed.relation : own;
  return { ...guessed, relation: freeName(wanted, (one) => one !== name && !taken.has(one)) };
}

interface BothReferences {
  readonly mine: Reference;
  /** The developer's reference, with their names. */
  readonly theirs: Reference;
}

/** A reference with what the database says of it now. */
function withFacts(
  { mine, theirs }: BothReferences,
  taken: readonly ReferenceSetting[],
): Reference {
  const has = (key: ReferenceSetting) => taken.includes(key);
  const { unindexed, to, ...rest } = mine;
  const isUnindexed = has('unindexed') ? theirs.unindexed : unindexed;
  const isOther = has('table') || has('to');
  const target = isOther ? theirs.to : to;
  return {
    ...rest,
    ...(has('onDelete') && { onDelete: theirs.onDelete }),
    ...(has('lines') && { lines: theirs.lines }),
    ...(isUnindexed && { unindexed: true as const }),
    ...(isOther && { model: theirs.model }),
    ...(has('table') && { inverse: theirs.inverse }),
    ...(target !== undefined && { to: target }),
  };
}

/** The properties of a field that no modifier says by their own name. */
const WORDS: Readonly<Record<string, readonly Word[]>> = {
  format: ['email', 'url'],
  total: ['sum', 'count', 'min_of', 'max_of'],
  stamp: ['created', 'updated'],
};

/** A field without the settings that its new type does not take. */
function fitting({ field: old, difference, told }: FieldMerge, field: Field): Field {
  if (field.type === old.type) return field;
  const isOtherSense = isText(field) !== isText(old);
  const gone = Object.entries(PLAIN_FIELD).filter(([key, usual]) => {
    const property = key as keyof typeof PLAIN_FIELD;
    if (isDeepStrictEqual(field[property], usual)) return false;
    if (isOtherSense && (key === 'min' || key === 'max'))
      return !isDeepStrictEqual(field[property], difference.now[property]);
    const words = WORDS[key] ?? [snakeCase(key) as Word];
    return words.every((word) => Object.hasOwn(WORD_FACTS, word) && !takes(word, field));
  });
  for (const [key] of gone) told.push(`${snakeCase(key)} does not fit ${field.type}`);
  return { ...field, ...Object.fromEntries(gone) };
}

/** Whether the type of a field takes a modifier. An enum is a text with values, and digits belong to decimals. */
const takes = (word: Word, { type }: Field): boolean =>
  (type === 'enum' && (word === 'values' || word === 'enforce')) ||
  WORD_FACTS[word].types.includes(type);
