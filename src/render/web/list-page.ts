import type { App, Field, Model } from '../../model/model.js';
import { literal } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { type Element, printElement } from '../print/element.js';
import { allShown, importOf, STAMPS } from './shown-fields.js';

/** Columns beyond these are there, but hidden until somebody asks for them. */
const COLUMNS_SHOWN = 6;

/** The columns of a model's list, and which of them wait until somebody asks. */
export function listView(app: App, model: Model) {
  const children = allShown(app, model, 'Column');
  const hidden = hiddenColumns(model);
  const searchable = model.fields.some(({ type }) => ['string', 'text', 'enum'].includes(type));
  const props = {
    hidden: hidden.length > 0 ? { code: 'HIDDEN' } : undefined,
    searchable: searchable ? undefined : false,
  };
  const page: Element = { name: 'ListPage', props, children };
  return {
    imports: importOf(page),
    hidden: hidden.length > 0 ? printAssignment('const HIDDEN', literal(hidden)) : '',
    page: printElement(page, 4),
  };
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
