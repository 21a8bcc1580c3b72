import { Raw, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { Dialect, RawRow } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Values } from '../../model/hooks.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import { BETWEEN_RECORDS } from './page-text.js';
import { labelSql, labelText, parseLabel, plainLabel } from './label.js';
import { readLinks } from './links.js';
import { ignoreFailure, type ReportFailure } from '../../problem/problem.js';
import type { Core, RecordReader, Rows } from '../scope.js';

/**
 * JSON built by SQLite saves a JavaScript object per row, and a page as one text saves its rows. With `false` every record
 * goes through the TypeScript serializer; the results are the same.
 */
export const JSON_FROM_SQL = true;

/** The fastest reader that the model and the dialect allow. */
export function createReader(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  dialect: Dialect,
  report: ReportFailure,
): RecordReader {
  if (model.path === 'repository') return createEntityReader(model, readable, dialect, report);
  const json = JSON_FROM_SQL ? recordJson(model, readable, dialect) : null;
  return json ? createTextReader(json) : createRowReader(model, readable, dialect, report);
}

const createTextReader = (json: string): RecordReader => ({
  // The underscore avoids a clash with a column of that name, by which SQLite would sort.
  select: `${json} AS _record`,
  width: 1,
  joined: (select) => `SELECT group_concat(_record, '${BETWEEN_RECORDS}') FROM (${select})`,
  // Aggregating no records gives NULL.
  texts: (rows) => Promise.resolve(rows.map((row) => row[0] as string | null)),
});

/** SQLite's functions take 1000 arguments, two per member. */
const MAX_MEMBERS = 450;

/** One SQL expression for the whole record; null where a field needs TypeScript. */
export function recordJson(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  dialect: Dialect,
): string | null {
  const beyondSql = [...model.links, ...model.extras].some(({ name }) => readable.has(name));
  if (beyondSql || model.label.kind === 'function') return null;
  const label = labelSql(parseLabel(model.label.template, model, readable), model, dialect);
  const columns = model.columns.filter((column) => readable.has(column.name));
  if (columns.length > MAX_MEMBERS) return null;
  const members = columns.map((column) => ({
    key: column.name,
    sql: dialect.json(dialect.quote(column.column), column),
  }));
  members.splice(1, 0, { key: '_label', sql: label });
  const known = members.filter(
    (member): member is { key: string; sql: string } => member.sql !== null,
  );
  return known.length === members.length ? dialect.jsonObject(known) : null;
}

function createRowReader(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  dialect: Dialect,
  report: ReportFailure,
): RecordReader {
  const columns = model.columns.filter((column) => readable.has(column.name));
  const links = model.links.filter((link) => readable.has(link.name));
  const serialize = createSerializer(model, readable, report);
  return {
    select: selectColumns(columns, dialect),
    width: columns.length,
    async texts(rows, read) {
      const records = rows.map((row) => decodeRow(row, columns, dialect));
      if (links.length > 0) await readLinks(records, links, read);
      return records.map(serialize);
    },
  };
}

/** The columns of a select list, in the order in which `decodeRow` reads them. */
export const selectColumns = (columns: readonly ColumnInfo[], dialect: Dialect): string =>
  columns.map((column) => dialect.quote(column.column)).join(', ');

/** A row from the driver as API values. */
export function decodeRow(row: RawRow, columns: readonly ColumnInfo[], dialect: Dialect): Values {
  const values: Values = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    values[column.name] = dialect.decode(row[index], column);
  }
  return values;
}

/**
 * Reads through TypeORM's repository: our SQL decides which rows, the developer's listeners what they contain. Between the
 * two statements a row may be deleted, or become hidden from its reader.
 */
export function createEntityReader(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  dialect: Dialect,
  report: ReportFailure,
): RecordReader {
  const links = model.links.filter((link) => readable.has(link.name));
  const serialize = createSerializer(model, readable, report);
  return {
    select: dialect.quote(model.key.column),
    width: 1,
    async texts(rows, read) {
      const values = rows.map((row) => Number(row[0]));
      const where = and({ op: 'in', field: 'id', values }, read.grant.where);
      const found = await findEntities(where, read);
      const records = values.map((id) => {
        const entity = found.get(id);
        return entity ? onlyReadable(entity, readable) : null;
      });
      const there = records.filter((record) => record !== null);
      if (links.length > 0) await readLinks(there, links, read);
      return records.map((record) => record && serialize(record));
    },
  };
}

/** The values of the records that match a condition by id, as TypeORM hydrates them. */
async function findEntities(
  where: Where,
  { core, model, session }: Rows,
): Promise<ReadonlyMap<RecordId, Values>> {
  const meta = core.database.dataSource.getMetadata(model.entity);
  const { manager } = session.runner();
  const entities = await manager.find(model.entity, {
    where: { id: idWhere(where, model, core) },
    withDeleted: true,
    loadEagerRelations: false,
  });
  return new Map(entities.map((entity) => [Number(entity.id), entityValues(entity, meta, model)]));
}

/** A condition as TypeORM takes it, with named parameters. */
function idWhere(where: Where, model: ModelInfo, core: Core) {
  const dialect = { ...core.dialect, placeholder: (index: number) => `:where_${index}` };
  const { sql, values } = compileWhere(where, model, { dialect, model: core.model });
  const { quote } = dialect;
  const ids = `SELECT ${quote(model.key.column)} FROM ${quote(model.table)} WHERE ${sql}`;
  const bound = Object.fromEntries(values.map((value, index) => [`where_${index + 1}`, value]));
  return Raw((id) => `${id} IN (${ids})`, bound);
}

/** An entity's columns as API values. */
export function entityValues(
  entity: ObjectLiteral,
  meta: EntityMetadata,
  model: ModelInfo,
): Values {
  const values: Values = {};
  for (const column of meta.columns) {
    const info = model.columns.find((candidate) => candidate.column === column.databaseName);
    const value: unknown = column.getEntityValue(entity);
    if (info) values[info.name] = value instanceof Date ? value.toISOString() : (value ?? null);
  }
  return values;
}

const onlyReadable = (values: Values, readable: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => readable.has(name)));

/** Turns a record's API values into its JSON text. */
export type Serializer = (row: Values) => string;

/** The reference implementation on every database: `id`, `_label`, columns, links, computed fields, timestamps. */
export function createSerializer(
  model: ModelInfo,
  readable: ReadonlySet<string>,
  report: ReportFailure = ignoreFailure,
): Serializer {
  const label = createLabel(model, readable, report);
  const members = fieldsInOrder(model, readable).map((name) => ({
    key: `,${JSON.stringify(name)}:`,
    name,
    compute: computeOf(name, model, report),
  }));
  return (row) => {
    let text = `{"id":${row.id as RecordId},"_label":${JSON.stringify(label(row))}`;
    for (const { key, name, compute } of members) {
      text += key + jsonText(compute ? compute(row) : row[name]);
    }
    return `${text}}`;
  };
}

/** Evaluates a computed field; null and a report where the developer's function fails. */
function computeOf(
  name: string,
  model: ModelInfo,
  report: ReportFailure,
): ((row: Values) => unknown) | null {
  const compute = model.extras.find((extra) => extra.name === name)?.compute;
  if (!compute) return null;
  return (row) => {
    try {
      return compute(row);
    } catch (error) {
      report(`the computed field ${model.name}.${name}`, error);
      return null;
    }
  };
}

/** Names of all readable fields except `id`, in response order. */
function fieldsInOrder(model: ModelInfo, readable: ReadonlySet<string>): readonly string[] {
  const isStamp = (name: string) =>
    ['created', 'updated'].includes(model.column.get(name)?.role ?? '');
  const names = [...readable].filter((name) => name !== 'id');
  return [...names.filter((name) => !isStamp(name)), ...names.filter(isStamp)];
}

/** Fast path for values that need no escaping. */
function jsonText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value + 0) : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return JSON.stringify(value) ?? 'null';
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
