import type { RawRow } from '../../database/dialect.js';
import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Row } from '../../model/operations.js';
import type { Values } from '../../model/hooks.js';
import { labelText, parseLabel, plainLabel } from './label.js';
import { readLinks } from './links.js';
import { recordJson, type Fields } from './page-json.js';
import { selectColumns } from './select-columns.js';
import type { ReportFailure } from '../../problem/problem.js';
import type { RecordReader } from '../scope.js';

/** The reader that the model and the dialect allow. */
export function createReader(
  model: ModelInfo,
  fields: Fields,
  dialect: QueryDialect,
  report: ReportFailure,
): RecordReader {
  const reader = createRowReader(model, fields, dialect, report);
  const json = recordJson(model, fields, dialect);
  return json === null ? reader : { ...reader, json };
}

function createRowReader(
  model: ModelInfo,
  of: Fields,
  dialect: QueryDialect,
  report: ReportFailure,
): RecordReader {
  const { fields, links, complete } = createShape(model, of, report);
  const columns = fields.map((name) => model.column.get(name) ?? null);
  const selected = [model.key, ...columns.filter((column) => column !== null)];
  const rowOf = (raw: RawRow): Row => {
    const row: Row = { id: dialect.decode(raw[0], model.key) as RecordId, _label: '' };
    let at = 1;
    for (let index = 0; index < fields.length; index++) {
      const column = columns[index]!;
      row[fields[index]!] = column ? columnValue(raw[at++], column, dialect) : null;
    }
    return row;
  };
  return {
    select: selectColumns(selected, model, dialect),
    width: selected.length,
    async rows(found, read) {
      const rows = found.map(rowOf);
      if (links.length > 0) await readLinks(rows, links, read);
      rows.forEach(complete);
      return rows;
    },
  };
}

/** A transformer of the developer's may return anything. */
function columnValue(raw: unknown, column: ColumnInfo, dialect: QueryDialect): unknown {
  const value = dialect.decode(raw, column);
  return column.transformer ? plainValue(value) : value;
}

/** How a record is put together from what has been read. */
interface Shape {
  /** All readable fields but `id`, in the order of responses. */
  readonly fields: readonly string[];
  readonly links: readonly LinkInfo[];
  /** Sets the label and the computed fields of a row that has all others, and takes away what was read for these alone. */
  complete(row: Row): void;
}

function createShape(
  model: ModelInfo,
  { readable, shown = readable }: Fields,
  report: ReportFailure,
): Shape {
  const label = createLabel(model, readable, report);
  const computed = model.extras.filter(({ name }) => shown.has(name));
  const fields = fieldsInOrder(model, readable);
  const sources = fields.filter((name) => !shown.has(name));
  return {
    fields,
    links: model.links.filter(({ name }) => readable.has(name)),
    complete(row) {
      row['_label'] = label(row);
      for (const extra of computed)
        row[extra.name] = plainValue(computedValue(extra, row, model, report));
      for (const name of sources) delete row[name];
    },
  };
}

/** Null and a report where the developer's function fails. */
function computedValue(
  { name, compute }: ModelInfo['extras'][number],
  row: Row,
  model: ModelInfo,
  report: ReportFailure,
): unknown {
  try {
    return compute?.(row);
  } catch (error) {
    report(`the computed field ${model.name}.${name}`, error);
    return null;
  }
}

/** A value from the developer's code as JSON has it; throws for one that JSON cannot have. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

function fieldsInOrder(model: ModelInfo, readable: ReadonlySet<string>): readonly string[] {
  const isStamp = (name: string) =>
    ['created', 'updated'].includes(model.column.get(name)?.role ?? '');
  const names = [...readable].filter((name) => name !== 'id');
  return [...names.filter((name) => !isStamp(name)), ...names.filter(isStamp)];
}

function createLabel(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  report: ReportFailure,
): (row: Values) => string {
  if (model.label.kind === 'template') {
    const template = parseLabel(model.label.template, model, readable);
    return (row) => labelText(template, model, row);
  }
  const { label } = model.label;
  return (row) => {
    try {
      return String(label(row));
    } catch (error) {
      report(`the label of ${model.name}`, error);
      return plainLabel(model, row.id);
    }
  };
}
