import { plural, referenceRelation, snakeCase } from '../model/names.js';
import { PAGE_PREFIXES, RESERVED_PREFIXES } from '../spec/reserved.js';
import { keyOf, type LeftOut, type TableKey } from './choose-tables.js';
import type { Column, DatabaseKind, DatabaseSchema, Table } from './database.js';
import type { DraftField, DraftModel, Named, Target } from './draft.js';
import { type FieldContext, guessField, guessReference, oneLine } from './guess-field.js';
import { guessType } from './guess-type.js';
import { inverseNames } from './inverse-names.js';
import { joinsOf } from './join-tables.js';
import { isColumnName, nameFields, nameModels } from './names.js';
import { readCheck } from './read-check.js';
import { type References, referencesOf } from './references.js';

/** All tables that become models, with their names. */
export type Naming = readonly Named[];

/** The models of some tables, and the tables that cannot be models after all. */
export interface Drafts {
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
}

/** Guesses the models of tables. */
export function guessModels(
  { kind }: Pick<DatabaseSchema, 'kind'>,
  tables: readonly Table[],
): Drafts {
  const faults = new Map(tables.map((table) => [table, keyFault(table, kind)]));
  const leftOut = tables.flatMap((table) => {
    const why = faults.get(table);
    return why ? [{ name: table.name, why }] : [];
  });
  const fitting = tables.filter((table) => !faults.get(table));
  const names = nameTables(fitting, kind);
  const joins = joinsOf(names);
  const naming = names.filter(({ table }) => !joins.some((join) => join.table === table));
  const references = new Map(naming.map((one) => [one, referencesOf(one.table, naming)]));
  const inverses = invert(naming, references);
  const prefixes = prefixesOf(naming);
  const models = naming.map((named) => {
    const model = guessModel(named, references.get(named)!, inverses, kind);
    const many = joins.filter(({ owner }) => owner === named);
    return {
      ...model,
      prefix: prefixes.get(named) ?? null,
      fields: [...model.fields, ...many.map(({ field }) => field)],
      gaps: [...model.gaps, ...many.flatMap(({ gaps }) => gaps)],
    };
  });
  return { models, leftOut };
}

/** The types of keys of one column, and what else a column of a longer key may be. */
const KEYS: readonly string[] = ['string', 'integer', 'bigint', 'uuid'];
const PARTS: readonly string[] = [...KEYS, 'date', 'decimal', 'enum'];

/** Why the key of a table is none of a model; null if it is one. */
function keyFault(table: Table, database: DatabaseKind): string | null {
  const { columns } = keyOf(table)!;
  for (const name of columns) {
    const column = table.columns.find((one) => one.name === name);
    if (column === undefined || !isColumnName(name))
      return `a key with the column ${name}, whose name has other characters than letters, digits and _`;
    const guess = guessType(column, { database, isKeyed: true });
    if (typeof guess === 'string') return `a key with the column ${name}: ${guess}`;
    if (!(columns.length > 1 ? PARTS : KEYS).includes(guess.type))
      return `a key with the column ${name}, a ${guess.type}`;
  }
  return null;
}

/** The models and fields of tables, named. Columns that are timestamps or that no field has keep no name. */
function nameTables(tables: readonly Table[], database: DatabaseKind): readonly Named[] {
  const models = nameModels(tables);
  const classOf = (name: string, schema: string | null) => {
    const table = tables.find((one) => one.name === name && one.schema === schema);
    return table && models.get(table)!.name;
  };
  return tables.map((table) => {
    const key = keyOf(table)!;
    const stamps = stampsOf(table, database);
    const toName = table.columns
      .filter(({ name }) => isColumnName(name) && !stamps.includes(name))
      .map(({ name }) => {
        const foreign = table.foreignKeys.find(
          ({ columns }) => columns.length === 1 && columns[0] === name,
        );
        const target = foreign && classOf(foreign.table, foreign.schema);
        return {
          column: name,
          target: target ?? null,
          isKey: key.columns.length === 1 && key.columns[0] === name,
        };
      });
    return { table, model: models.get(table)!, fields: nameFields(toName) };
  });
}

const STAMPS = ['created_at', 'updated_at'];

/** The two timestamps of a table, if it has both of them as crudgen does. */
function stampsOf({ columns }: Table, database: DatabaseKind): readonly string[] {
  const isStamp = (name: string) =>
    columns.some((column) => {
      const guess = column.name === name && guessType(column, { database, isKeyed: false });
      return typeof guess === 'object' && guess.type === 'datetime' && !column.generated;
    });
  return STAMPS.every(isStamp) ? STAMPS : [];
}

type Inverses = ReadonlyMap<Target, string | null>;

/** The relations from the other side of each reference. */
function invert(naming: Naming, references: ReadonlyMap<Named, References>): Inverses {
  const all = naming.flatMap((named) =>
    [...references.get(named)!.targets].map(([column, target]) => ({ named, column, target })),
  );
  const taken = new Map(
    naming.map((named) => [named.model.name, propertiesOf(named, references.get(named)!)]),
  );
  const names = inverseNames(
    all.map(({ named, column, target }) => ({
      model: named.model.name,
      table: named.table.name,
      field: named.fields.get(column)!.name,
      target: target.named.model.name,
      unique: uniqueOf(named.table).has(column),
    })),
    taken,
  );
  return new Map(all.map(({ target }, index) => [target, names[index]!]));
}

function propertiesOf({ fields }: Named, { targets }: References): ReadonlySet<string> {
  const names = [...fields].flatMap(([column, { name }]) =>
    targets.has(column) ? [name, referenceRelation(name)] : [name],
  );
  return new Set([...names, 'id', ...STAMPS]);
}

/** The URL prefixes of models whose tables are none, in small letters. */
function prefixesOf(naming: Naming): ReadonlyMap<Named, string> {
  const isFree = (name: string) => !RESERVED_PREFIXES.has(name) && !PAGE_PREFIXES.has(name);
  const taken = new Set<string>();
  const chosen = new Map<Named, string>();
  for (const named of naming) {
    const { name } = named.table;
    const usual = /[A-Z]/.test(name) ? snakeCase(named.model.name) : name;
    const others = [usual, plural(usual), `${usual}_list`, snakeCase(named.model.name)];
    const numbered = Array.from({ length: 100 }, (_, index) => `${usual}_${index + 2}`);
    const prefix = [...others, ...numbered].find((one) => isFree(one) && !taken.has(one))!;
    taken.add(prefix);
    if (prefix !== name) chosen.set(named, `/${prefix}`);
  }
  return chosen;
}

/** Columns that are unique alone: by a constraint, or as a key. */
function uniqueOf(table: Table): ReadonlySet<string> {
  const found = table.indexes.filter(isPlain).filter(({ unique }) => unique);
  const key = keyOf(table)!.columns;
  return new Set([
    ...found.flatMap(({ columns }) => (columns.length === 1 ? (columns as string[]) : [])),
    ...(key.length === 1 ? key : []),
  ]);
}

const isPlain = ({ columns, where, method }: Table['indexes'][number]): boolean =>
  where === null && method === 'btree' && !columns.includes(null);

function guessModel(
  named: Named,
  { targets, gaps: lost }: References,
  inverses: Inverses,
  database: DatabaseKind,
): Omit<DraftModel, 'prefix'> {
  const { table, model } = named;
  const key = keyOf(table)!;
  const found = { gaps: [...lost] };
  const stamps = stampsOf(table, database);
  const rules = rulesOf(table, found);
  const line = linesOf(named, targets, key, database);
  const context = (column: Column): FieldContext => ({
    database,
    table,
    name: named.fields.get(column.name)!,
    rules: rules.get(column.name) ?? [],
    key: key.columns,
    unique: uniqueOf(table),
    indexed: new Set(
      table.indexes
        .filter(isPlain)
        .flatMap(({ columns }) => (columns.length === 1 ? (columns as string[]) : [])),
    ),
    keyed: new Set([
      ...table.indexes.filter(isPlain).flatMap(({ columns }) => columns as string[]),
      ...table.foreignKeys.flatMap(({ columns }) => columns),
    ]),
  });
  const fields = inOrder(table, key).flatMap((column): DraftField[] => {
    if (stamps.includes(column.name)) return [];
    if (!named.fields.has(column.name)) {
      found.gaps.push(`column ${column.name}: names of columns are letters, digits and _`);
      return [];
    }
    if (column.generated) {
      found.gaps.push(`generated column ${column.name}`);
      return [];
    }
    const target = targets.get(column.name);
    const field = target
      ? guessReference(
          column,
          target,
          context(column),
          { as: inverses.get(target) ?? null, lines: target === line },
          found,
        )
      : guessField(column, context(column), found);
    return field === null
      ? []
      : [{ ...field, reasons: [...field.reasons, ...remarks(column, table, target)] }];
  });
  const groups = groupsOf(named, fields, key, found);
  found.gaps.push(...updatesOf(targets));
  found.gaps.push(...table.triggers.map((name) => `trigger ${name}`), ...table.others);
  return {
    name: model.name,
    table,
    label: labelOf(named, fields),
    timestamps: stamps.length > 0,
    ...groups,
    fields,
    reasons: [
      ...(table.comment === null ? [] : [oneLine(table.comment)]),
      ...(model.reason === null ? [] : [`called ${model.name}: ${model.reason}`]),
      ...(key.isGuess ? [`no primary key: ${key.columns.join(', ')} is required and unique`] : []),
    ],
    gaps: [...new Set(found.gaps)],
  };
}

/** The columns, those of a key of several columns first and in its order. */
function inOrder({ columns }: Table, { columns: key }: TableKey): readonly Column[] {
  const place = ({ name }: Column) => (key.includes(name) ? key.indexOf(name) : key.length);
  return key.length > 1 ? columns.toSorted((one, other) => place(one) - place(other)) : columns;
}

/** What the database does with references when a key changes. */
function updatesOf(targets: ReadonlyMap<string, Target>): readonly string[] {
  const actions = ['cascade', 'set null', 'set default'].map((action) => {
    const columns = [...targets].flatMap(([column, { key }]) =>
      key.onUpdate === action ? [column] : [],
    );
    return columns.length === 0
      ? []
      : [`on update ${action} of ${columns.join(', ')}: the database does it`];
  });
  return actions.flat();
}

type Rules = ReadonlyMap<string, FieldContext['rules']>;

/** The rules of checks by column; checks that are no rules of one column are gaps. */
function rulesOf(table: Table, found: { gaps: string[] }): Rules {
  const rules = new Map<string, FieldContext['rules'][number][]>();
  for (const { sql, rules: said } of table.checks.flatMap(readCheck)) {
    const known = said?.map((rule) => ({
      rule,
      sql,
      column: table.columns.find(({ name }) => name.toLowerCase() === rule.column.toLowerCase())
        ?.name,
    }));
    if (!known || known.some(({ column }) => column === undefined)) {
      found.gaps.push(`check ${oneLine(sql)}`);
      continue;
    }
    for (const { column, rule } of known)
      rules.set(column!, [...(rules.get(column!) ?? []), { rule, sql }]);
  }
  return rules;
}

/** The reference by which rows are lines: the only part of a longer key that deletes them, to a model that tells when it changed. */
function linesOf(
  { table }: Named,
  targets: ReadonlyMap<string, Target>,
  key: TableKey,
  database: DatabaseKind,
): Target | null {
  if (key.columns.length < 2) return null;
  const [first, second] = [...targets].filter(
    ([column, { key: foreign }]) => key.columns.includes(column) && foreign.onDelete === 'cascade',
  );
  const target = first?.[1];
  if (target === undefined || second !== undefined || target.to !== null) return null;
  const other = target.named.table;
  return other !== table && stampsOf(other, database).length > 0 ? target : null;
}

/** What people should know of a column. */
function remarks(column: Column, table: Table, target: Target | undefined): readonly string[] {
  const comment = column.comment === null ? [] : [oneLine(column.comment)];
  const name = snakeCase(column.name);
  if (target !== undefined || !name.endsWith('_id') || keyOf(table)!.columns.includes(column.name))
    return comment;
  const pair = `${name.slice(0, -'_id'.length)}_type`;
  const isPair = table.columns.some((one) => snakeCase(one.name) === pair);
  const isForeign = table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  if (isPair) return [...comment, `with ${pair} it leads to rows of several tables`];
  return isForeign ? comment : [...comment, 'no foreign key'];
}

/** The unique groups and indexes of several columns; what else is unique or has an index and no field says is a gap. */
function groupsOf(
  { table, fields: names }: Named,
  fields: readonly DraftField[],
  key: TableKey,
  found: { gaps: string[] },
): Pick<DraftModel, 'unique' | 'indexes'> {
  const unique: string[][] = [];
  const indexes: string[][] = [];
  for (const index of table.indexes) {
    const kind = index.unique ? 'unique index' : 'index';
    const group = (index.columns as string[]).map((column) => names.get(column)?.name ?? '');
    const isSaid = group.every((name) =>
      fields.some((field) => field.name === name && field.type[0] !== 'json'),
    );
    if (!isPlain(index) || !isSaid) found.gaps.push(gapOf(index, kind));
    else if (index.columns.length === 1 || String(index.columns) === String(key.columns)) continue;
    else (index.unique ? unique : indexes).push(group);
  }
  return { unique, indexes };
}

function gapOf(
  { name, where, columns, sql, method }: Table['indexes'][number],
  kind: string,
): string {
  const on =
    /\bUSING\s+\w+\s*(\(.*)$/i.exec(oneLine(sql))?.[1] ?? /(\(.*)$/.exec(oneLine(sql))?.[1];
  const what =
    where !== null
      ? `partial ${kind}`
      : columns.includes(null)
        ? `${kind} of an expression`
        : method === 'btree'
          ? kind
          : `${method} ${kind}`;
  return on === undefined ? `${what} ${name}` : `${what} ${name} ${on}`;
}

/** Fields that name a row by themselves, and those of which a spec makes a label where there are none of these. */
const USUAL = ['name', 'label', 'subject'];
const MARKS = ['title', 'username', 'email', 'number', 'code', 'sku', 'reference'];
const PERSON = ['first_name', 'last_name'];

/** A label by the names of fields, where the usual one says less: a person's name before a title, the name of a company. */
function labelOf({ model }: Named, fields: readonly DraftField[]): string | null {
  const texts = fields.filter(({ type: [type] }) => type === 'string' || type === 'text');
  const has = (name: string) => texts.some((field) => field.name === name);
  if (USUAL.some(has)) return null;
  if (PERSON.every(has)) return has('title') ? PERSON.map((name) => `{${name}}`).join(' ') : null;
  const own = snakeCase(model.name);
  const [named] = [
    `${own}_name`,
    `${own}_title`,
    'full_name',
    'display_name',
    'company_name',
  ].filter(has);
  if (named !== undefined) return `{${named}}`;
  if (fields.some(({ name }) => MARKS.includes(name))) return null;
  const [other] = [`${own}_code`, `${own}_number`, `${own}_description`, 'description'].filter(has);
  return other === undefined ? null : `{${other}}`;
}
