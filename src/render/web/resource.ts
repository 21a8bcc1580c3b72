import type { Field, Model } from '../../model/model.js';
import { plural, titleCase } from '../../model/names.js';
import { type ModelNames } from '../model-names.js';
import { call, literal, printCode, quote, raw } from '../print/code.js';
import { type Inverse, referenceOf } from '../../model/relations.js';
import { iconOf } from './icons.js';
import { STAMPS } from './shown-fields.js';
import { resourceOf } from './targets.js';

/** What `<model>.resource.ts` says: address, icon, texts and where the pages are. */
export interface ResourceView {
  readonly name: string;
  readonly model: string;
  readonly iconImport: string;
  readonly timestamps: boolean;
  readonly parent: string;
  /** Whose rows a user sees, as a list; empty text where it is everybody's. */
  readonly rows: string;
  readonly messages: string;
  readonly pages: readonly string[];
}

const PAGES = ['list', 'show', 'create', 'edit'] as const;

/** The entry of a model in the back-office. */
export function resourceView(
  model: Model,
  names: ModelNames,
  inverses: readonly Inverse[],
): ResourceView {
  const pages = PAGES.map((kind) =>
    loadOf('page', kind, names, `${names.class}${titleCase(kind)}`),
  );
  const fields = loadOf('facts', 'fields', names, `${names.variable}Fields`);
  return {
    name: quote(resourceOf(model)),
    model: quote(model.name),
    iconImport: `import Icon from '@mui/icons-material/${iconOf(model.name)}';`,
    timestamps: model.timestamps,
    parent: parentOf(model),
    rows: rowsOf(model),
    messages: messagesOf(model, inverses),
    pages: [...pages, fields],
  };
}

/** The field that makes the records a tree: the first reference to the model itself. */
function parentOf(model: Model): string {
  const parent = model.fields.find(
    ({ type, reference }) => type === 'ref' && reference?.model === model.name,
  );
  return parent ? quote(parent.name) : 'null';
}

function rowsOf({ rows }: Model): string {
  const rules = (['owner', 'tenant'] as const).filter((rule) => rows[rule] !== null);
  return rules.length === 0 ? '' : `[${rules.map(quote).join(', ')}]`;
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

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}

const keyText = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

/** An entry such as `list: page(() => import('./task.list'), 'TaskList'),`. */
function loadOf(helper: string, kind: string, { file }: ModelNames, exported: string): string {
  const load = call(helper, raw(`() => import('./${file}.${kind}')`), literal(exported));
  return printCode(load, { before: `${kind}: `, after: ',', column: 2 });
}
