import { plural, referenceRelation, snakeCase, sqlNameFault, usualPrefix } from '../model/names.js';
import { inverseName, inverseNames } from '../model/relations.js';
import { PAGE_PREFIXES, RESERVED_PREFIXES } from '../spec/reserved.js';
import { keyOf } from './choose-tables.js';
import { nameComposed } from './guess-composed.js';
import type { DatabaseKind, Table } from './database.js';
import type { Named } from './draft.js';
import { bareFirst, ownName } from './in-schemas.js';
import { linksOf } from './links.js';
import { nameFields, nameModels, type ToName } from './names.js';
import { momentOf, STAMPS, stampsOf, uniqueOf } from './table-facts.js';

/** The models and fields of tables, named. Columns that are timestamps or that no field has keep no name. */
export function nameTables(tables: readonly Table[], database: DatabaseKind): readonly Named[] {
  const models = nameModels(tables);
  return tables.map((table) => {
    const [key, second] = keyOf(table).columns;
    const stamps = stampsOf(table, database);
    const links = linksOf(table, tables, database);
    const toName = table.columns
      .filter(({ name }) => sqlNameFault(name) === null && !stamps.includes(name))
      .map((column): ToName => {
        const { name } = column;
        const link = links.byColumn.get(name);
        const target = link === undefined ? null : models.get(link.target)!.name;
        const moment = momentOf(column, table, database);
        const isKey = second === undefined && name === key;
        return { column: name, target, own: isKey ? 'id' : moment && `${moment}_at` };
      });
    const fields = nameFields(toName);
    const composed = nameComposed(
      links.composed,
      fields,
      (target) => models.get(target)!.name,
      propertiesOf({ fields, links, composed: [] }),
    );
    return { table, model: models.get(table)!, fields, links, composed };
  });
}

/** Finds the model of a table; throws if it is none. */
export function namedAs(table: Table, naming: readonly Named[]): Named {
  const found = naming.find((named) => named.table === table);
  if (found === undefined) throw new Error(`${table.name} is no model`);
  return found;
}

/** The relations from the other side of references: by table and column, or the field of several; null for the usual name. */
export type Inverses = ReadonlyMap<Table, ReadonlyMap<string, string | null>>;

/** Names the relations from the other side of each reference. */
export function invert(naming: readonly Named[]): Inverses {
  const all = naming.flatMap((named) => [
    ...[...named.links.byColumn].map(([column, { target }]) => {
      const relation = referenceRelation(named.fields.get(column)!.name);
      return { named, column, target, relation };
    }),
    ...named.composed.map(({ link: { target }, relation }) => {
      return { named, column: `${relation}_id`, target, relation };
    }),
  ]);
  const names = inverseNames(
    all.map(({ named: { model, table }, column, target, relation }) => {
      const one = snakeCase(model.name);
      return {
        model: model.name,
        target: namedAs(target, naming).model.name,
        relation,
        usual: isSaidUnique(table, column) ? one : plural(one),
      };
    }),
    new Map(naming.map((named) => [named.model.name, propertiesOf(named)])),
  );
  const inverses = new Map(naming.map(({ table }) => [table, new Map<string, string | null>()]));
  all.forEach(({ named: { table }, column }, index) => {
    const unique = isSaidUnique(table, column);
    const name = names[index]!;
    // A spec leaves out the name that it would choose.
    const isUsual = name === inverseName({ table: table.name }, { type: 'ref', unique });
    inverses.get(table)!.set(column, isUsual ? null : name);
  });
  return inverses;
}

/** Whether a spec says of a reference that it is unique: of a key, it does not. */
const isSaidUnique = (table: Table, column: string): boolean =>
  uniqueOf(table).has(column) && !keyOf(table).columns.includes(column);

function propertiesOf({
  fields,
  links,
  composed,
}: Pick<Named, 'fields' | 'links' | 'composed'>): ReadonlySet<string> {
  const names = [...fields].flatMap(([column, { name }]) =>
    links.byColumn.has(column) ? [name, referenceRelation(name)] : [name],
  );
  const relations = composed.flatMap(({ relation }) => [relation, `${relation}_id`]);
  return new Set([...names, ...relations, 'id', ...STAMPS]);
}

/** The URL prefixes of models whose tables are none, in small letters. */
export function prefixesOf(naming: readonly Named[]): ReadonlyMap<Named, string> {
  const isFree = (name: string) => !RESERVED_PREFIXES.has(name) && !PAGE_PREFIXES.has(name);
  const taken = new Set<string>();
  const chosen = new Map<Named, string>();
  for (const named of bareFirst(naming, ({ table }) => table)) {
    const name = ownName(named.table);
    const usual = /^[a-z][a-z0-9_]*$/.test(name) ? name : snakeCase(named.model.name);
    const own = snakeCase(named.model.name);
    const inSchema = name === named.table.name ? [] : [own];
    const others = [usual, ...inSchema, plural(usual), `${usual}_list`, own];
    const numbered = Array.from({ length: 100 }, (_, index) => `${usual}_${index + 2}`);
    const prefix = [...others, ...numbered].find((one) => isFree(one) && !taken.has(one))!;
    taken.add(prefix);
    if (`/${prefix}` !== usualPrefix(name)) chosen.set(named, `/${prefix}`);
  }
  return chosen;
}
