import type { Located, SpecField, SpecModel } from './spec.js';
import { WORD_FACTS, type Word } from './words.js';
import { buildField, type RawType } from './build-field.js';
import { mapOf, uniqueEntries } from './map-node.js';
import { type Entry, kindOf, type MapNode, type Report } from './node.js';
import { parseType, parseTyped, unknownType, unknownWord } from './parse-field.js';
import type { RawWord } from './read-word.js';

type Fields = Pick<SpecModel, 'fields' | 'broken'>;

/** Reads the fields of a model in a spec file, each a string or an object; `broken` names those that cannot be read. */
export function parseFields(
  model: Located<string>,
  entry: Entry | undefined,
  report: Report,
): Fields {
  const none: Fields = { fields: [], broken: [] };
  const help = 'add `fields:` and below it lines such as `title: string:required`';
  if (entry === undefined) {
    report({ code: 'no-fields', message: `\`${model.value}\` has no fields`, at: model.at, help });
    return none;
  }
  if (entry.value.kind === 'scalar' && entry.value.value === null) {
    report({
      code: 'no-fields',
      message: `\`${model.value}\` has no fields`,
      at: entry.key.at,
      help,
    });
    return none;
  }
  const map = mapOf(entry.value, '`fields`', 'fields by name, such as `title: string`', report);
  if (map === null) return none;
  if (map.entries.length === 0) {
    report({
      code: 'no-fields',
      message: `\`${model.value}\` has no fields`,
      at: entry.key.at,
      help,
    });
  }
  const entries = uniqueEntries(map, 'duplicate-field', 'field', report);
  const fields = entries.map((field) => parseSpecField(field, report));
  const broken = entries
    .filter((_, index) => fields[index] === null)
    .map((field) => field.key.value);
  return { fields: fields.filter((field) => field !== null), broken };
}

function parseSpecField({ key, value }: Entry, report: Report): SpecField | null {
  if (value.kind === 'map') return parseObjectForm(key, value, report);
  if (value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '') {
    return parseTyped(key, value.value, value.locate, report);
  }
  const message = `\`${key.value}\` has no type`;
  const help = `write \`${key.value}: string\`. All types: crudgen help types`;
  const wrong = `a field is a string or an object, and this is ${kindOf(value)}`;
  const missing = value.kind === 'scalar' && (value.value === null || value.value === '');
  report({
    code: 'missing-type',
    message: missing ? message : wrong,
    at: missing ? key.at : value.at,
    help,
  });
  return null;
}

function parseObjectForm(name: Located<string>, map: MapNode, report: Report): SpecField | null {
  let failed = false;
  const note: Report = (problem) => {
    failed ||= problem.severity !== 'warning';
    report(problem);
  };
  const entries = uniqueEntries(map, 'duplicate-key', 'key', note);
  const types = entries.filter(({ key }) => ['type', 'ref', 'refs', 'enum'].includes(key.value));
  const words: RawWord[] = [];
  for (const entry of entries) {
    if (types.includes(entry)) continue;
    const { key, value } = entry;
    if (Object.hasOwn(WORD_FACTS, key.value)) {
      const word = { value: key.value as Word, at: key.at };
      const none = value.kind === 'scalar' && value.value === null && word.value !== 'default';
      words.push({ word, value: none ? null : value, form: 'value' });
    } else note(strayKey(name, entry, types.length > 0));
  }
  const type = typeOf(name, types, entries, note);
  if (type === null) return null;
  const field = buildField(name, type, words, note);
  return failed ? null : field;
}

function strayKey(name: Located<string>, { key, value }: Entry, typed: boolean) {
  const type = unknownType(key.value, key.at);
  const isType =
    type.help !== undefined && unknownWord(key.value, key.at, 'key').code === 'two-types';
  if (!isType || typed) return unknownWord(key.value, key.at, 'key');
  const rest = value.kind === 'scalar' && typeof value.value === 'string' ? `:${value.value}` : '';
  return {
    code: 'unknown-key',
    message: `\`${key.value}\` is a type, and stands here as a key`,
    at: key.at,
    help: `write \`${name.value}: ${key.value}${rest}\` without a space, or \`type: ${key.value}\``,
  };
}

function typeOf(
  name: Located<string>,
  types: readonly Entry[],
  all: readonly Entry[],
  report: Report,
): RawType | null {
  const [first, second] = types;
  if (first === undefined) {
    const stray = all.some(({ key }) => unknownWord(key.value, key.at, 'key').code === 'two-types');
    const help = 'add `type: string`. All types: crudgen help types';
    if (!stray)
      report({ code: 'missing-type', message: `\`${name.value}\` has no type`, at: name.at, help });
    return null;
  }
  const { key, value } = first;
  if (second !== undefined) {
    const plain = key.value === 'type' ? [first, second] : [second, first];
    const same = plain[0]!.value;
    const repeats =
      plain[0]!.key.value === 'type' &&
      same.kind === 'scalar' &&
      same.value === plain[1]!.key.value;
    if (repeats && types.length === 2) return typeOf(name, [plain[1]!], all, report);
    const message = `\`${second.key.value}\` gives the field a second type`;
    report({
      code: 'two-types',
      message,
      at: second.key.at,
      help: 'a field has one type; remove one of the two',
    });
    return null;
  }
  if (key.value !== 'type') {
    const known = { value: key.value as 'ref' | 'refs' | 'enum', at: key.at };
    return { type: known, value: value.kind === 'scalar' && value.value === null ? null : value };
  }
  if (value.kind === 'scalar' && typeof value.value === 'string') {
    const modifier = /^([a-z]+(?:=[^:]*)?):(.+)$/.exec(value.value);
    if (modifier === null) return parseType(value.value, value.locate, report);
    const message = 'in the object form modifiers are keys of their own';
    const help = `write \`type: ${modifier[1]!}\` and \`${modifier[2]!.split('=')[0]!}:\` beside it`;
    report({ code: 'modifier-in-type', message, at: value.at, help });
    return null;
  }
  const message = `\`type\` is a string, and this is ${kindOf(value)}`;
  report({
    code: 'missing-type',
    message,
    at: value.at,
    help: 'write `type: string`. All types: crudgen help types',
  });
  return null;
}
