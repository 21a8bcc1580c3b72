import { isRuleName } from '../spec/check-table-rules.js';
import { snakeCase, sqlNameFault } from '../model/names.js';
import { keyOf, type TableKey } from './choose-tables.js';
import { guessComposed } from './guess-composed.js';
import type { Column, DatabaseKind, Table } from './database.js';
import type { DraftField, DraftModel, Found, Named } from './draft.js';
import { type FieldContext, guessField, oneLine } from './guess-field.js';
import { groupsOf } from './guess-groups.js';
import { labelOf } from './guess-label.js';
import { guessReference } from './guess-reference.js';
import type { Link } from './links.js';
import { namedAs } from './name-tables.js';
import { ownName } from './in-schemas.js';
import { readCheck } from './read-check.js';
import { isOfSecrets } from './secrets.js';
import {
  begunOf,
  indexedOf,
  keyedOf,
  momentOf,
  stampsOf,
  tellsChanges,
  uniqueOf,
} from './table-facts.js';

/** The knowledge besides a table when it becomes a model. */
export interface ModelContext {
  readonly naming: readonly Named[];
  readonly database: DatabaseKind;
  /** The relations from the other side of its references, by column; null for the usual name. */
  readonly as: ReadonlyMap<string, string | null>;
}

/** The longest comment that a spec has. */
const MAX_HELP = 500;

/** Guesses the model of a table. */
export function guessModel(named: Named, context: ModelContext): Omit<DraftModel, 'prefix'> {
  const { table, model, links } = named;
  const key = keyOf(table);
  const found: Found = { gaps: [...links.gaps] };
  const stamps = stampsOf(table, context.database);
  const plain = fieldsOf(named, context, found).filter(
    ({ column }) => !stamps.includes(column?.name ?? ''),
  );
  const fields = withComposed(named, plain, context, found);
  const groups = groupsOf(named, fields, key, found);
  const checks = checksOf(table, found);
  const noOverlap = periodsOf(table, fields, found);
  const comment = table.comment === null ? '' : oneLine(table.comment);
  const isAbout = comment !== '' && comment.length <= MAX_HELP;
  const touched = table.triggers.map((name) => `trigger ${name}`);
  const updated = [...links.byColumn.values(), ...links.composed];
  found.gaps.push(...updatesOf(updated), ...touched, ...table.others);
  return {
    name: model.name,
    table,
    label: labelOf(named, fields),
    about: isAbout ? comment : null,
    timestamps: stamps.length > 0,
    unsaid: unsaidOf(table, [...fields.map(({ column }) => column?.name), ...stamps]),
    ...groups,
    fields,
    reasons: [
      ...(isAbout || comment === '' ? [] : [comment]),
      ...(model.reason === null ? [] : [`called ${model.name}: ${model.reason}`]),
      ...(table.reason === undefined ? [] : [table.reason]),
      ...(key.isGuess ? [`no primary key: ${key.columns.join(', ')} is required and unique`] : []),
    ],
    checks,
    noOverlap,
    gaps: [...new Set(found.gaps)],
  };
}

/** The types of which PostgreSQL has ranges. */
const IN_RANGES = ['date', 'datetime', 'integer', 'decimal'];

/** The fields of the periods of a table; a constraint that they do not say is a gap. */
function periodsOf(
  { periods, columns }: Table,
  fields: readonly DraftField[],
  found: Found,
): DraftModel['noOverlap'] {
  if (!periods) return null;
  const fieldOf = (name: string) => fields.find(({ column }) => column?.name === name);
  const [start, end] = [fieldOf(periods.start), fieldOf(periods.end)];
  const by = periods.by.map(fieldOf);
  const isRequired = columns.some((one) => one.name === periods.start && !one.nullable);
  const hidden = periods.deleted === null ? null : fieldOf(periods.deleted);
  const hides = hidden === null || hidden?.words.has('deleted') === true;
  const type = start?.type[0] ?? '';
  const isSaid = isRequired && hides && IN_RANGES.includes(type) && end?.type[0] === type;
  if (isSaid && by.every((one) => one !== undefined))
    return { fields: [start!.name, end!.name], by: by.map(({ name }) => name) };
  found.gaps.push(`exclusion constraint ${periods.name}`);
  return null;
}

/** The named checks that no field states a part of. They are not gaps then. */
function checksOf({ checks }: Table, found: Found): DraftModel['checks'] {
  return checks.flatMap(({ name, sql }): DraftModel['checks'] => {
    const texts = readCheck(sql).map((condition) => checkGap(condition.sql));
    const isSaid = !found.gaps.some((gap) => texts.includes(gap));
    if (isSaid || name === null || !isRuleName(name)) return [];
    found.gaps.splice(0, Infinity, ...found.gaps.filter((gap) => !texts.includes(gap)));
    return [[name, oneLine(sql)]];
  });
}

/** The gap for a check that no field expresses. */
const checkGap = (sql: string): string => `check ${oneLine(sql)}`;

/** The columns that each new row needs and no field has, unless a trigger may fill them. */
const unsaidOf = (
  { kind, columns, triggers }: Table,
  said: readonly (string | undefined)[],
): readonly string[] =>
  columns
    .filter(
      (one) => kind !== 'view' && triggers.length === 0 && !one.nullable && one.default === null,
    )
    .filter((one) => !one.generated && !one.counted && !said.includes(one.name))
    .map(({ name }) => name);

/** The fields of the columns that can be said. */
function fieldsOf(named: Named, context: ModelContext, found: Found): readonly DraftField[] {
  const { table, links } = named;
  const { database, naming, as } = context;
  const key = keyOf(table);
  const rules = rulesOf(table, found);
  const line = lineOf(table, links.byColumn, key, database);
  const facts = {
    key: key.columns,
    isView: table.kind === 'view',
    isOfSecrets: isOfSecrets(ownName(table)),
    unique: uniqueOf(table),
    indexed: indexedOf(table),
    begun: begunOf(table),
    keyed: keyedOf(table),
  };
  const stamps = stampsOf(table, database);
  return inOrder(table, key).flatMap((column): DraftField[] => {
    const { name } = column;
    const fault = faultOf(column, named);
    if (stamps.includes(name)) return [];
    if (fault !== null) return (found.gaps.push(fault), []);
    const own: FieldContext = {
      database,
      moment: momentOf(column, table, database),
      name: named.fields.get(name)!,
      rules: rules.get(name) ?? [],
      ...facts,
    };
    const link = links.byColumn.get(name);
    const reference = link && {
      link,
      target: namedAs(link.target, naming),
      as: as.get(name) ?? null,
      lines: link === line,
    };
    const field = reference
      ? guessReference(column, reference, own, found)
      : guessField(column, own, found);
    return field === null ? [] : [withRemarks(field, column, table, link)];
  });
}

/** The fields with the references of several columns, each behind the last of its columns. */
function withComposed(
  { table, composed }: Named,
  fields: readonly DraftField[],
  { naming, as }: ModelContext,
  found: Found,
): readonly DraftField[] {
  return composed.reduce<readonly DraftField[]>((all, one) => {
    const { link, relation } = one;
    const target = namedAs(link.target, naming);
    const field = guessComposed(one, table, all, { target, as: as.get(`${relation}_id`) ?? null });
    if (field === null) {
      const columns = link.columns.join(', ');
      found.gaps.push(`foreign key (${columns}) to ${link.key.table}: not all columns are fields`);
      return all;
    }
    const last = all.findLastIndex(({ column }) => column && link.columns.includes(column.name));
    return [...all.slice(0, last + 1), field, ...all.slice(last + 1)];
  }, fields);
}

/** The reason why a column cannot be a field, whatever its type; null if it can. */
function faultOf(column: Column, { fields, links, table }: Named): string | null {
  const { name, generated, expression } = column;
  if (!fields.has(name)) return `column ${name}: its name ${sqlNameFault(name)}`;
  const isOther = links.byColumn.has(name) || keyOf(table).columns.includes(name);
  return generated && (isOther || expression === null) ? `generated column ${name}` : null;
}

/** The columns, those of a key of several columns first and in its order. */
function inOrder({ columns }: Table, { columns: key }: TableKey): readonly Column[] {
  const place = ({ name }: Column) => (key.includes(name) ? key.indexOf(name) : key.length);
  return key.length > 1 ? columns.toSorted((one, other) => place(one) - place(other)) : columns;
}

/** The actions of the database on references when a key changes. */
function updatesOf(links: readonly Pick<Link, 'key'>[]): readonly string[] {
  return ['cascade', 'set null', 'set default'].flatMap((action) => {
    const columns = links.flatMap(({ key }) => (key.onUpdate === action ? key.columns : []));
    return columns.length === 0
      ? []
      : [`on update ${action} of ${columns.join(', ')}: the database does it`];
  });
}

type Rules = ReadonlyMap<string, FieldContext['rules']>;

/** The rules of checks by column. Checks that are not rules of a single column are gaps. */
function rulesOf(table: Table, found: Found): Rules {
  const rules = new Map<string, FieldContext['rules'][number][]>();
  for (const { sql, rules: said } of table.checks.flatMap((check) => readCheck(check.sql))) {
    const known = said?.map((rule) => ({
      rule,
      sql,
      column: table.columns.find(({ name }) => name.toLowerCase() === rule.column.toLowerCase())
        ?.name,
    }));
    if (!known || known.some(({ column }) => column === undefined)) {
      found.gaps.push(checkGap(sql));
      continue;
    }
    for (const { column, rule } of known)
      rules.set(column!, [...(rules.get(column!) ?? []), { rule, sql }]);
  }
  return rules;
}

/** The reference by which rows are lines: the only part of a longer key that deletes them, to a model that tells when it changed. */
function lineOf(
  table: Table,
  links: ReadonlyMap<string, Link>,
  key: TableKey,
  database: DatabaseKind,
): Link | null {
  if (key.columns.length < 2) return null;
  const cascades = [...links].filter(
    ([column, link]) => key.columns.includes(column) && link.key.onDelete === 'cascade',
  );
  const [[, link] = [], second] = cascades;
  if (link === undefined || second !== undefined || link.to !== null || link.target === table)
    return null;
  return tellsChanges(link.target, database) ? link : null;
}

/** A field with what people should know of its column: the comment is its help, where a spec can say it. */
function withRemarks(
  field: DraftField,
  column: Column,
  table: Table,
  link: Link | undefined,
): DraftField {
  const comment = column.comment === null ? '' : oneLine(column.comment);
  // The integer that the database counts is in every model, and no field of its own.
  const isField = field.words.size > 0 || field.name !== 'id';
  const isHelp = isField && comment !== '' && comment.length <= MAX_HELP;
  return {
    ...field,
    words: isHelp ? new Map([...field.words, ['help', comment]]) : field.words,
    reasons: [
      ...field.reasons,
      ...(isHelp || comment === '' ? [] : [comment]),
      ...remarks(column, table, link),
    ],
  };
}

/** The remarks about a column that a reader of the spec should know. */
function remarks(column: Column, table: Table, link: Link | undefined): readonly string[] {
  const name = snakeCase(column.name);
  if (link !== undefined || !name.endsWith('_id') || keyOf(table).columns.includes(column.name))
    return [];
  const pair = `${name.slice(0, -'_id'.length)}_type`;
  if (table.kind === 'view') return [];
  const isPair = table.columns.some((one) => snakeCase(one.name) === pair);
  const isForeign = table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  if (isPair) return [`with ${pair} it leads to rows of several tables`];
  return isForeign ? [] : ['no foreign key'];
}
