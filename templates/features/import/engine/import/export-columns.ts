import type { ModelInfo } from '../model/model-info.js';
import type { Query, Row } from '../model/operations.js';
import { hint, refuse, show } from '../problem/problem.js';
import { cellOf, type Cell, type CellType } from './cells.js';

/** A column of a file that is exported. */
export interface ExportColumn {
  readonly name: string;
  readonly type: CellType;
  readonly cell: (row: Row) => Cell;
  /** The relation whose label it is. */
  readonly relation?: string;
}

/** The columns that `_columns` names, else all that the reader may read and lists have, each reference with its label behind it. */
export function exportColumns(
  { _columns: given }: Query,
  model: ModelInfo,
  readable: ReadonlySet<string>,
): readonly ExportColumn[] {
  const known = new Map([...readable].flatMap((name) => columnsOf(name, model)));
  const isListed = (name: string) => !model.unlisted?.includes(name);
  const names =
    given === undefined ? [...known.keys()].filter(isListed) : [given].flat().flatMap(split);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const near = hint(unknown, known.keys());
    throw refuse('_columns', 'unknown-field', `There is no column ${show(unknown)}${near}`);
  }
  if (names.length === 0)
    throw refuse('_columns', 'required', '_columns must be names of fields, as in id,title');
  return [...new Set(names)].map((name) => known.get(name)!);
}

const split = (names: string): string[] => names.split(',').filter((name) => name !== '');

function columnsOf(name: string, model: ModelInfo): readonly [string, ExportColumn][] {
  const type = typeOf(name, model);
  const own: ExportColumn = { name, type, cell: (row) => cellOf(row[name], type) };
  const relation = model.column.get(name)?.reference?.relation;
  if (relation === undefined) return [[name, own]];
  const label = `${relation}.label`;
  const labelOf = (row: Row): Cell =>
    cellOf((row[relation] as Row | null | undefined)?.['_label'], 'label');
  return [
    [name, own],
    [label, { name: label, type: 'label', cell: labelOf, relation }],
  ];
}

function typeOf(name: string, { column, links, extras }: ModelInfo): CellType {
  if (links.some((link) => link.name === name)) return 'refs';
  const { added } = column.get(name) ?? {};
  if (added?.isList) return 'refs';
  // A number with all its digits is not a formula.
  if (added?.isNumber) return 'bigint';
  const type = column.get(name)?.type ?? extras.find((extra) => extra.name === name)?.type;
  return type ?? 'json';
}
