import type { App, Field, Model } from '../../model/model.js';
import { type Element, printElement, type Props } from '../print/element.js';
import { importOf, targetOf } from './shown-fields.js';

/** The inputs of a model, and what the forms around them are made of. */
export function formView(app: App, model: Model) {
  const children = model.fields.map((field) => inputOf(app, field));
  const inputs: Element = { name: '', props: {}, children };
  const forms = ['CreatePage', 'EditPage'].map((name) => ({ name, props: {} }));
  return { imports: importOf(...forms, inputs), inputs: printElement(inputs, 4) };
}

function inputOf(app: App, field: Field): Element {
  const { type, format, min, max } = field;
  const kind = inputKind(field);
  const bounded = BOUNDED.includes(kind);
  return {
    name: `${kind}Input`,
    props: {
      source: field.name,
      reference: targetOf(app, field),
      required: (field.required && !isMadeByService(field)) || undefined,
      ...(bounded && { min: min ?? undefined, max: max ?? undefined }),
      step: type === 'integer' ? 1 : type === 'decimal' ? stepOf(field.scale) : undefined,
      initial: format === null || kind !== 'Json' ? initialOf(field) : undefined,
    },
  };
}

const BOUNDED = ['Text', 'LongText', 'Email', 'Url', 'Number', 'Suggestion'];

function inputKind({ type, values, enforce, format }: Field): string {
  if (values.length > 0) return enforce ? 'Choice' : 'Suggestion';
  if (format === 'email') return 'Email';
  if (format === 'url') return 'Url';
  return INPUTS[type] ?? 'Text';
}

const INPUTS: Partial<Record<Field['type'], string>> = {
  text: 'LongText',
  integer: 'Number',
  bigint: 'Bigint',
  float: 'Number',
  decimal: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  time: 'Time',
  datetime: 'Datetime',
  uuid: 'Uuid',
  json: 'Json',
  ref: 'Reference',
  refs: 'References',
};

/** Now and today are filled in by the service when the form leaves them out. */
const isMadeByService = ({ default: initial }: Field): boolean =>
  initial !== null && initial.kind !== 'value';

function initialOf({ default: initial }: Field): Props[string] {
  if (initial === null || initial.kind !== 'value') return undefined;
  const { value } = initial;
  if (value === '' || (typeof value === 'object' && value !== null)) return undefined;
  return typeof value === 'boolean' ? { code: String(value) } : (value as string | number);
}

const stepOf = (scale: number | null): number => Number(`1e-${scale ?? 0}`);
