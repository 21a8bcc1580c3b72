import { conditionIn } from '../model/frozen.js';
import type { ClassOptions, Model } from '../model/model.js';
import { decoratorOptions, type DecoratorCall } from './decorators.js';
import { isTrue, type Static, staticText, toStrings } from './static-value.js';

/** Reads each option from its value in `@Model`; null where a class does not have it. */
const READERS: {
  readonly [Name in keyof ClassOptions]-?: (
    value: (name: string) => Static | undefined,
  ) => ClassOptions[Name] | null;
} = {
  prefix: (value) => staticText(value('prefix')),
  label: (value) => staticText(value('label')),
  group: (value) => staticText(value('group')),
  about: (value) => staticText(value('about')),
  history: (value) => timeIn(value('history')),
  trash: (value) => timeIn(value('trash')),
  sqlIndexes: (value) => textsIn(value('indexes')),
  noOverlap: (value) => periodsIn(value('noOverlap')),
  frozen: (value) => frozenIn(value('frozen')),
};

const NAMES = Object.keys(READERS) as readonly (keyof ClassOptions)[];

/** The options that `@Model` sets for a class; options that it does not set are absent. */
export function readClassOptions(model: DecoratorCall | undefined): ClassOptions {
  if (model === undefined) return {};
  const options = decoratorOptions(model);
  const read = NAMES.map((name) => [name, READERS[name]((option) => options.get(option))] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== null));
}

/** The options that the class of a model sets by `@Model`. */
export const classOptionsOf = (model: Model): ClassOptions =>
  Object.fromEntries(
    NAMES.flatMap((name) => (model[name] === undefined ? [] : [[name, model[name]]])),
  );

/** `true`, or a time: `'90d'`. */
const timeIn = (value: Static | undefined): true | string | null =>
  isTrue(value) || staticText(value);

/** Texts by name: `{ guest_email: 'UNIQUE (lower(email))' }`; null without any. */
function textsIn(value: Static | undefined): Readonly<Record<string, string>> | null {
  if (value?.kind !== 'object') return null;
  const texts = [...value.entries].flatMap(([name, one]) => {
    const text = staticText(one);
    return text === null ? [] : [[name, text] as const];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** The periods that do not overlap: `{ fields: ['starts_at', 'ends_at'], by: ['room_id'] }`. */
function periodsIn(value: Static | undefined): ClassOptions['noOverlap'] | null {
  if (value?.kind !== 'object') return null;
  const [start, end] = toStrings(value.entries.get('fields')) ?? [];
  const by = toStrings(value.entries.get('by')) ?? [];
  return start === undefined || end === undefined ? null : { fields: [start, end], by };
}

/** The frozen records: `{ when: 'status=paid', except: ['Admin'] }`. */
function frozenIn(value: Static | undefined): ClassOptions['frozen'] | null {
  const when = value?.kind === 'object' ? staticText(value.entries.get('when')) : null;
  if (value?.kind !== 'object' || when === null) return null;
  return { ...conditionIn(when), except: toStrings(value.entries.get('except')) ?? [] };
}
