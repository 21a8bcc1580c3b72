import { isFile } from '../../model/bytes.js';
import { stampsOf } from '../../model/columns.js';
import { compareText, plural, titleCase } from '../../model/names.js';
import type { App, Field, Model } from '../../model/model.js';
import { referenceOf } from '../../model/relations.js';
import { isByName } from './login-fields.js';
import { isSummed } from './main-fields.js';
import type { Values } from '../code.js';

/** The resource name of a model in the back-office: its prefix without the slash. */
export const resourceOf = ({ prefix }: Pick<Model, 'prefix'>): string => prefix.slice(1);

/** The singular and plural labels of a model. */
export const modelLabel = ({ name }: Pick<Model, 'name'>): string =>
  `${titleCase(name)} |||| ${titleCase(plural(name))}`;

/** The resource that a ref or refs field picks from; undefined for other fields. */
export function targetOf(app: App, field: Field): string | undefined {
  if (field.reference === null) return undefined;
  const { model: className } = referenceOf(field);
  const model = app.models.find(({ name }) => name === className);
  return model ? resourceOf(model) : className.toLowerCase();
}

/** A component of the back-office as a page uses it. */
export interface Element {
  readonly component: string;
  /** Its attributes. */
  readonly props: Values;
}

/** The names of components, as a page imports them from `#ui`. */
export const componentNames = (components: readonly string[]): readonly string[] =>
  sorted(components.filter((name) => moduleOf(name) === undefined));

const sorted = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].sort(compareText);

/** What a page imports from the modules of features. */
export const otherImports = (
  components: readonly string[],
): readonly { readonly names: readonly string[]; readonly from: string }[] =>
  sorted(components.flatMap((name) => moduleOf(name) ?? [])).map((from) => ({
    names: sorted(components.filter((name) => moduleOf(name) === from)),
    from,
  }));

/** The module of a feature that has a component; undefined for one of the back-office itself. */
function moduleOf(component: string): string | undefined {
  if (component === 'BytesInput') return '#ui/bytes/bytes-input';
  if (component === 'BytesDetail') return '#ui/bytes/bytes-detail';
  if (component === 'ShowIf') return '#ui/show-if';
  if (component === 'StepInput') return '#ui/steps/step-input';
  if (/^Exact(Input|Column|Detail)$/.test(component)) return '#ui/exact-decimals/exact';
  if (/^File(Input|Column|Detail)$/.test(component)) return '#ui/files/file';
  return /^Items(Input|Column|Detail)$/.test(component) ? '#ui/value-lists/items' : undefined;
}

/** The names of the components of some elements. */
export const componentsOf = (elements: readonly Element[]): readonly string[] =>
  elements.map(({ component }) => component);

/** The fields that records in lists have. */
export const listedFields = ({ fields }: Pick<Model, 'fields'>): readonly Field[] =>
  fields.filter(({ type }) => type !== 'bytes');

/** The fields that filters, exports and bulk edits know: files are neither compared nor written as values. */
export const toldFields = (model: Pick<Model, 'fields'>): readonly Field[] =>
  listedFields(model).filter((field) => !isFile(field));

type Place = 'Column' | 'Detail';

/** Every field of a model as the columns of its list. */
export const allColumns = (app: App, model: Model): Element[] => [
  ...listedFields(model).map((field) => shownField(app, field, 'Column')),
  ...stampsOf(model).map((source) => ({ component: 'DatetimeColumn', props: { source } })),
];

/** How somebody is called. */
const PHONE = /(^|_)(phone|telephone|mobile)(_(number|no))?$/;

/** Whether a field has a telephone number. */
export const isPhone = ({ name, type, values }: Field): boolean =>
  type === 'string' && values.length === 0 && PHONE.test(name);

/** A field as a column of a list, or as a detail of a page. */
export function shownField(app: App, field: Field, place: Place): Element {
  if (isByName(field)) return namesElement(field, place);
  const { kind, props } = displayOf(field);
  const isPlain = place === 'Detail' && kind === 'Text';
  const own =
    isPlain && field.type === 'text' ? 'LongText' : isPlain && isPhone(field) ? 'Phone' : kind;
  return {
    component: `${own}${place}`,
    props: { source: field.name, reference: targetOf(app, field), ...props },
  };
}

/** A column of amounts has a sum. */
export const withSum = (field: Field | undefined, column: Element): Element =>
  field && isSummed(field) ? { ...column, props: { ...column.props, totalBy: 'sum' } } : column;

/** The record itself contains the names; lists cannot be sorted by several. */
const namesElement = ({ name }: Field, place: Place): Element => ({
  component: `Names${place}`,
  props: { source: name, sortable: place === 'Column' ? false : undefined },
});

/** How a field's values are shown: `Text` stands for `TextColumn` in a list and `TextDetail` on a page. */
function displayOf(field: Field): { kind: string; props: Values } {
  const { type, key, values, format } = field;
  // A number that is a key is read digit by digit.
  if (key !== null && type === 'integer') return { kind: 'Text', props: {} };
  if (type === 'list') return { kind: 'Items', props: {} };
  if (values.length > 0) return { kind: 'Choice', props: {} };
  if (format === 'email') return { kind: 'Email', props: {} };
  if (format === 'url') return { kind: 'Url', props: {} };
  if (type === 'decimal') return { kind: 'Number', props: { digits: field.scale ?? undefined } };
  // A long integer is shown as a text, but as a number if it has a unit.
  if (type === 'bigint' && field.unit !== null) return { kind: 'Number', props: {} };
  return { kind: DISPLAYS[type], props: {} };
}

const DISPLAYS: Readonly<Record<Field['type'], string>> = {
  string: 'Text',
  text: 'Text',
  enum: 'Choice',
  integer: 'Number',
  bigint: 'Text',
  float: 'Number',
  decimal: 'Number',
  exact: 'Exact',
  boolean: 'Boolean',
  date: 'Date',
  time: 'Text',
  datetime: 'Datetime',
  uuid: 'Text',
  color: 'Color',
  json: 'Json',
  native: 'Text',
  bytes: 'Bytes',
  file: 'File',
  image: 'File',
  ref: 'Reference',
  refs: 'References',
  list: 'Items',
};
