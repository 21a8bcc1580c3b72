import type { App, Field, Model } from '../../model/model.js';
import { namesOf } from '../model-names.js';
import { literal, printCode, printImport } from '../print/code.js';
import { printElement, type Props } from '../print/element.js';
import { importOf } from './imports.js';
import { allShown, STAMPS } from './shown-fields.js';

/** What `<model>.list.tsx` says. */
export interface ListView {
  readonly imports: string;
  readonly hidden: string;
  readonly open: string;
  readonly columns: readonly string[];
}

/** Columns beyond these are there, but hidden until somebody asks for them. */
const COLUMNS_SHOWN = 6;

/** The columns of a model's list, and which of them wait until somebody asks. */
export function listView(app: App, model: Model): ListView {
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
