import type { App, Field, Model } from '../../model/model.js';
import { printElement, type Props } from '../print/element.js';
import { importOf } from './imports.js';
import type { Shown } from './shown-fields.js';
import { targetOf } from './targets.js';

/** What `<model>.inputs.tsx` says. */
export interface InputsView {
  readonly imports: string;
  readonly elements: readonly string[];
}

/** Inputs that have a file of their own; the others share one. */
const HOMES: Readonly<Record<string, string>> = {
  JsonInput: 'json-input',
  SuggestionInput: 'suggestion-input',
};

/** The inputs of a model's form. */
export function inputsView(app: App, model: Model): InputsView {
  const inputs = model.fields.map((field) => inputOf(app, field));
  const names = inputs.map(({ component }) => component);
  const imports = ['inputs', ...Object.values(HOMES)].flatMap((home) =>
    importOf(
      names.filter((name) => (HOMES[name] ?? 'inputs') === home),
      `../../components/form/${home}`,
    ),
  );
  return {
    imports: imports.join('\n'),
    elements: inputs.map(({ component, props }) => printElement(component, props, { column: 6 })),
  };
}

function inputOf(app: App, field: Field): Shown {
  const { type, format, min, max } = field;
  const kind = inputKind(field);
  const bounded = BOUNDED.includes(kind);
  return {
    component: `${kind}Input`,
    source: field.name,
    props: {
      source: field.name,
      reference: field.reference ? targetOf(app, field) : undefined,
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
