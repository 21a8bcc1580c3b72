import { isUser } from '../../model/built-in.js';
import { isSized } from '../../model/bytes.js';
import { isFilledIn } from '../../model/columns.js';
import { conditionText } from '../../model/frozen.js';
import { type App, type Field, type Model, ROW_RULE_KINDS, ruleFields } from '../../model/model.js';
import { type Inverse, referenceOf } from '../../model/relations.js';
import { conditionField } from '../../model/show-if.js';
import { type Value, type Values, verbatim } from '../code.js';
import { type FormPlaces, formPlaces } from './form-places.js';
import { isLines, lineFields } from './lines.js';
import { isByName, onPages } from './login-fields.js';
import { totalsOf } from './main-fields.js';
import {
  componentsOf,
  type Element,
  componentNames,
  otherImports,
  resourceOf,
  targetOf,
} from './shown-fields.js';

/** A user's password is required on creation, and optional on edit. */
const PASSWORDS = { create: 'FirstPasswordInput', edit: 'NewPasswordInput' };

/** The view with which the template of the forms, `form.tsx.ejs`, is filled. */
export function formView(app: App, model: Model, inverses: readonly Inverse[] = []) {
  const fields = model.fields.filter((field) => !isFilledIn(field));
  const parts = partsOf(app, model, formPlaces(model, fields));
  const groups = parts.flatMap((part) => part.groups);
  const inputs = groups.flatMap((group) => group.inputs);
  const tags = parts.flatMap(({ tag }) => tag ?? []);
  const hasSide = tags.includes('Side');
  const lines = inverses.filter(isLines).map((inverse) => lineGrid(app, inverse));
  const password = isUser(model) ? PASSWORDS : null;
  const used = [
    ...['CreatePage', 'EditPage', ...Object.values(password ?? {})],
    ...[...tags, ...(hasSide ? ['Columns'] : [])],
    ...(groups.some(({ showIf }) => showIf !== null) ? ['ShowIf'] : []),
    ...componentsOf([...inputs, ...lines.flatMap((grid) => grid.inputs)]),
  ];
  return {
    /** The components of `#ui` that the forms use. */
    imports: componentNames(used),
    /** The components of features. */
    others: otherImports(used),
    /** All inputs, in the order of the form. */
    inputs,
    /** The parts in which they stand; a short form has one, without a component around it. */
    parts,
    /** Whether one of the parts stands beside the others. */
    hasSide,
    /** The grids of lines: their attributes, and the inputs of one line. */
    lines,
    /** The parts and grids in the order of the page. */
    blocks: blocksOf(parts, lines),
    /** The inputs of a password when a user is made and changed; null for other models. */
    password,
  };
}

/** A part of a form: the component around its inputs, with its attributes; null if no component is around them. */
interface FormPart {
  readonly tag: 'Section' | 'Side' | null;
  readonly props: Values;
  readonly groups: readonly InputGroup[];
}

function partsOf(app: App, model: Model, { sections, side }: FormPlaces): readonly FormPart[] {
  const isParted = sections.length > 1 || side.length > 0 || sections[0]?.title != null;
  return [
    ...sections.map(({ title, fields }) => ({
      tag: isParted ? ('Section' as const) : null,
      props: { title: title ?? undefined },
      groups: groupsOf(app, model, fields),
    })),
    ...(side.length > 0
      ? [{ tag: 'Side' as const, props: {}, groups: groupsOf(app, model, side) }]
      : []),
  ];
}

/** Parts of a form, `Columns` around them where one stands beside the others, and the grids of lines below them. */
interface FormBlock<Lines> {
  readonly isBeside: boolean;
  readonly parts: readonly FormPart[];
  readonly lines: readonly Lines[];
}

/** Lines follow on the first section, which has what is asked for first; the others come below them. */
function blocksOf<Lines>(
  parts: readonly FormPart[],
  lines: readonly Lines[],
): readonly FormBlock<Lines>[] {
  const [first, ...others] = parts;
  const blockOf = (some: readonly FormPart[], own: readonly Lines[]): FormBlock<Lines> => ({
    isBeside: some.some(({ tag }) => tag === 'Side'),
    parts: some,
    lines: own,
  });
  const isParted = first?.tag === 'Section' && others.some(({ tag }) => tag === 'Section');
  return lines.length > 0 && isParted
    ? [blockOf([first], lines), blockOf(others, [])]
    : [blockOf(parts, lines)];
}

/** Inputs that stand together, and when they are shown; always where that is null. */
interface InputGroup {
  readonly showIf: Values | null;
  readonly inputs: readonly Element[];
}

/** The inputs of fields; neighbours that are shown by the same condition are shown together. */
function groupsOf(app: App, model: Model, fields: readonly Field[]): readonly InputGroup[] {
  const groups: { text: string; showIf: Values | null; inputs: Element[] }[] = [];
  for (const field of fields) {
    const text = field.showIf === null ? '' : conditionText(field.showIf);
    const last = groups.at(-1);
    const input = inputOf(app, model, field);
    if (last?.text === text) last.inputs.push(input);
    else groups.push({ text, showIf: showIfProps(model, field), inputs: [input] });
  }
  return groups;
}

/** The properties of what shows a field by its condition; null for a field that is always shown. */
function showIfProps(model: Model, { showIf }: Field): Values | null {
  const of = showIf && conditionField(model, showIf);
  if (!of) return null;
  const inJson = (text: string): Value =>
    of.type === 'boolean' || of.type === 'integer' ? (JSON.parse(text) as Value) : text;
  return { field: of.name, is: showIf.values?.map(inJson) };
}

/** The grid of the lines of a record: the inputs of their own form are its columns. */
function lineGrid(app: App, inverse: Inverse) {
  const { name, model } = inverse;
  const fields = lineFields(inverse);
  const totals = totalsOf(fields);
  return {
    props: {
      source: name,
      reference: resourceOf(model),
      totals: totals.length > 0 ? totals : undefined,
    },
    inputs: fields.map((field) => inLine(inputOf(app, onPages(model), field))),
  };
}

/** A cell begins as high as the others of its line. */
const inLine = (input: Element): Element =>
  input.component === 'LongTextInput' ? { ...input, props: { ...input.props, minRows: 1 } } : input;

/**
 * What a reference fills of its record from the one that is chosen: what has its source there, and what both refer to; of a line also
 * what has the same name and type in both, as the unit of a part.
 */
function fillsOf(app: App, model: Model, field: Field): Value | undefined {
  const { relation } = referenceOf(field);
  const fills = model.fields.flatMap((one) => {
    const from = one.from?.relation === relation ? one.from.field : undefined;
    const isAlike = isShared(app, model, field, one) || isSame(app, model, field, one);
    const source = from ?? (isAlike ? one.name : undefined);
    return source === undefined ? [] : [[one.name, source] as const];
  });
  return fills.length > 0 ? Object.fromEntries(fills) : undefined;
}

/** The choices that a reference makes where it has a record: a line of the kinds `labour` and `part` is a `part` once it has one. */
function setsOf(model: Model, field: Field): Value | undefined {
  const { relation } = referenceOf(field);
  const sets = model.fields
    .filter(({ type, values, steps }) => type === 'enum' && !steps && values.includes(relation))
    .map(({ name }) => [name, relation] as const);
  return sets.length > 0 ? Object.fromEntries(sets) : undefined;
}

/**
 * Whether a record has a reference in common with the one that another reference leads to, as an appointment has its customer in common
 * with its vehicle. Owners and tenants are those of the record alone.
 */
function isShared(app: App, model: Model, by: Field, field: Field): boolean {
  if (field.type !== 'ref' || field === by || isRule(model, field)) return false;
  const { model: target, to } = referenceOf(field);
  const other = app.models.find(({ name }) => name === referenceOf(by).model);
  const same = other?.fields.find(({ name }) => name === field.name);
  const isAlike = same?.reference?.model === target && same.reference.to === to;
  return target !== 'User' && same?.type === 'ref' && isAlike;
}

/** Whether a line has a value of the same name and type as the record to which one of its references leads. */
function isSame(app: App, model: Model, by: Field, { name, type, from, values }: Field): boolean {
  const isLine = model.fields.some(({ reference }) => reference?.lines === true);
  if (!isLine || by.reference?.lines === true || from || !COPIED.includes(type)) return false;
  const other = app.models.find((one) => one.name === referenceOf(by).model);
  const same = other?.fields.find((one) => one.name === name);
  const isOpen = values.length === 0 || same?.values.every((value) => values.includes(value));
  return same?.type === type && !same.unique && isOpen === true;
}

/** The types of what a line has from another record; dates and states are those of each alone. */
const COPIED: readonly string[] = ['string', 'text', 'integer', 'float', 'decimal'];

const isRule = (model: Model, { name }: Field): boolean =>
  ROW_RULE_KINDS.some((kind) => ruleFields(model, kind).includes(name));

/** An input with the properties of its field that it takes. */
function inputOf(app: App, model: Model, field: Field): Element {
  const kind = inputKind(field);
  const taken: readonly string[] = [...COMMON_PROPS, ...INPUT_PROPS[kind]];
  const props = Object.entries(propsOf(app, model, field)).filter(([name]) => taken.includes(name));
  return { component: `${kind}Input`, props: Object.fromEntries(props) };
}

/** The properties of every input. */
export const COMMON_PROPS = ['source', 'required', 'defaultValue'] as const;

const TEXT_PROPS = ['min', 'max', 'pattern', 'patternMessage'] as const;

/** The further properties of each input; `unit/web/form-inputs.test.ts` compares them with the components. */
export const INPUT_PROPS = {
  Text: TEXT_PROPS,
  LongText: TEXT_PROPS,
  Email: TEXT_PROPS,
  Url: TEXT_PROPS,
  Suggestion: TEXT_PROPS,
  Number: ['min', 'max', 'step'],

  Bigint: [],
  Exact: ['min', 'max'],
  Boolean: [],
  Date: [],
  Time: [],
  Datetime: [],
  Uuid: [],
  Color: [],
  Json: [],
  Bytes: ['helperText'],
  File: ['image', 'max', 'helperText'],
  Choice: [],
  Step: [],
  Record: ['reference', 'keyField', 'fills', 'sets'],
  Records: ['reference'],
  Keys: ['reference', 'keyField'],
  Items: ['items', 'min', 'max', 'step', 'itemLength', 'values', 'closed'],
} as const satisfies Readonly<Record<string, readonly (keyof InputProps)[]>>;

/** The name of an input's component without `Input`. */
export type InputKind = keyof typeof INPUT_PROPS;

/** The properties that inputs may have. */
type InputProps = ReturnType<typeof propsOf>;

function propsOf(app: App, model: Model, field: Field) {
  const { type, total } = field;
  return {
    source: field.name,
    reference: targetOf(app, field),
    keyField: isByName(field) ? 'name' : field.reference?.to,
    required: (field.required && total === null && !isLeftOut(field)) || undefined,
    min: field.min ?? undefined,
    max: field.max ?? undefined,
    pattern: field.pattern ?? undefined,
    patternMessage: field.patternMessage ?? undefined,
    step: stepOf(field),
    defaultValue: total === null ? initialOf(field) : undefined,
    fills: type === 'ref' ? fillsOf(app, model, field) : undefined,
    sets: type === 'ref' ? setsOf(model, field) : undefined,
    image: type === 'image' || undefined,
    // The facts have neither bytes nor files.
    helperText: isSized(type) ? (field.help ?? undefined) : undefined,
    ...itemProps(field),
  };
}

/** What the input of a list says of its items. */
function itemProps(field: Field) {
  const isList = field.type === 'list';
  return {
    items: field.items ?? undefined,
    itemLength: field.itemLength ?? undefined,
    values: isList && field.values.length > 0 ? field.values : undefined,
    closed: (isList && field.enforce) || undefined,
  };
}

function inputKind(field: Field): InputKind {
  const { type, values, enforce, format } = field;
  if (isByName(field)) return 'Keys';
  if (type === 'list') return 'Items';
  if (field.steps !== null) return 'Step';
  if (values.length > 0) return enforce ? 'Choice' : 'Suggestion';
  if (format === 'email') return 'Email';
  if (format === 'url') return 'Url';
  return INPUTS[type];
}

const INPUTS: Readonly<Record<Field['type'], InputKind>> = {
  string: 'Text',
  enum: 'Choice',
  text: 'LongText',
  integer: 'Number',
  bigint: 'Bigint',
  float: 'Number',
  decimal: 'Number',
  exact: 'Exact',
  boolean: 'Boolean',
  date: 'Date',
  time: 'Time',
  datetime: 'Datetime',
  uuid: 'Uuid',
  color: 'Color',
  json: 'Json',
  native: 'Text',
  bytes: 'Bytes',
  file: 'File',
  image: 'File',
  ref: 'Record',
  refs: 'Records',
  list: 'Items',
};

/** Whether the database makes the value of a new record that has none. */
const isLeftOut = ({ default: given }: Field): boolean => given?.kind === 'database';

/** `today` and `now` are words of the inputs for dates. */
function initialOf({ type, default: initial }: Field): Value | undefined {
  if (initial === null || initial.kind === 'database' || initial.kind === 'counted')
    return undefined;
  if (initial.kind !== 'value') return initial.kind;
  const { value } = initial;
  if (type === 'list') return value as Value;
  if (value === '' || (typeof value === 'object' && value !== null)) return undefined;
  return value === true ? verbatim('true') : value;
}

/** The step between two numbers, be they items of a list; any for a float. */
function stepOf({ type, items, scale }: Field): number | undefined {
  const of = items ?? type;
  return of === 'integer' ? 1 : of === 'decimal' ? Number(`1e-${scale ?? 0}`) : undefined;
}
