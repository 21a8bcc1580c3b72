import type { App, Field, Model } from '../model/model.js';
import { plural, titleCase } from '../model/names.js';
import { type ModelNames, namesOf } from './model-names.js';
import {
  type Code,
  array,
  call,
  literal,
  object,
  printCode,
  printImport,
  quote,
  raw,
} from './print/code.js';
import { type Props, printElement } from './print/element.js';
import { type Inverse, inversesOf, referenceOf } from './relations.js';
import { iconOf } from './web-icons.js';

/** What the templates of a model's pages print; every text is ready and broken into lines as prettier would. */
export interface WebView extends ModelNames {
  readonly titleMany: string;
  readonly aOne: string;
  readonly resourceText: string;
  readonly classText: string;
  readonly iconImport: string;
  readonly timestamps: boolean;
  readonly parent: string;
  readonly messages: string;
  readonly pages: Readonly<Record<'list' | 'show' | 'create' | 'edit', string>>;
  readonly loadFields: string;
  readonly facts: string;
  readonly list: ListView;
  readonly show: ShowView;
  readonly inputs: { readonly imports: string; readonly elements: readonly string[] };
}

interface ListView {
  readonly imports: string;
  readonly hidden: string;
  readonly open: string;
  readonly columns: readonly string[];
}

interface ShowView {
  readonly imports: string;
  readonly open: string;
  readonly details: readonly string[];
  readonly tabs: readonly { readonly open: string; readonly columns: readonly string[] }[];
}

/** Everything that the pages of one model say. */
export function webView(model: Model, app: App): WebView {
  const names = namesOf(model);
  const inverses = inversesOf(app, model).filter(
    ({ field }) => field.type === 'ref' || field.type === 'refs',
  );
  return {
    ...names,
    titleMany: titleCase(names.many),
    aOne: `${/^[aeiou]/.test(names.one) ? 'an' : 'a'} ${names.one}`,
    resourceText: quote(resourceOf(model)),
    classText: quote(model.name),
    iconImport: `import Icon from '@mui/icons-material/${iconOf(model.name)}';`,
    timestamps: model.timestamps,
    parent: parentOf(model),
    messages: messagesOf(model, inverses),
    pages: pagesOf(names),
    loadFields: loadFieldsOf(names),
    facts: factsOf(app, model),
    list: listOf(app, model),
    show: showOf(app, model, inverses),
    inputs: inputsOf(app, model),
  };
}

const resourceOf = (model: Pick<Model, 'prefix'>): string => model.prefix.slice(1);

/** The resource that a ref or refs field picks from. */
function targetOf(app: App, field: Field): string {
  const { model: className } = referenceOf(field);
  const model = app.models.find(({ name }) => name === className);
  return model ? resourceOf(model) : className.toLowerCase();
}

/** The field that makes the records a tree: the first reference to the model itself. */
function parentOf(model: Model): string {
  const parent = model.fields.find(
    ({ type, reference }) => type === 'ref' && reference?.model === model.name,
  );
  return parent ? quote(parent.name) : 'null';
}

function messagesOf(model: Model, inverses: readonly Inverse[]): string {
  const own = model.fields.map((field) => [field.name, fieldTitle(field)]);
  const stamps = model.timestamps ? STAMPS.map((name) => [name, titleCase(name)]) : [];
  const others = inverses.map(({ name }) => [name, titleCase(name)]);
  const fields = Object.fromEntries([...own, ...stamps, ...others]) as Record<string, string>;
  const name = `${titleCase(model.name)} |||| ${titleCase(plural(model.name))}`;
  const lines = Object.entries(fields).map(([key, text]) => entryLine(6, keyText(key), text));
  return ['{', entryLine(4, 'name', name), '    fields: {', ...lines, '    },', '  }'].join('\n');
}

/** An entry on one line, or its text on the next one where both are too long together; prettier keeps short keys beside theirs. */
function entryLine(column: number, key: string, text: string): string {
  const space = ' '.repeat(column);
  const line = `${space}${key}: ${quote(text)},`;
  return line.length <= 100 || key.length <= 4
    ? line
    : `${space}${key}:\n${space}  ${quote(text)},`;
}

const STAMPS = ['created_at', 'updated_at'];

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}

const keyText = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

function pagesOf(names: ModelNames): WebView['pages'] {
  const page = (kind: 'list' | 'show' | 'create' | 'edit') =>
    loadOf('page', kind, names, `${names.class}${titleCase(kind)}`);
  return { list: page('list'), show: page('show'), create: page('create'), edit: page('edit') };
}

function loadFieldsOf(names: ModelNames): string {
  return loadOf('facts', 'fields', names, `${names.variable}Fields`);
}

/** `page(() => import('./task.list'), 'TaskList')` as the value of the entry `list`. */
function loadOf(helper: string, kind: string, { file }: ModelNames, exported: string): string {
  const before = `  ${kind}: `;
  const load = call(helper, raw(`() => import('./${file}.${kind}')`), literal(exported));
  return printCode(load, { before, after: ',', column: 2 }).slice(before.length, -1);
}

function factsOf(app: App, model: Model): string {
  const facts = model.fields.map((field) => factOf(app, field));
  const stamps = model.timestamps
    ? STAMPS.map((name) =>
        object({ source: literal(name), type: literal('datetime'), required: literal(true) }),
      )
    : [];
  const before = `export const ${namesOf(model).variable}Fields: readonly FieldFact[] = `;
  const all = [...facts, ...stamps];
  return printCode(array(all), { before, after: ';' }).slice(before.length, -1);
}

function factOf(app: App, field: Field): Code {
  const { type, values, reference } = field;
  return object({
    source: literal(field.name),
    type: literal(type),
    values: values.length > 0 ? literal(values) : undefined,
    reference: reference ? literal(targetOf(app, field)) : undefined,
    relation: type === 'ref' ? literal(referenceOf(field).relation) : undefined,
    required: field.required ? literal(true) : undefined,
  });
}

/** How a field's values are shown: `Text` stands for `TextColumn` in a list and `TextDetail` on a page. */
function displayOf(field: Field): { kind: string; props: Props } {
  const { type, values, format } = field;
  if (values.length > 0) return { kind: 'Choice', props: {} };
  if (format === 'email') return { kind: 'Email', props: {} };
  if (format === 'url') return { kind: 'Url', props: {} };
  if (type === 'decimal') return { kind: 'Number', props: { digits: field.scale ?? undefined } };
  return { kind: DISPLAYS[type] ?? 'Text', props: {} };
}

const DISPLAYS: Partial<Record<Field['type'], string>> = {
  integer: 'Number',
  float: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  datetime: 'Datetime',
  json: 'Json',
  ref: 'Reference',
  refs: 'References',
};

interface Shown {
  readonly component: string;
  readonly source: string;
  readonly props: Props;
}

function shownField(app: App, field: Field, place: 'Column' | 'Detail'): Shown {
  const { kind, props } = displayOf(field);
  const reference = field.reference ? targetOf(app, field) : undefined;
  const isLong = place === 'Detail' && field.type === 'text' && field.values.length === 0;
  return {
    component: `${isLong ? 'LongText' : kind}${place}`,
    source: field.name,
    props: { source: field.name, reference, ...props },
  };
}

const stampField = (source: string, place: 'Column' | 'Detail'): Shown => ({
  component: `Datetime${place}`,
  source,
  props: { source },
});

function allShown(app: App, model: Model, place: 'Column' | 'Detail'): Shown[] {
  const own = model.fields.map((field) => shownField(app, field, place));
  return [...own, ...(model.timestamps ? STAMPS.map((name) => stampField(name, place)) : [])];
}

/** Columns beyond these are there, but hidden until somebody asks for them. */
const COLUMNS_SHOWN = 6;

function listOf(app: App, model: Model): ListView {
  const { variable, file } = namesOf(model);
  const shown = allShown(app, model, 'Column');
  const hidden = hiddenColumns(model);
  const searchable = model.fields.some(({ type }) => ['string', 'text', 'enum'].includes(type));
  const props: Props = {
    fields: { code: `${variable}Fields` },
    hidden: hidden.length > 0 ? { code: 'HIDDEN' } : undefined,
    searchable: searchable ? undefined : false,
  };
  const imports = [
    ...importOf(
      shown.map(({ component }) => component),
      '../../components/list/columns',
    ),
    printImport(['ListPage'], '../../components/list/list-page'),
    printImport([`${variable}Fields`], `./${file}.fields`),
  ];
  return {
    imports: imports.join('\n'),
    hidden: hidden.length > 0 ? hiddenText(hidden) : '',
    open: printElement('ListPage', props, { column: 4, open: true }),
    columns: shown.map(({ component, props }) => printElement(component, props, { column: 6 })),
  };
}

function hiddenText(hidden: readonly string[]): string {
  const before = 'const HIDDEN = ';
  const comment = '/** Columns that are hidden until somebody asks for them. */';
  return `\n${comment}\n${printCode(literal(hidden), { before, after: ';' })}\n`;
}

function hiddenColumns(model: Model): string[] {
  const visible = visibleColumns(model);
  const roomForStamp = visible.size < COLUMNS_SHOWN;
  const stamps = model.timestamps
    ? STAMPS.filter((name) => name === 'created_at' || !roomForStamp)
    : [];
  return [...model.fields.map(({ name }) => name).filter((name) => !visible.has(name)), ...stamps];
}

/** What tells records apart comes before numbers; long values stay out unless there is nothing else. */
function visibleColumns({ fields }: Model): ReadonlySet<string> {
  const short = fields.filter(
    ({ type }) => !['text', 'json', 'bigint', 'uuid', 'refs'].includes(type),
  );
  const isNumber = ({ type }: Field) => ['integer', 'float', 'decimal'].includes(type);
  const ranked = [...short.filter((field) => !isNumber(field)), ...short.filter(isNumber)];
  const shown = ranked.length > 0 ? ranked.slice(0, COLUMNS_SHOWN) : fields.slice(0, 3);
  return new Set(shown.map(({ name }) => name));
}

function showOf(app: App, model: Model, inverses: readonly Inverse[]): ShowView {
  const shown = allShown(app, model, 'Detail');
  const tabs = inverses.map((inverse) => tabOf(app, inverse));
  const columns = tabs.flatMap(({ components }) => components);
  const imports = [
    ...importOf(columns, '../../components/list/columns'),
    ...importOf(
      shown.map(({ component }) => component),
      '../../components/show/details',
    ),
    ...(tabs.length > 0
      ? [printImport(['RelatedTab', 'RelatedTabs'], '../../components/show/related')]
      : []),
    printImport(['ShowPage'], '../../components/show/show-page'),
  ];
  const related = tabs.length > 0 ? { code: '<Related />' } : undefined;
  return {
    imports: imports.join('\n'),
    open: printElement('ShowPage', { related }, { column: 4, open: true }),
    details: shown.map(({ component, props }) => printElement(component, props, { column: 6 })),
    tabs,
  };
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse) {
  const fit = (other: Field) => other !== field && !['text', 'json', 'refs'].includes(other.type);
  const fitting = model.fields.filter(fit).slice(0, RELATED_COLUMNS);
  const chosen = fitting.length > 0 ? fitting : model.fields.slice(0, RELATED_COLUMNS);
  const shown = chosen.map((other) => shownField(app, other, 'Column'));
  const props: Props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    many: field.type === 'refs' ? true : undefined,
  };
  return {
    open: printElement('RelatedTab', props, { column: 6, open: true }),
    columns: shown.map(({ component, props }) => printElement(component, props, { column: 8 })),
    components: shown.map(({ component }) => component),
  };
}

function inputsOf(app: App, model: Model): WebView['inputs'] {
  const inputs = model.fields.map((field) => inputOf(app, field));
  const names = inputs.map(({ component }) => component);
  const isJson = (name: string) => name === 'JsonInput';
  const imports = [
    ...importOf(
      names.filter((name) => !isJson(name)),
      '../../components/form/inputs',
    ),
    ...importOf(names.filter(isJson), '../../components/form/json-input'),
  ];
  return {
    imports: imports.join('\n'),
    elements: inputs.map(({ component, props }) => printElement(component, props, { column: 6 })),
  };
}

function inputOf(app: App, field: Field): Shown {
  const { type, values, format, min, max } = field;
  const kind = inputKind(field);
  const bounded =
    ['Text', 'LongText', 'Email', 'Url', 'Number'].includes(kind) && values.length === 0;
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

function inputKind({ type, values, format }: Field): string {
  if (values.length > 0) return 'Choice';
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

function importOf(names: readonly string[], from: string): string[] {
  const unique = [...new Set(names)].sort();
  return unique.length > 0 ? [printImport(unique, from)] : [];
}
