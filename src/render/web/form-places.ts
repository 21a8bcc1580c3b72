import { isFile } from '../../model/bytes.js';
import { isDated } from '../../model/columns.js';
import { labelFields } from '../../model/label.js';
import { type Field, isOwnReference, type Model } from '../../model/model.js';
import { isSelfReference } from '../../model/relations.js';
import { conditionField } from '../../model/show-if.js';
import { isState } from './dashboard-place.js';
import { isMoney, isPostal, LIFE } from './main-fields.js';
import { isPhone } from './shown-fields.js';

/** Fields that stand together in a form; the first of several sections has no title. */
export interface FormSection {
  readonly title: string | null;
  readonly fields: readonly Field[];
}

/** The place of each field in the form of a model. A short form has a single section. */
export interface FormPlaces {
  readonly sections: readonly FormSection[];
  /** The fields beside the sections. */
  readonly side: readonly Field[];
}

/** A form of so many inputs is seen at a glance. */
const SHORT = 8;
/** A title over a single field says it twice, and so does a column. */
const FEW = 2;

/** Chooses a place for each input of a form: as the model says, or else by types and names. */
export function formPlaces(model: Model, fields: readonly Field[]): FormPlaces {
  if (fields.some(({ section }) => section !== null)) return saidPlaces(fields);
  if (fields.length <= SHORT) return { sections: [{ title: null, fields }], side: [] };
  const free = fields.filter(({ showIf }) => showIf === null);
  const naming = new Set(
    fields.flatMap(({ showIf }) => (showIf && conditionField(model, showIf)) ?? []),
  );
  const beside = free.filter((field) => isBeside(model, field) && !naming.has(field));
  const side = beside.length < FEW ? [] : beside;
  const rest = free.filter((field) => !side.includes(field));
  const labels = labelFields(model);
  const kinds = KINDS.map(({ title, has }) => ({
    title,
    fields: rest.filter((field) => kindOf(field) === has && !labels.includes(field)),
  }));
  const titled = kinds.filter((one) => one.fields.length >= FEW);
  const inKinds = titled.flatMap((one) => one.fields);
  const main = rest.filter((field) => !inKinds.includes(field));
  // A single text stands at the end, where its label says what a title would.
  const last = titled.length > 0 ? main.filter(isWide) : [];
  const first = main.filter((field) => !last.includes(field));
  const sections = [
    { title: null, fields: inOrder(first, labels) },
    ...titled,
    { title: null, fields: last },
  ];
  const complete = sections.map(({ title, fields: own }) => ({
    title,
    fields: own.flatMap((field) => withShown(model, fields, field)),
  }));
  return { sections: complete.filter((one) => one.fields.length > 0), side };
}

/** A field, and behind it those that it shows or hides. */
function withShown(model: Model, fields: readonly Field[], field: Field): readonly Field[] {
  const shown = fields.filter(({ showIf }) => showIf && conditionField(model, showIf) === field);
  return [field, ...shown.flatMap((one) => withShown(model, fields, one))];
}

/** The sections of a model in the order in which its fields name them, below the fields that name none. */
function saidPlaces(fields: readonly Field[]): FormPlaces {
  const titles = new Set([null, ...fields.map(({ section }) => section)]);
  const sections = [...titles].map((title) => ({
    title,
    fields: fields.filter(({ section }) => section === title),
  }));
  return { sections: sections.filter((one) => one.fields.length > 0), side: [] };
}

/** What must be filled in comes first, behind what a record is called by; what is wide comes last. */
function inOrder(fields: readonly Field[], labels: readonly Field[]): readonly Field[] {
  const rank = (field: Field): number => {
    if (isWide(field)) return 3;
    if (labels.includes(field)) return 0;
    return isAsked(field) ? 1 : 2;
  };
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

const isAsked = (field: Field): boolean => field.required && field.default === null;

/** How a record stands: its state and other choices, whom it is given to, and what it is tagged with. What must be asked for is no part of it. */
function isBeside(model: Model, field: Field): boolean {
  if (isOwnReference(model, field)) return true;
  if (isAsked(field)) return false;
  if (isState(field)) return true;
  if (field.type === 'ref') return !field.required || isSelfReference(model, field);
  return field.type === 'refs' || field.type === 'boolean' || field.enforce;
}

/** What a titled section has. */
const KINDS = [
  { title: 'Contact', has: isContact },
  { title: 'Dates', has: isDay },
  { title: 'Money', has: isMoney },
  { title: 'Details', has: isLong },
  { title: 'More', has: isRare },
] as const;

const kindOf = (field: Field) => KINDS.find(({ has }) => has(field))?.has;

/** How somebody is reached, and where. */
function isContact(field: Field): boolean {
  if (field.values.length > 0 || isMoney(field)) return false;
  if (isPostal(field) || isPhone(field)) return true;
  return field.type === 'string' && (field.format !== null || TOWN.test(field.name));
}

const TOWN = /(^|_)(city|town|state|region|contact_name|website)$/;

/** Whether a field is the day on which something is to happen, or has happened; a birthday is not. */
function isDay(field: Field): boolean {
  return (isDated(field) || field.type === 'time') && !LIFE.test(field.name);
}

/** A text of several lines, which takes all of the width. */
function isLong({ type, values }: Field): boolean {
  return type === 'text' && values.length === 0;
}

const isWide = (field: Field): boolean => isLong(field) || field.type === 'json';

/** Whether few people fill in the field. */
function isRare(field: Field): boolean {
  return ['json', 'uuid', 'color', 'bytes'].includes(field.type) || isFile(field);
}
