import type { JsonValue } from '../model/model.js';
import {
  isMoment,
  type ColumnSpec,
  type ForeignKeySpec,
  type OwnSql,
  type TableStep,
} from './engine/schema.js';
import type { StepCall } from './step-call.js';

/** A call in a migration whose arguments do not fit its step. */
export class UnknownStep extends Error {}

/** Whether a name is that of a step. */
export const isStep = (name: string): name is StepCall['call'] => Object.hasOwn(READERS, name);

/** The step that a call in a migration makes; throws UnknownStep for arguments that do not fit. */
export function stepOf({ call, args }: StepCall): TableStep {
  const [table, ...rest] = args as readonly JsonValue[];
  return READERS[call](textOf(table), rest);
}

/** An argument, or a part of one. */
type Given = JsonValue | undefined;

const textOf = (value: Given): string => {
  if (typeof value !== 'string') throw new UnknownStep();
  return value;
};
const object = (value: Given): Record<string, JsonValue> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnknownStep();
  return value as Record<string, JsonValue>;
};
const listOf = (value: Given): string[] => {
  if (!Array.isArray(value)) throw new UnknownStep();
  return value.map((one) => textOf(one as JsonValue));
};

/** What is said of a column, without what is the same as to say nothing, so that equal columns compare as equal. */
function column(value: Given): ColumnSpec {
  const given = object(value);
  const keys = ['type', 'sqlite', 'postgres', 'length', 'precision', 'scale'] as const;
  const spec = Object.fromEntries(
    keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  );
  return {
    ...(spec as unknown as ColumnSpec),
    ...(given['nullable'] === true && { nullable: true }),
    ...(given['generated'] === true && { generated: true }),
    ...(given['defaultSql'] !== undefined && { defaultSql: ownSql(given['defaultSql']) }),
    ...(given['expression'] !== undefined && { expression: ownSql(given['expression']) }),
    ...('default' in given && { default: readDefault(given['default']) }),
  };
}

/** SQL for both databases, or for one of them. */
const ownSql = (value: Given): OwnSql =>
  typeof value === 'string'
    ? value
    : Object.fromEntries(Object.entries(object(value)).map(([name, sql]) => [name, textOf(sql)]));

const readDefault = (value: Given): unknown => (isMoment(value) ? { sql: value.sql } : value);

function columns(value: Given): Record<string, ColumnSpec> {
  const named = Object.entries(object(value)).map(([name, spec]) => [name, column(spec)] as const);
  return Object.fromEntries(named);
}

/** What existing rows get. */
function filling(value: Given) {
  if (value === undefined) return {};
  const { backfill, caselessOf } = object(value);
  return {
    ...(backfill !== undefined && { backfill }),
    ...(caselessOf !== undefined && { caselessOf: textOf(caselessOf) }),
  };
}

function foreignKey(name: Given, target: Given): ForeignKeySpec {
  const { table, references = 'id', onDelete } = object(target);
  const rule = textOf(onDelete) as ForeignKeySpec['onDelete'];
  return {
    ...{ column: oneOrAll(name), table: textOf(table) },
    ...(references !== 'id' && { references: oneOrAll(references) }),
    onDelete: rule,
  };
}

/** A column, or several that refer to a row together. */
const oneOrAll = (value: Given): string | string[] =>
  Array.isArray(value) ? listOf(value) : textOf(value);

type Reader = (table: string, rest: readonly Given[]) => TableStep;

type ListStep = Extract<TableStep, { readonly columns: readonly string[] }>['do'];

type RuleStep = Extract<TableStep, { readonly sql: OwnSql }>['do'];

const ofList =
  (kind: ListStep): Reader =>
  (table, [given]) => ({ do: kind, table, columns: listOf(given) });

const ofRule =
  (kind: RuleStep): Reader =>
  (table, [name, sql]) => ({ do: kind, table, name: textOf(name), sql: ownSql(sql) });

const READERS: Readonly<Record<StepCall['call'], Reader>> = {
  createTable: (table, [given, options]) => ({
    do: 'createTable',
    table,
    columns: columns(given),
    primaryKey: options === undefined ? ['id'] : listOf(object(options)['primaryKey']),
  }),
  dropTable: (table) => ({ do: 'dropTable', table }),
  renameTable: (table, [to]) => ({ do: 'renameTable', table, to: textOf(to) }),
  addColumn: (table, [name, spec, options]) => ({
    ...{ do: 'addColumn', table, column: textOf(name), spec: column(spec) },
    ...filling(options),
  }),
  changeColumn: (table, [name, spec, options]) => ({
    ...{ do: 'changeColumn', table, column: textOf(name), spec: column(spec) },
    ...filling(options),
  }),
  dropColumn: (table, [name]) => ({ do: 'dropColumn', table, column: textOf(name) }),
  renameColumn: (table, [from, to]) => ({
    ...{ do: 'renameColumn', table, column: textOf(from), to: textOf(to) },
  }),
  addIndex: ofList('addIndex'),
  dropIndex: ofList('dropIndex'),
  addTrigram: ofList('addTrigram'),
  dropTrigram: ofList('dropTrigram'),
  addUnique: ofList('addUnique'),
  dropUnique: ofList('dropUnique'),
  addSqlIndex: ofRule('addSqlIndex'),
  dropSqlIndex: ofRule('dropSqlIndex'),
  addCheck: ofRule('addCheck'),
  dropCheck: ofRule('dropCheck'),
  addForeignKey: (table, [name, target]) => ({
    ...{ do: 'addForeignKey', table, key: foreignKey(name, target) },
  }),
  dropForeignKey: (table, [name, target]) => ({
    ...{ do: 'dropForeignKey', table, key: foreignKey(name, target) },
  }),
};
