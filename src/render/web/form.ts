import { isUser } from '../../model/built-in.js';
import type { App, Field, Model } from '../../model/model.js';
import { type Element, printElement, type Props } from '../print/element.js';
import { isByName } from './login-fields.js';
import { importOf, targetOf } from './shown-fields.js';

/** A user's password is required on creation, and optional on edit. */
const PASSWORDS = { create: 'FirstPasswordInput', edit: 'NewPasswordInput' };

/** The inputs of a model and the parts of its forms. */
export function formView(app: App, model: Model) {
  const children = model.fields.map((field) => inputOf(app, field));
  const inputs: Element = { name: '', props: {}, children };
  const password = isUser(model) ? PASSWORDS : null;
  const others = ['CreatePage', 'EditPage', ...(password ? Object.values(password) : [])];
  const all = [...others.map((name) => ({ name, props: {} })), inputs];
  return { imports: importOf(...all), inputs: printElement(inputs, 4), password };
}

function inputOf(app: App, field: Field): Element {
  const { type, format, pattern, patternMessage, min, max } = field;
  const kind = inputKind(field);
  const bounded = BOUNDED.includes(kind);
  return {
    name: `${kind}Input`,
    props: {
      source: field.name,
      reference: targetOf(app, field),
      keyField: isByName(field) ? 'name' : undefined,
      required: field.required || undefined,
      ...(bounded && { min: min ?? undefined, max: max ?? undefined }),
      ...(TYPED.includes(kind) && {
        pattern: pattern ?? undefined,
        patternMessage: patternMessage ?? undefined,
      }),
      step: type === 'integer' ? 1 : type === 'decimal' ? stepOf(field.scale) : undefined,
      defaultValue: format === null || kind !== 'Json' ? initialOf(field) : undefined,
    },
  };
}

const BOUNDED = ['Text', 'LongText', 'Email', 'Url', 'Number', 'Suggestion'];

const TYPED = ['Text', 'LongText', 'Email', 'Url', 'Suggestion'];

function inputKind(field: Field): string {
  const { type, values, enforce, format } = field;
  if (isByName(field)) return 'Keys';
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
  ref: 'Record',
  refs: 'Records',
};

/** `today` and `now` are words of the inputs for dates. */
function initialOf({ default: initial }: Field): Props[string] {
  if (initial === null) return undefined;
  if (initial.kind !== 'value') return initial.kind;
  const { value } = initial;
  if (value === '' || (typeof value === 'object' && value !== null)) return undefined;
  return typeof value === 'boolean' ? { code: String(value) } : (value as string | number);
}

const stepOf = (scale: number | null): number => Number(`1e-${scale ?? 0}`);
