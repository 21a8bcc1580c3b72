import { builtInNamed } from '../model/built-in.js';
import type { Report } from '../problem.js';
import { buildField, type RawType } from './build-field.js';
import { type Entry, isNothing, kindOf, type MapNode, mapOf, textIn } from './node.js';
import { isType, ONE_TYPE, parseType, parseTyped, reportWord, SEE_TYPES } from './parse-field.js';
import type { RawWord } from './read-word.js';
import type { Located, SpecField, SpecModel } from './spec.js';
import { WORD_FACTS, type Word } from './words.js';

type Fields = Pick<SpecModel, 'fields' | 'broken'>;

/** Parses the fields of a model in a spec file, each a string or an object; `broken` names those with problems. */
export function parseFields(
  model: Located<string>,
  entry: Entry | undefined,
  report: Report,
): Fields {
  const none: Fields = { fields: [], broken: [] };
  const missing = () => {
    const at = entry?.key.at ?? model.at;
    const help = 'add `fields:` with lines such as `title: string:required` below it';
    report.error('no-fields', `\`${model.value}\` has no fields`, at, help);
    return none;
  };
  if (entry === undefined && builtInNamed(model.value)) return none;
  if (entry === undefined || isNothing(entry.value)) return missing();
  const map = mapOf(entry.value, '`fields`', 'fields by name, such as `title: string`', report);
  if (map === null) return none;
  if (map.entries.length === 0) return missing();
  const fields = map.entries.map((field) => parseSpecField(field, report));
  const broken = map.entries
    .filter((_, index) => fields[index] === null)
    .map(({ key }) => key.value);
  return { fields: fields.filter((field) => field !== null), broken };
}

function parseSpecField({ key, value }: Entry, report: Report): SpecField | null {
  if (value.kind === 'map') return parseObjectForm(key, value, report);
  const text = textIn(value);
  if (text !== null && value.kind === 'scalar') return parseTyped(key, text, value.locate, report);
  const isMissing = value.kind === 'scalar' && (value.value === null || value.value === '');
  const message = isMissing
    ? `\`${key.value}\` has no type`
    : `a field must be a string or an object, not ${kindOf(value)}`;
  const help = `write \`${key.value}: string\`. ${SEE_TYPES}`;
  return report.error('missing-type', message, isMissing ? key.at : value.at, help);
}

function parseObjectForm(name: Located<string>, map: MapNode, report: Report): SpecField | null {
  const before = report.errors;
  const types = map.entries.filter(({ key }) =>
    ['type', 'ref', 'refs', 'enum'].includes(key.value),
  );
  const others = map.entries.filter((entry) => !types.includes(entry));
  const words = others.flatMap((entry) => readModifier(name, entry, types.length > 0, report));
  const type =
    types.length > 0
      ? readType(types, report)
      : others.some(({ key }) => isType(key.value.trim()))
        ? null
        : report.error(
            'missing-type',
            `\`${name.value}\` has no type`,
            name.at,
            `add \`type: string\`. ${SEE_TYPES}`,
          );
  if (type === null) return null;
  const field = buildField(name, type, words, report);
  return report.errors > before ? null : field;
}

/** A modifier in the object form; none after reporting an unknown key. */
function readModifier(
  name: Located<string>,
  { key, value }: Entry,
  isTyped: boolean,
  report: Report,
): RawWord[] {
  if (Object.hasOwn(WORD_FACTS, key.value)) {
    const word = { value: key.value as Word, at: key.at };
    const none = isNothing(value) && word.value !== 'default';
    return [{ word, value: none ? null : value, form: 'value' }];
  }
  if (isTyped || !isType(key.value.trim())) reportWord(key.value, key.at, 'key', report);
  else {
    const rest =
      value.kind === 'scalar' && typeof value.value === 'string' ? `:${value.value}` : '';
    const message = `\`${key.value}\` is a type, not a key`;
    const help = `write \`${name.value}: ${key.value}${rest}\` without a space, or \`type: ${key.value}\``;
    report.error('unknown-key', message, key.at, help);
  }
  return [];
}

/** The type in the object form: `type`, or one of its short forms. */
function readType(types: readonly Entry[], report: Report): RawType | null {
  const [first, second] = types as [Entry, Entry?];
  if (second !== undefined) {
    const [plain, short] = first.key.value === 'type' ? [first, second] : [second, first];
    // `type: ref` beside `ref: Project` is redundant but fine.
    const repeats = plain.key.value === 'type' && textIn(plain.value) === short.key.value;
    if (repeats && types.length === 2) return readType([short], report);
    const message = `\`${second.key.value}\` gives the field a second type`;
    return report.error('two-types', message, second.key.at, ONE_TYPE);
  }
  const { key, value } = first;
  if (key.value !== 'type') {
    const known = { value: key.value as 'ref' | 'refs' | 'enum', at: key.at };
    return { type: known, value: isNothing(value) ? null : value };
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'string') {
    const message = `\`type\` must be a string, not ${kindOf(value)}`;
    return report.error('missing-type', message, value.at, `write \`type: string\`. ${SEE_TYPES}`);
  }
  const [, type, modifier] = /^([a-z]+(?:=[^:]*)?):(.+)$/.exec(value.value) ?? [];
  if (type === undefined) return parseType(value.value, value.locate, report);
  const message = 'in the object form each modifier is a key';
  const help = `write \`type: ${type}\` and \`${modifier!.split('=')[0]!}:\` beside it`;
  return report.error('modifier-in-type', message, value.at, help);
}
